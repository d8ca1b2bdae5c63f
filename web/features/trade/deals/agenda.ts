import type { DealSummary } from '#contract/deals.ts'

type Wanted = Pick<DealSummary, 'wanted_from' | 'wanted_to'>

/** The day on which a deal stands in the calendar: from when its plants are wanted, else until when. */
export const dayOf = ({ wanted_from, wanted_to }: Wanted) => wanted_from ?? wanted_to

export interface AgendaDay<Deal> {
  /** `null`: no date is named. */
  day: string | null
  deals: Deal[]
}

/** Deals by the day on which their plants are wanted, the soonest first, those without a date last. */
export function agendaOf<Deal extends Wanted>(deals: readonly Deal[]): AgendaDay<Deal>[] {
  const days = new Map<string | null, Deal[]>()
  for (const deal of deals) {
    const day = dayOf(deal)
    days.set(day, [...(days.get(day) ?? []), deal])
  }
  return [...days]
    .map(([day, some]) => ({ day, deals: some }))
    .toSorted(({ day: one }, { day: other }) => (one ?? '9').localeCompare(other ?? '9'))
}
