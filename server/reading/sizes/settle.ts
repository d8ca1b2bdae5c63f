import type { Form, Span } from '#contract/variants.ts'
import type { Amount } from './amounts.ts'
import { type Context, type Evidence, isGirthAlone, isGirthStep, whatIsMeasured } from './context.ts'
import type { Doubt, DoubtCode } from './doubts.ts'
import { type Ends, eachOf, inCentimetres, same, single, times } from './ends.ts'
import { settleRoots } from './settle-roots.ts'
import { isPossible, limits, noSizes, round, type Sizes, type Wish } from './sizes.ts'
import type { Measure, Statement } from './statements.ts'

type Size = Statement & { is: 'size' }

/** The number in centimetres; two readings if «2-3» may be metres or centimetres. */
function lengths(amount: Amount, measure: Measure): Ends[] {
  const { unit, hasDecimals, from, to } = amount
  if (unit === 'mm' || unit === 'cm' || unit === 'm') return [times(amount, inCentimetres[unit])]
  const high = to ?? from ?? 0
  if (measure === 'girth') return [{ from, to }]
  if (hasDecimals && high <= 15) return [times(amount, 100)]
  return high <= 6 ? [times(amount, 100), { from, to }] : [{ from, to }]
}

const spanOf = (measure: Span, { from, to }: Ends): Partial<Sizes> => ({
  [`${measure}_from`]: from,
  [`${measure}_to`]: to,
})
const sizeOf = (measure: Measure, ends: Ends): Partial<Sizes> =>
  measure === 'stem_height' ? { stem_height: single(ends) } : spanOf(measure, ends)

const isPossibleSize = (measure: Measure, { from, to }: Ends) =>
  isPossible(from, limits[measure]) && isPossible(to, limits[measure])

const withUnit = (amount: Amount, other: Amount): Amount => ({ ...amount, unit: amount.unit ?? other.unit })

/** Converts statements to fields as far as they are unambiguous. */
export function settle(statements: Statement[], context: Context, textOf: (statement: Statement) => string) {
  const fields: Sizes = { ...noSizes }
  const doubts: Doubt[] = []
  const unread = new Set<Statement>()
  const found = new Map<keyof typeof limits, Ends>()
  const disputed = new Set<keyof typeof limits>()

  const doubt = (code: DoubtCode, statement: Statement, alternatives: Partial<Sizes>[] = []) =>
    doubts.push({ code, text: textOf(statement), alternatives })

  /** Sets a size with a known measure and unit. */
  function put(statement: Statement, measure: Measure | 'stems' | 'transplants', ends: Ends) {
    if (!isPossible(ends.from, limits[measure]) || !isPossible(ends.to, limits[measure])) {
      return doubt('impossible', statement)
    }
    const isOne = measure === 'stem_height' || measure === 'stems' || measure === 'transplants'
    const fieldsOf = (of: Ends): Partial<Sizes> => (isOne ? { [measure]: single(of) } : spanOf(measure, of))
    if (ends.from !== null && ends.to !== null && ends.from > ends.to) {
      const swapped = { from: ends.to, to: ends.from }
      return doubt('order', statement, isOne ? eachOf(measure, swapped) : [fieldsOf(swapped)])
    }
    const before = found.get(measure)
    if (before && !same(before, ends)) {
      disputed.add(measure)
      Object.assign(fields, fieldsOf({ from: null, to: null }))
      return doubt('conflict', statement, [fieldsOf(before), fieldsOf(ends)])
    }
    found.set(measure, ends)
    if (isOne && single(ends) === null) return doubt('range', statement, eachOf(measure, ends))
    if (!disputed.has(measure)) Object.assign(fields, fieldsOf(ends))
  }

  function putLength(statement: Statement, measure: Measure, amount: Amount) {
    if (amount.isChain) return doubt('impossible', statement)
    const readings = lengths(amount, measure)
    const possible = readings.filter(ends => isPossibleSize(measure, ends))
    const [only = readings[0] ?? amount] = possible
    if (possible.length < 2) return put(statement, measure, only)
    doubt(
      'unit',
      statement,
      possible.map(ends => sizeOf(measure, ends)),
    )
  }

  const forms = statements.filter(statement => statement.is === 'form')
  const [firstForm] = forms
  const distinctForms = [...new Set(forms.map(({ form }) => form))]
  if (distinctForms.length === 1) fields.form = distinctForms[0] ?? null
  else if (firstForm)
    doubt(
      'conflict',
      firstForm,
      distinctForms.map((form: Form) => ({ form })),
    )

  for (const statement of statements) {
    if (statement.is === 'count') {
      if (statement.amount.isChain) doubt('impossible', statement)
      else put(statement, statement.field, statement.amount)
    }
  }

  function putDiameter(statement: Statement & { is: 'diameter' }) {
    const { amount, ofTrunk } = statement
    // Nobody states the trunk of a shrub.
    const isOfCrown = !ofTrunk && evidence.habit !== null && evidence.habit !== 'tree' && !evidence.isStandard
    if (isOfCrown) return putLength(statement, 'spread', amount)
    const [ends] = lengths(amount, 'girth')
    if (!ends) return
    const around = times(ends, Math.PI)
    const rounded = {
      from: around.from === null ? null : round(around.from, 1),
      to: around.to === null ? null : round(around.to, 1),
    }
    const crown = ofTrunk || (ends.to ?? ends.from ?? 0) < 20 ? [] : [['spread', ends] as const]
    const readings = [['girth', rounded], ['girth', ends], ...crown] as const
    const possible = readings.filter(([measure, of]) => isPossibleSize(measure, of))
    doubt(
      possible.length === 0 ? 'impossible' : 'measure',
      statement,
      possible.map(([measure, of]) => spanOf(measure, of)),
    )
  }

  const roots = statements.filter(statement => statement.is === 'root')
  const statedForm = fields.form ?? (forms.length === 0 ? (context.form ?? null) : null)
  const evidence: Evidence = {
    form: statedForm,
    habit: context.habit ?? null,
    isStandard:
      distinctForms.some(form => form === 'standard' || form === 'half_standard') ||
      statedForm === 'standard' ||
      statedForm === 'half_standard' ||
      statements.some(statement => statement.is === 'size' && statement.measure === 'stem_height'),
    // «ЗКС» is a pot only if a size says so: trees are sold in it too.
    roots: roots.flatMap(({ roots }) => (roots.length === 1 || context.habit !== 'tree' ? roots : [])),
    isClosedRoot: roots.some(({ roots }) => roots.length > 1),
    height: null,
  }

  for (const statement of statements) if (statement.is === 'diameter') putDiameter(statement)
  const sizes = statements.filter(statement => statement.is === 'size')
  for (const statement of sizes) if (statement.measure !== null) putLabelled(statement, statement.measure)
  evidence.height = fields.height_from
  const bare = sizes.filter(({ measure }) => measure === null)
  // Sizes that can only be heights come first: they decide what the others are.
  const isHeightOnly = ({ amount }: Size) => (lengths(amount, 'height')[0]?.from ?? 0) >= 100
  for (const statement of bare.toSorted((one, other) => Number(isHeightOnly(other)) - Number(isHeightOnly(one)))) {
    putBare(statement)
    evidence.height = fields.height_from
  }
  const packing = settleRoots(roots)
  fields.root = packing.root
  fields.root_size = single(packing)
  if (packing.doubt) doubt(packing.doubt.code, packing.doubt.about, packing.doubt.alternatives)

  function putLabelled(statement: Size, measure: Measure) {
    const { amount, mayBeStandard } = statement
    const { from, to } = amount
    if (mayBeStandard && from !== null && to !== null && amount.unit === null) {
      const isLow = evidence.habit !== null && evidence.habit !== 'tree'
      if (isGirthAlone(from, to) ? to <= 20 || !isLow : isGirthStep(from, to) && !isLow) {
        return doubt('measure', statement, [{ form: 'standard', ...spanOf('girth', amount) }, spanOf('height', amount)])
      }
    }
    putLength(statement, measure, amount)
    if (statement.times) putLength(statement, 'spread', withUnit(statement.times, amount))
  }

  function putBare(statement: Size) {
    const { times: across } = statement
    const amount = across ? withUnit(statement.amount, across) : statement.amount
    if (context.measure) {
      putLength(statement, context.measure, amount)
      if (across) putLength(statement, context.measure === 'girth' ? 'height' : 'spread', across)
      return
    }
    if (across) {
      const [second] = lengths(across, 'height')
      const beside = { ...evidence, height: second?.from ?? null }
      const { from, to, unit } = statement.amount
      const isStep = from !== null && to !== null && isGirthStep(from, to) && unit !== 'm'
      const isTree = isStep && (second?.from ?? 0) >= 8 * to && whatIsMeasured(from, to, beside).join() === 'girth'
      putLength(statement, isTree ? 'girth' : 'height', isTree ? statement.amount : amount)
      return putLength(statement, isTree ? 'height' : 'spread', withUnit(across, amount))
    }
    if (amount.isChain) return doubt('impossible', statement)
    const readings = lengths(amount, 'height')
    if (amount.isLone) {
      unread.add(statement)
      const isWorthAsking = amount.hasDecimals || (amount.from ?? 0) >= 10
      const possible = isWorthAsking ? readings.filter(ends => isPossibleSize('height', ends)) : []
      if (possible.length > 0)
        doubt(
          'lone',
          statement,
          possible.map(ends => spanOf('height', ends)),
        )
      return
    }
    const [ends] = readings
    if (!ends) return
    const measures: Span[] =
      readings.length > 1 || amount.unit === 'm' || !same(ends, amount)
        ? ['height']
        : whatIsMeasured(ends.from, ends.to, evidence)
    const free = measures.filter(measure => !found.has(measure))
    const [only] = free
    // «3 м 60 см» has a height, but 60 cm is not a girth for it.
    const isSure = measures.length === 1 || isGirthStep(ends.from ?? 0, ends.to ?? 0)
    if (free.length === 1 && only && isSure) return putLength(statement, only, amount)
    // A second height beside the first is the spread, or an error.
    const alternatives: Span[] = free.length === measures.length ? free : [...measures, 'spread']
    const possible = alternatives.filter(measure => isPossibleSize(measure, ends))
    const code = free.length === measures.length ? 'measure' : 'conflict'
    doubt(
      possible.length === 0 ? 'impossible' : code,
      statement,
      possible.map(measure => spanOf(measure, ends)),
    )
  }

  const { root_size: _, ...others } = fields
  const wish: Wish = { ...others, root_size_from: packing.from, root_size_to: packing.to }
  return { fields, wish, doubts, unread }
}
