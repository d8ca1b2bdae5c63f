import type { InputOf } from '#contract/calls.ts'
import type { PlantRef } from '#contract/plants.ts'
import type { LineOption } from '#contract/projects.ts'
import type { Quote, QuoteLine, Request, RequestLine } from '#contract/requests.ts'
import { numberText, withoutSpaces } from '#web/lib/number-text.ts'

/** `open`: nothing is said yet, which counts as declined. */
export type LineMode = 'open' | 'offer' | 'decline'

/** One line of the form; numbers as they are typed. */
export interface LineValues {
  mode: LineMode
  /** Id of the company's variant; `null`: not from its catalogue. */
  variant: number | null
  /** The plant that is offered instead. */
  substitute: PlantRef | null
  label: string
  price: string
  quantity: string
  note: string
}

export interface QuoteValues {
  lines: Record<string, LineValues>
  delivery_price: string
  unloading_price: string
  valid_until: string
  note: string
}

const blank: LineValues = {
  mode: 'open',
  variant: null,
  substitute: null,
  label: '',
  price: '',
  quantity: '',
  note: '',
}

/** How many of the option there are, where that is fewer than asked for; `null`: enough, or not known. */
export function tooFew({ variant }: Pick<LineOption, 'variant'>, asked: number | null): number | null {
  const { stock, available_quantity: count } = variant
  if (stock === 'sold_out') return 0
  return count === null || asked === null || count >= asked ? null : count
}

/** What choosing one of the company's variants puts into the line. */
export function withOption(
  line: LineValues,
  option: Pick<LineOption, 'variant' | 'unit_price'>,
  asked: number | null,
): LineValues {
  const there = tooFew(option, asked)
  return {
    ...line,
    mode: 'offer',
    variant: option.variant.id,
    label: option.variant.label,
    price: numberText(option.unit_price),
    quantity: numberText(there === null || there === 0 ? asked : there),
  }
}

/** Another plant in place of the one that was asked for, and the company's variant of it if one was chosen. */
export function withSubstitute(
  line: LineValues,
  plant: PlantRef,
  offer: Pick<LineOption, 'variant' | 'unit_price'> | null,
  asked: number | null,
): LineValues {
  const bare = { ...line, mode: 'offer' as const, variant: null, label: '', price: '', substitute: plant }
  return offer ? { ...withOption(bare, offer, asked), substitute: plant } : bare
}

/**
 * A line as the form begins: a variant of the very size that was asked for is filled in, any other one is for the
 * person to choose.
 */
function beginning(line: RequestLine, options: readonly LineOption[]): LineValues {
  const exact = options.find(({ fit, variant }) => fit === 'exact' && variant.stock !== 'sold_out')
  const asked = { ...blank, quantity: numberText(line.quantity) }
  return exact ? withOption(asked, exact, line.quantity) : asked
}

const ofQuoteLine = ({ variant, plant, label, price, quantity, note, is_substitute }: QuoteLine): LineValues => ({
  mode: 'offer',
  variant,
  substitute: is_substitute ? plant : null,
  label,
  price: numberText(price),
  quantity: numberText(quantity),
  note,
})

type Options = readonly { line: string; options: readonly LineOption[] }[]

/** The form as it begins: as the company's last revision has it, otherwise from its catalogue. */
export function initialValues(
  request: Pick<Request, 'lines'>,
  options: Options,
  last: Quote | null,
  validUntil: string,
) {
  const optionsOf = new Map(options.map(({ line, options: some }) => [line, some]))
  const saidOf = new Map(last?.lines.map(line => [line.line, line]))
  const lines = request.lines.map(line => {
    const said = saidOf.get(line.id)
    if (said) return [line.id, ofQuoteLine(said)] as const
    const open = { ...blank, quantity: numberText(line.quantity) }
    return [
      line.id,
      last ? { ...open, mode: 'decline' as const } : beginning(line, optionsOf.get(line.id) ?? []),
    ] as const
  })
  const values: QuoteValues = {
    lines: Object.fromEntries(lines),
    delivery_price: numberText(last?.delivery_price ?? null),
    unloading_price: numberText(last?.unloading_price ?? null),
    valid_until: last && !last.is_expired ? last.valid_until : validUntil,
    note: last?.note ?? '',
  }
  return values
}

/** A number as typed, `null` where it is none. */
export function readNumber(text: string): number | null {
  const plain = withoutSpaces(text).replace(',', '.')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

/** Rubles for the line; `null` until price and quantity are numbers. */
export function lineTotal({ mode, price, quantity }: LineValues): number | null {
  const [each, count] = [readNumber(price), readNumber(quantity)]
  if (mode !== 'offer' || each === null || count === null) return null
  return Math.round(each * count * 100) / 100
}

export interface RunningTotal {
  offered: number
  declined: number
  open: number
  /** Rubles of the lines. */
  lines: number
  /** With delivery and unloading. */
  total: number
}

export function runningTotal({ lines, delivery_price, unloading_price }: QuoteValues): RunningTotal {
  const all = Object.values(lines)
  const count = (mode: LineMode) => all.filter(line => line.mode === mode).length
  const kopecks = all.reduce((sum, line) => sum + Math.round((lineTotal(line) ?? 0) * 100), 0)
  const more = Math.round(((readNumber(delivery_price) ?? 0) + (readNumber(unloading_price) ?? 0)) * 100)
  return {
    offered: count('offer'),
    declined: count('decline'),
    open: count('open'),
    lines: kopecks / 100,
    total: (kopecks + more) / 100,
  }
}

const numberOrText = (text: string) => readNumber(text) ?? text

/** What is sent: the lines that are offered, in the order of the request; `ids` are theirs, for errors that name a place. */
export function bodyOf(values: QuoteValues, request: Pick<Request, 'lines'>) {
  const ids = request.lines.map(({ id }) => id).filter(id => values.lines[id]?.mode === 'offer')
  const body: InputOf<'POST /requests/:id/quote/', 'body'> = {
    lines: ids.map(id => {
      const { variant, substitute, label, price, quantity, note } = values.lines[id] ?? blank
      return {
        line: id,
        ...(variant !== null && { variant }),
        ...(substitute && { plant: substitute.id, is_substitute: true }),
        label,
        // An empty text would count as zero.
        price: readNumber(price) ?? (price.trim() || Number.NaN),
        quantity: withoutSpaces(quantity),
        note,
      }
    }),
    delivery_price: numberOrText(delivery(values.delivery_price)),
    unloading_price: numberOrText(delivery(values.unloading_price)),
    valid_until: values.valid_until,
    note: values.note,
  }
  return { body, ids }
}
const delivery = (text: string) => withoutSpaces(text)

/** `lines.<place>.price` as `<id of the line>.price`. */
export const nameOfLine = (name: string, ids: readonly string[]) =>
  name.replace(/^lines\.(\d+)\./, (_, place: string) => `${ids[Number(place)]}.`)

const isLine = (value: unknown): value is LineValues =>
  typeof value === 'object' && value !== null && 'mode' in value && 'price' in value && 'quantity' in value

/** A draft that fits the request; `null`: it does not, or says what the form begins with anyway. */
export function restoredValues(draft: unknown, initial: QuoteValues): QuoteValues | null {
  const { lines, ...rest } = (draft ?? {}) as Partial<QuoteValues>
  if (typeof lines !== 'object' || lines === null) return null
  const kept = Object.entries(lines).filter(([id, line]) => id in initial.lines && isLine(line))
  const values = {
    ...initial,
    ...rest,
    lines: { ...initial.lines, ...Object.fromEntries(kept.map(([id, line]) => [id, { ...blank, ...line }])) },
  }
  return JSON.stringify(values) === JSON.stringify(initial) ? null : values
}

/** How much the form differs from the revision that it began with. */
export function changesSince(initial: QuoteValues, values: QuoteValues) {
  return Object.keys(values.lines).filter(id => JSON.stringify(initial.lines[id]) !== JSON.stringify(values.lines[id]))
}
