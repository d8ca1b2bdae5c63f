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

/** The words of a label one by one, for where each stands beside its own name. */
export function writeMeasures(sizes: Labelled) {
  const { form, stems, transplants, root, root_size } = sizes
  const centimetres = (from: number | null, to: number | null) => {
    const value = range(from, to)
    return value && `${value} см`
  }
  return {
    form: form === null ? '' : forms[form],
    girth: centimetres(sizes.girth_from, sizes.girth_to),
    stem_height: centimetres(sizes.stem_height, sizes.stem_height),
    spread: centimetres(sizes.spread_from, sizes.spread_to),
    stems: stems === null ? '' : countStems(stems),
    transplants: transplants === null ? '' : countTransplants(transplants),
    root: root === null ? '' : packing(root, root_size),
  }
}

/** A length that could be taken for metres is written with its unit. */
function length(word: string, from: number | null, to: number | null): string {
  const value = range(from, to)
  const looksLikeMetres = (to ?? from ?? 0) <= 15
  return value && `${word} ${value}${looksLikeMetres ? ' см' : ''}`
}

const stemsWord = new Intl.PluralRules('ru')
const stemsForms = { one: 'ствол', few: 'ствола', many: 'стволов' } as Record<Intl.LDMLPluralRule, string>
const countStems = (stems: number) => `${stems} ${stemsForms[stemsWord.select(stems)]}`
const countTransplants = (transplants: number) => `${transplants}xv`
const packing = (root: Root, size: number | null) =>
  roots[root](size === null ? '' : `${numeral(size)}${root === 'pot' && size < 5 ? ' см' : ''}`)

/**
 * The trade notation of a variant: «Обхват 18–20 · выс. 500–550 · 4xv · WRB 80». Equal sizes always give equal labels
 * and vice versa; the server's parseNotation reads a label back to the same fields.
 */
export function writeLabel(sizes: Labelled): string {
  const { form, stems, transplants, root, root_size } = sizes
  const girth = range(sizes.girth_from, sizes.girth_to)
  const label = [
    form === null ? '' : forms[form],
    girth && `обхват ${girth}`,
    length('выс. штамба', sizes.stem_height, sizes.stem_height),
    length('выс.', sizes.height_from, sizes.height_to),
    length('шир.', sizes.spread_from, sizes.spread_to),
    stems === null ? '' : countStems(stems),
    transplants === null ? '' : countTransplants(transplants),
    root === null ? '' : packing(root, root_size),
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
