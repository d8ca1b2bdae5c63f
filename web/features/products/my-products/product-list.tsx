import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Product } from '#contract/products.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useIsWide } from '#web/ui/use-is-wide.ts'
import { ProductCards } from './product-cards.tsx'
import { productSearch, rowsOnPage, type Sorting, sortingOf, sortProducts } from './product-rows.ts'
import { ProductTable } from './product-table.tsx'
import { useRemoveProduct } from './use-remove-product.ts'

/** The address of a view of the list; what goes without saying stays out of it. */
function viewParams(search: string, sorting: Sorting, page = 1): URLSearchParams {
  return new URLSearchParams([
    ...(search.trim() ? [['search', search.trim()]] : []),
    ...(sorting ? [['sort', sorting]] : []),
    ...(page > 1 ? [['page', String(page)]] : []),
  ])
}

/** All plants of the company at once: searched, sorted and paged here, in the browser. */
export function ProductList({ products }: { products: Product[] }) {
  const [params, setParams] = useSearchParams()
  // The router hears of each letter a moment later; a field that waited for it would lose some.
  const [search, setSearch] = useState(params.get('search') ?? '')
  const [doomed, setDoomed] = useState<Product | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const isWide = useIsWide()
  const remove = useRemoveProduct()

  const sorting = sortingOf(params.get('sort'))
  const query = useDeferredValue(search)
  const searchIn = useMemo(() => productSearch(products), [products])
  const sorted = useMemo(() => sortProducts(products, sorting), [products, sorting])
  const found = useMemo(() => searchIn(sorted, query), [searchIn, sorted, query])
  const pages = Math.max(1, Math.ceil(found.length / rowsOnPage))
  const page = Math.min(Math.max(1, Math.trunc(Number(params.get('page'))) || 1), pages)
  const List = isWide ? ProductTable : ProductCards

  function show(newSearch: string, newSorting: Sorting) {
    setSearch(newSearch)
    setParams(viewParams(newSearch, newSorting), { replace: true, preventScrollReset: true })
  }

  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <TextField
          label="Поиск в таблице"
          type="search"
          className="w-full sm:w-80"
          value={search}
          onChange={event => show(event.target.value, sorting)}
        />
        <output className="text-muted tabular-nums">
          {query.trim() ? `Найдено: ${counted(found.length, plants)}` : counted(products.length, plants)}
        </output>
      </div>
      {found.length > 0 ? (
        <List
          products={found.slice((page - 1) * rowsOnPage, page * rowsOnPage)}
          sorting={sorting}
          onSort={by => show(search, by)}
          onRemove={setDoomed}
        />
      ) : (
        <EmptyState title="Ничего не нашлось" action={<Button onClick={() => show('', sorting)}>Показать все</Button>}>
          Проверьте, нет ли опечатки, или ищите по части слова.
        </EmptyState>
      )}
      <Pager page={page} pages={pages} href={number => `?${viewParams(search, sorting, number)}`} />
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Удалить растение?"
        label="Удалить"
        onConfirm={() => {
          if (doomed) remove(doomed)
          setDoomed(null)
          // The button that has called the dialog goes with its row.
          region.current?.focus({ preventScroll: true })
        }}
      >
        <p>«{doomed?.name}» исчезнет из каталога вместе со снимками. Вернуть объявление будет нельзя.</p>
      </ConfirmDialog>
    </div>
  )
}
