import { queryOptions } from '@tanstack/react-query'
import type { Hold } from '#contract/variants.ts'
import type { Api } from '#web/lib/api.ts'
import { type Counted, isAllHeld } from '#web/lib/available.ts'
import { ownProductsKey } from '../my-products/api.ts'

/** What deals hold of a size of the person's company. */
export const holdsQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: [...ownProductsKey, 'holds', id],
    queryFn: ({ signal }) => api.call('GET /variants/:id/holds/', { params: { id: String(id) }, signal }),
  })

/**
 * «удержано 20, свободно 10»; `""`: nothing is held. More may be held than there is, where the company has stated less
 * since: then it is all, and only the holds themselves say how many (`shortText`).
 */
export function heldText(variant: Counted): string {
  const { stock_quantity: stock, available_quantity: available } = variant
  if (isAllHeld(variant)) return `удержано всё: ${stock} шт.`
  if (stock === null || available === null || available === stock) return ''
  return `удержано ${stock - available}, свободно ${available}`
}

/** What the company has to put right: deals hold more than it says is there; `""`: they do not. */
export function shortText({ stock_quantity: stock }: Counted, holds: readonly Hold[]): string {
  const held = holds.reduce((sum, { quantity }) => sum + quantity, 0)
  return stock === null || held <= stock
    ? ''
    : `По сделкам обещано ${held} шт., а указано ${stock}. Исправьте остаток или предупредите покупателей.`
}

const days = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })

/** Until when a hold lasts unless the company confirms the deal. */
export const untilText = (until: string | null): string =>
  until === null ? 'сделка подтверждена' : `подтвердите до ${days.format(new Date(until))}`
