import type { Codes } from './codes.ts'
import { fails } from './failures.ts'
import type { OfferTable } from './offer-table.ts'
import type { Bounds } from './table-query.ts'
import { unstated } from './unstated.ts'

export class Boundary {
  private min = Number.POSITIVE_INFINITY
  private max = Number.NEGATIVE_INFINITY

  /** Either end may be unstated. */
  take(low: number, high: number): void {
    const from = low === unstated ? high : low
    const to = high === unstated ? low : high
    if (from === unstated) return
    if (from < this.min) this.min = from
    if (to > this.max) this.max = to
  }

  /** Whether values between these bounds, which may both be unstated, can change the result. */
  isWithin(low: number, high: number): boolean {
    return low === unstated || (low >= this.min && high <= this.max)
  }

  bounds(): Bounds {
    return this.min <= this.max ? { min: this.min, max: this.max } : null
  }
}

/** Sums up the counts of offers, given by group and by the filters that they fail. */
export function counting(table: OfferTable) {
  const { groups, sections } = table.view()
  const { categories, regions, zones, forms, roots, stocks } = table
  const sums = {
    category: new Int32Array(categories.count()),
    region: new Int32Array(regions.count()),
    zone: new Int32Array(zones.count()),
    form: new Int32Array(forms.count()),
    root: new Int32Array(roots.count()),
    stock: new Int32Array(stocks.count()),
  }
  const { region } = groups
  const { category, zone, form, root, stock } = sections
  let total = 0
  const add = (sum: Int32Array, code: number, count: number) => {
    sum[code] = (sum[code] as number) + count
  }
  const mapOf = <Value extends string | number>(known: Codes<Value>, sum: Int32Array) => {
    const counts = new Map<Value, number>()
    for (const [code, count] of sum.entries()) {
      const value = known.valueOf(code)
      if (value !== null && count > 0) counts.set(value, count)
    }
    return counts
  }
  return {
    /** Offers of a section that fail at most one filter, except for the counts of regions. */
    count(section: number, failed: number, count: number): void {
      if (failed === 0) total += count
      if (failed === 0 || failed === fails.category) add(sums.category, category[section] as number, count)
      if (failed === 0 || failed === fails.zone) add(sums.zone, zone[section] as number, count)
      if (failed === 0 || failed === fails.form) add(sums.form, form[section] as number, count)
      if (failed === 0 || failed === fails.root) add(sums.root, root[section] as number, count)
      if (failed === 0 || failed === fails.stock) add(sums.stock, stock[section] as number, count)
    },
    /** Offers of a group that fail no filter but, perhaps, that by region. */
    countRegion(group: number, count: number): void {
      add(sums.region, region[group] as number, count)
    },
    result: () => ({
      count: total,
      category: mapOf(categories, sums.category),
      region: mapOf(regions, sums.region),
      zone: mapOf(zones, sums.zone),
      form: mapOf(forms, sums.form),
      root: mapOf(roots, sums.root),
      stock: mapOf(stocks, sums.stock),
    }),
  }
}
