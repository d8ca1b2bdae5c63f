import { noSizes, type Sizes, type Wish } from './sizes.ts'

const names = Object.keys(noSizes) as (keyof Sizes)[]

/**
 * Whether two variants have the same size, packing and form. A value stated by only one of them makes them different: a
 * nursery that lists a lime in RB 60 and one without a ball sells two different things.
 */
export const sameSize = (one: Sizes, other: Sizes): boolean => names.every(name => one[name] === other[name])

export type Fit = 'exact' | 'larger' | 'smaller' | 'other'

interface Ends {
  from: number | null
  to: number | null
}

/** Ranges fit if they overlap, not if they only touch; a single value fits if the range contains it. */
function fitOfRange(wished: Ends, offered: Ends): Fit {
  if (wished.from === null && wished.to === null) return 'exact'
  if (offered.from === null && offered.to === null) return 'other'
  const [low, high] = [wished.from ?? -Infinity, wished.to ?? Infinity]
  const [from, to] = [offered.from ?? -Infinity, offered.to ?? Infinity]
  const isSingle = low === high || from === to
  if (isSingle ? from <= high && low <= to : from < high && low < to) return 'exact'
  return from >= high ? 'larger' : 'smaller'
}

const one = (value: number | null): Ends => ({ from: value, to: value })

/** More transplantings are better, and an offer that does not state them is not rejected. */
const fitOfTransplants = (wished: number | null, offered: number | null): Fit =>
  wished !== null && offered !== null && offered < wished ? 'smaller' : 'exact'

function fitOfRootSize(wished: Wish, offered: Sizes): Fit {
  const fit = fitOfRange({ from: wished.root_size_from, to: wished.root_size_to }, one(offered.root_size))
  // A tray with more cells is neither larger nor smaller.
  return fit !== 'exact' && offered.root === 'tray' ? 'other' : fit
}

/**
 * How an offer fits a request: `exact` if every requested value is met, `larger` or `smaller` if all sizes that differ
 * do so in this direction, `other` if form or packing differ, sizes differ in both directions, or the offer does not
 * state a requested value.
 */
export function fitOf(wished: Wish, offered: Sizes): Fit {
  if (wished.form !== null && wished.form !== offered.form) return 'other'
  if (wished.root !== null && wished.root !== offered.root) return 'other'
  const ofSpan = (span: 'height' | 'spread' | 'girth') =>
    fitOfRange(
      { from: wished[`${span}_from`], to: wished[`${span}_to`] },
      { from: offered[`${span}_from`], to: offered[`${span}_to`] },
    )
  const fits = new Set<Fit>([
    ofSpan('height'),
    ofSpan('spread'),
    ofSpan('girth'),
    fitOfRange(one(wished.stem_height), one(offered.stem_height)),
    fitOfRange(one(wished.stems), one(offered.stems)),
    fitOfTransplants(wished.transplants, offered.transplants),
    fitOfRootSize(wished, offered),
  ])
  fits.delete('exact')
  const [fit = 'exact'] = fits
  return fits.size > 1 ? 'other' : fit
}
