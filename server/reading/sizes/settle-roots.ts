import type { Root } from '#contract/variants.ts'
import type { Amount } from './amounts.ts'
import type { DoubtCode } from './doubts.ts'
import { type Ends, eachOf, inCentimetres, same, single, times } from './ends.ts'
import { isPossible, limits, type Sizes } from './sizes.ts'
import type { Statement } from './statements.ts'

type RootStatement = Statement & { is: 'root' }

/** The packing found, and what is unclear about it. */
interface Packing extends Ends {
  root: Root | null
  doubt: { code: DoubtCode; about: Statement; alternatives: Partial<Sizes>[] } | null
}

/** A ball in a basket is also wrapped in burlap. */
function commonRoots(some: Root[], others: Root[]): Root[] {
  const common = some.filter(root => others.includes(root))
  const all = [...some, ...others]
  return common.length === 0 && all.every(root => root === 'ball' || root === 'wire_ball') ? ['wire_ball'] : common
}

/** The size 0.6 of a ball is in metres. */
function sizeOfRoot(amount: Amount, roots: Root[]): Ends {
  const { unit, from, to } = amount
  if (unit === 'm' || unit === 'mm') return times(amount, inCentimetres[unit])
  const isBall = roots.includes('ball') || roots.includes('wire_ball')
  return unit === null && isBall && amount.hasDecimals && (to ?? from ?? 0) < 3 ? times(amount, 100) : { from, to }
}

/** Nobody sells containers of 1 to 40 litres as one: «С1 — 40» is a container and something else. */
const widestRange = 4

const isPossibleRoot = (root: Root, { from, to }: Ends) =>
  root === 'bare_root' ? from === null && to === null : isPossible(from, limits[root]) && isPossible(to, limits[root])

/** «Р9 (0,5 л)»: the litres are those of the pot, which the trade names by its width. */
function withoutLitresOfPots(roots: RootStatement[]): RootStatement[] {
  const isPot = roots.some(
    ({ roots: kinds, amount }) => kinds[0] === 'pot' && amount !== null && amount.unit !== 'l' && amount.from !== null,
  )
  return isPot ? roots.filter(({ amount }) => amount?.unit !== 'l' || (amount.to ?? amount.from ?? 0) > 5) : roots
}

/** Combines the words about one packing: «ком 60 в мет. корзине» is a wire basket of 60 cm. */
export function settleRoots(said: RootStatement[]): Packing {
  const roots = withoutLitresOfPots(said)
  const [first] = roots
  const nothing: Packing = { root: null, from: null, to: null, doubt: null }
  if (!first) return nothing
  let kinds = first.roots
  let size: Ends | null = null
  let clash: Statement | null = null
  for (const statement of roots) {
    const both = commonRoots(kinds, statement.roots)
    if (both.length === 0) clash = statement
    else kinds = both
    if (!statement.amount) continue
    const stated = sizeOfRoot(statement.amount, statement.roots)
    if (size && !same(size, stated)) clash = statement
    size ??= stated
  }
  const withDoubt = (code: DoubtCode, about: Statement, alternatives: Partial<Sizes>[], found = nothing): Packing => ({
    ...found,
    doubt: { code, about, alternatives },
  })
  if (clash) {
    const either = roots.flatMap(({ roots: kinds, amount }) =>
      kinds.map(root => ({ root, root_size: amount && single(sizeOfRoot(amount, [root])) })),
    )
    return withDoubt('conflict', clash, either)
  }
  const sized = roots.find(({ amount }) => amount !== null) ?? first
  const ends = size ?? { from: null, to: null }
  const possible = kinds.filter(root => isPossibleRoot(root, ends))
  const [root] = possible
  if (!root || sized.amount?.isChain) return withDoubt('impossible', sized, [])
  // «ЗКС» alone is a container of unknown size.
  if (possible.length > 1 && size === null && root === 'container') return { root, ...ends, doubt: null }
  if (possible.length > 1) {
    const either = possible.map(kind => ({ root: kind, root_size: single(ends) }))
    return withDoubt('root', sized, either)
  }
  const each = eachOf('root_size', ends).map(of => ({ root, ...of }))
  if (ends.from !== null && ends.to !== null && ends.from > ends.to) return withDoubt('order', sized, each)
  if ((ends.to ?? 0) > (ends.from ?? ends.to ?? 0) * widestRange)
    return withDoubt('range', sized, each, { ...nothing, root })
  const found = { root, ...ends, doubt: null }
  return size && single(ends) === null ? withDoubt('range', sized, each, found) : found
}
