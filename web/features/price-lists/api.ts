import { queryOptions } from '@tanstack/react-query'
import type { Problem } from '#contract/errors.ts'
import type { PriceList } from '#contract/price-lists.ts'
import type { Api } from '#web/lib/api.ts'
import { type Sending, sendForm } from '#web/lib/send-form.ts'
import { byName } from '#web/ui/sort-names.ts'
import { type RowView, rowsOnPage } from './row-view.ts'

export const listsOnPage = 20

export const listsKey = ['member', 'price-lists'] as const

export const listsQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: [...listsKey, 'all', page],
    queryFn: ({ signal }) => api.call('GET /price-lists/', { query: { page, page_size: listsOnPage }, signal }),
  })

export const listQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...listsKey, 'one', id],
    queryFn: ({ signal }) => api.call('GET /price-lists/:id/', { params: { id }, signal }),
  })

export const mailAddressQuery = (api: Api) =>
  queryOptions({
    queryKey: [...listsKey, 'address'],
    queryFn: ({ signal }) => api.call('GET /price-lists/address/', { signal }),
  })

export const rowsKey = (id: string) => [...listsKey, 'rows', id] as const

export const rowsQuery = (api: Api, id: string, { show, sheet, page }: RowView) =>
  queryOptions({
    queryKey: [...rowsKey(id), show, sheet, page],
    queryFn: ({ signal }) =>
      api.call('GET /price-lists/:id/rows/', {
        params: { id },
        query: { [show.by]: show.value, sheet, page, page_size: rowsOnPage },
        signal,
      }),
  })

/** As many rows of a sheet as show how it is laid out. */
const firstRows = 12

export const firstRowsQuery = (api: Api, id: string, sheet: string) =>
  queryOptions({
    queryKey: [...rowsKey(id), 'first', sheet],
    queryFn: ({ signal }) =>
      api.call('GET /price-lists/:id/rows/', { params: { id }, query: { sheet, page_size: firstRows }, signal }),
  })

export const categoriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['price-list-categories'],
    queryFn: async ({ signal }) => byName(await api.call('GET /products/short_list_categories/', { signal })),
    staleTime: 60_000,
  })

/** Sends a file to be read. Throws an Error whose message is for the person. */
export type SendList = (file: File, sending: Sending) => Promise<PriceList>

export const listSender =
  (refreshAccess: () => Promise<boolean>): SendList =>
  async (file, sending) => {
    const form = new FormData()
    form.append('file', file, file.name)
    const { status, body } = await sendForm('/api/price-lists/', form, sending, refreshAccess)
    if (status === 201) return body as PriceList
    if (status === 0) throw new Error('Нет связи с сервером. Проверьте подключение и попробуйте ещё раз.')
    const problem = body as Problem | null
    throw new Error(problem?.fields?.file?.[0]?.message ?? problem?.detail ?? 'Сервер ответил непонятно.')
  }
