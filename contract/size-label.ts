import type { LineWish } from './projects.ts'
import type { Form, Root, Span, Variant } from './variants.ts'

/** What a label says of a variant. */
type Labelled = Pick<
  Variant,
  'form' | `${Span}_${'from' | 'to'}` | 'stem_height' | 'stems' | 'transplants' | 'root' | 'root_size'
>

const forms: Record<Form, string> = {
  standard: 'штамб',
  half_standard: 'полуштамб',
  multistem: 'многоствольное',
  shrub: 'куст',
  solitaire: 'солитер',
  hedge: 'для изгороди',
  topiary: 'топиар',
  espalier: 'шпалера',
  young: 'сеянец',
}

const roots: Record<Root, (size: string) => string> = {
  bare_root: () => 'ОКС',
  container: size => (size ? `C ${size}` : 'контейнер'),
  // Small pots are often confused with litres: their unit is written.
  pot: size => (size ? `P ${size}` : 'горшок'),
  tray: size => `кассета ${size}`.trim(),
  ball: size => `RB ${size}`.trim(),
  wire_ball: size => `WRB ${size}`.trim(),
}

const numeral = (value: number) => String(value).replace('.', ',')

/** «18–20», «от 200», «до 150», or empty. */
function range(from: number | null, to: number | null): string {
  if (from === null && to === null) return ''
  if (from === null || to === null) return to === null ? `от ${numeral(from ?? 0)}` : `до ${numeral(to)}`
  return from === to ? numeral(from) : `${numeral(from)}–${numeral(to)}`
}

/** A length that could be taken for metres is written with its unit. */
function length(word: string, from: number | null, to: number | null): string {
  const value = range(from, to)
  const looksLikeMetres = (to ?? from ?? 0) <= 15
  return value && `${word} ${value}${looksLikeMetres ? ' см' : ''}`
}

const stemsWord = new Intl.PluralRules('ru')
const stemsForms = { one: 'ствол', few: 'ствола', many: 'стволов' } as Record<Intl.LDMLPluralRule, string>

/**
 * The trade notation of a variant: «Обхват 18–20 · выс. 500–550 · 4xv · WRB 80». Equal sizes always give equal labels
 * and vice versa; the server's parseNotation reads a label back to the same fields.
 */
export function writeLabel(sizes: Labelled): string {
  const { form, stems, transplants, root, root_size } = sizes
  const girth = range(sizes.girth_from, sizes.girth_to)
  const size = root_size === null ? '' : `${numeral(root_size)}${root === 'pot' && root_size < 5 ? ' см' : ''}`
  const label = [
    form === null ? '' : forms[form],
    girth && `обхват ${girth}`,
    length('выс. штамба', sizes.stem_height, sizes.stem_height),
    length('выс.', sizes.height_from, sizes.height_to),
    length('шир.', sizes.spread_from, sizes.spread_to),
    stems === null ? '' : `${stems} ${stemsForms[stemsWord.select(stems)]}`,
    transplants === null ? '' : `${transplants}xv`,
    root === null ? '' : roots[root](size),
  ]
    .filter(Boolean)
    .join(' · ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** A wish in the same notation, which reads it back: «Обхват 18–20 · RB 60–70». */
export function writeWish({ root_size_from: from, root_size_to: to, ...wish }: LineWish): string {
  if (from === to) return writeLabel({ ...wish, root_size: from })
  return `${writeLabel({ ...wish, root_size: null })} ${range(from, to)}`.trim()
}
