import { type PriceListCounts, type RowKind, type RowState, rowKinds, rowStates } from '#contract/price-lists.ts'

export const rowsOnPage = 25

/** Which rows are shown: offers in a state, or rows of a kind that offers nothing. */
export type Shown = { by: 'state'; value: RowState } | { by: 'kind'; value: Exclude<RowKind, 'offer'> }

/** The rows in the address. */
export interface RowView {
  show: Shown
  /** `""`: of all sheets. */
  sheet: string
  page: number
}

/** In the order in which they are looked through. */
export const stateOrder = [
  'doubtful',
  'new',
  'changed',
  'unchanged',
  'rejected',
  'skipped',
] as const satisfies readonly RowState[]

export const serviceKinds = ['section', 'header', 'note', 'empty'] as const satisfies readonly RowKind[]

const countOfKind = { section: 'sections', header: 'headers', note: 'notes', empty: 'empty' } as const

export const countOf = (counts: PriceListCounts, { by, value }: Shown): number =>
  by === 'state' ? counts[value] : counts[countOfKind[value]]

export const serviceCount = (counts: PriceListCounts): number =>
  serviceKinds.reduce((sum, kind) => sum + counts[countOfKind[kind]], 0)

/** The first of the states that has rows. */
export function firstShown(counts: PriceListCounts): Shown {
  const value = stateOrder.find(state => counts[state] > 0) ?? 'doubtful'
  return { by: 'state', value }
}

/** The first kind that has rows. */
export function firstService(counts: PriceListCounts): Shown {
  const value = serviceKinds.find(kind => counts[countOfKind[kind]] > 0) ?? 'section'
  return { by: 'kind', value }
}

/** `first`: what is shown unless the address says otherwise. */
export function readView(params: URLSearchParams, first: Shown): RowView {
  const asked = params.get('rows')
  const state = rowStates.find(known => known === asked)
  const kind = rowKinds.find(known => known === asked && known !== 'offer')
  const page = Number(params.get('page'))
  return {
    show: state ? { by: 'state', value: state } : kind && kind !== 'offer' ? { by: 'kind', value: kind } : first,
    sheet: params.get('sheet') ?? '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

export function viewHref({ show, sheet, page }: RowView): string {
  const params = new URLSearchParams({ rows: show.value })
  if (sheet !== '') params.set('sheet', sheet)
  if (page > 1) params.set('page', String(page))
  return `?${params}`
}
