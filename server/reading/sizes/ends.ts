import { round, type Sizes } from './sizes.ts'

/** A range; a single value is in both ends, an open end is null. */
export interface Ends {
  from: number | null
  to: number | null
}

export const single = ({ from, to }: Ends) => (from !== null && from === to ? from : null)
export const times = ({ from, to }: Ends, factor: number): Ends => ({
  from: from === null ? null : round(from * factor),
  to: to === null ? null : round(to * factor),
})
export const same = (one: Ends, other: Ends) => one.from === other.from && one.to === other.to

export const inCentimetres = { mm: 0.1, cm: 1, m: 100 }

/** «штамб 200–220»: either value. */
export const eachOf = (field: keyof Sizes, { from, to }: Ends): Partial<Sizes>[] =>
  [from, to].flatMap(value => (value === null ? [] : [{ [field]: value }]))
