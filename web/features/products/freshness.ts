import type { Variant } from '#contract/variants.ts'
import { counted } from '#web/lib/plural.ts'

export type Freshness = 'fresh' | 'ageing' | 'stale'

const day = 86_400_000
const units = [
  { days: 365, forms: ['год', 'года', 'лет'] },
  { days: 30, forms: ['месяц', 'месяца', 'месяцев'] },
  { days: 14, unit: 7, forms: ['неделю', 'недели', 'недель'] },
  { days: 1, forms: ['день', 'дня', 'дней'] },
] as const satisfies { days: number; unit?: number; forms: readonly [string, string, string] }[]

/** Whole days from a time until now. */
export const daysSince = (iso: string, now: number) => Math.max(0, Math.floor((now - Date.parse(iso)) / day))

/** How reliable prices and stock are, by when the company last confirmed them. */
export function freshnessOf(days: number): Freshness {
  if (days <= 14) return 'fresh'
  return days <= 45 ? 'ageing' : 'stale'
}

/** «сегодня», «3 дня назад», «2 месяца назад». */
export function daysAgo(days: number): string {
  if (days === 0) return 'сегодня'
  if (days === 1) return 'вчера'
  const unit = units.find(entry => days >= entry.days)
  if (!unit) return 'сегодня'
  return `${counted(Math.floor(days / ('unit' in unit ? unit.unit : unit.days)), unit.forms)} назад`
}

/** When all offered sizes had been confirmed: the oldest of their times. */
export function confirmedAt(variants: Pick<Variant, 'stock' | 'confirmed_at'>[]): string | null {
  const offered = variants.filter(({ stock }) => stock !== 'sold_out')
  const times = (offered.length > 0 ? offered : variants).map(variant => variant.confirmed_at)
  return times.toSorted()[0] ?? null
}
