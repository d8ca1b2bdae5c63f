// «Р9» beside «0,5»: a pot is named by its width, and litres beside it say how much it holds.

const number = String.raw`(\d(?:[.,]\d{1,2})?)`
const potWord = String.raw`(?<![\p{L}\d])(?:[pр]|горшок|pot)\s?-?`
const pot = new RegExp(String.raw`${potWord}(\d{1,2})(?!\d|[.,]\d|\s?[лl](?!\p{L}))`, 'iu')
/** «0,5 л», «контейнер 0,5», and a bare number beside the pot: «Р9/0,5», «0,5 (Р9)». */
const litres = new RegExp(
  [
    String.raw`(?<![\d.,/\p{Pd}])(?<![/\p{Pd}]\s)${number}\s?[лl](?!\p{L})\.?`,
    String.raw`(?<!\p{L})контейнер ${number}(?![\d.,]|\s?[\p{Pd}/])`,
    String.raw`(?<=${potWord}\d{1,2})\s?[/(]\s?${number}(?![\d.,]|\s?\p{L})\s?\)?`,
    String.raw`(?<![\d.,/\p{Pd}]\s?)${number}\s?[/(]\s?(?=${potWord}\d)`,
  ].join('|'),
  'giu',
)

/** Litres that a pot of so many centimetres may hold: it is no wider below than above, and as high as it is wide. */
const mostIn = (width: number) => (width / 10) ** 3 * 1.3

/** A text without the litres of the pot that it names; they are told apart. */
export function withoutPotLitres(text: string): { text: string; litres: string[] } {
  const [, width] = pot.exec(text) ?? []
  const told: string[] = []
  if (width === undefined) return { text, litres: told }
  const left = text.replaceAll(litres, (whole: string, ...groups: (string | undefined)[]) => {
    const count = groups.slice(0, 4).find(group => group !== undefined) ?? ''
    const held = Number(count.replace(',', '.'))
    if (held === 0 || held > mostIn(Number(width))) return whole
    told.push(`${count} л`)
    return ' ; '
  })
  return { text: left, litres: told }
}
