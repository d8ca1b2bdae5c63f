import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'
import { type Counted, isAllHeld } from '#web/lib/available.ts'
import { ownProductsKey } from './api.ts'

/** What deals hold of a size of the person's company. */
export const holdsQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: [...ownProductsKey, 'holds', id],
    queryFn: ({ signal }) => api.call('GET /variants/:id/holds/', { params: { id: String(id) }, signal }),
  })

/** «удержано 20, свободно 10»; `""`: nothing is held. More may be held than there is: a list has stated less since. */
export function heldText(variant: Counted): string {
  const { stock_quantity: stock, available_quantity: available } = variant
  if (isAllHeld(variant)) return 'удержано всё, что есть'
  if (stock === null || available === null || available === stock) return ''
  return `удержано ${stock - available}, свободно ${available}`
}

const days = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })

/** Until when a hold lasts unless the company confirms the deal. */
export const untilText = (until: string | null): string =>
  until === null ? 'сделка подтверждена' : `подтвердите до ${days.format(new Date(until))}`
