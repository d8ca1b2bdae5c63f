import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ContactPerson } from '#contract/companies.ts'
import type { Product } from '#contract/products.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsWide } from '#web/ui/use-is-wide.ts'
import { ownProductsQuery, rowsOnPage } from './api.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ListFilters } from './list-filters.tsx'
import { isFiltered, type OwnView, readView, viewParams } from './own-view.ts'
import { ProductCards } from './product-cards.tsx'
import { ProductTable } from './product-table.tsx'
import { useRemoveProduct } from './use-remove-product.ts'

const chooseAllText = 'Выбрать всё на странице'

interface ProductListProps {
  /** Employees to whom products can be assigned; empty if the person may not assign. */
  members: ContactPerson[]
  /** Shown instead of the list if the company has no products. */
  empty: ReactNode
}

/** The company's products with their sizes: filtered, sorted and paged by the server according to the address. */
export function ProductList({ members, empty }: ProductListProps) {
  const { api } = useApp()
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  // A field that followed the address would lose typed characters.
  const [search, setSearch] = useState(view.search)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [doomed, setDoomed] = useState<Product | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const isWide = useIsWide()
  const remove = useRemoveProduct()
  const list = useQuery({ ...ownProductsQuery(api, view), placeholderData: keepPreviousData })

  function show(changes: Partial<OwnView>) {
    const options = { replace: true, preventScrollReset: true }
    setParams(before => viewParams({ ...readView(before), page: 1, ...changes }), options)
  }

  function type(text: string) {
    setSearch(text)
    clearTimeout(typing.current)
    typing.current = setTimeout(() => show({ search: text }), 250)
  }

  if (!list.data) {
    return (
      <Pending queries={[list]}>
        <Skeleton className="mb-4 h-12" />
        <Skeleton className="h-128" />
      </Pending>
    )
  }
  const { count, results } = list.data
  if (count === 0 && !isFiltered(view)) return empty
  const List = isWide ? ProductTable : ProductCards
  const editable = results.filter(({ can }) => can.edit)
  const chosenHere = editable.filter(({ id }) => chosen.has(id))
  const choose = (ids: number[], isChosen: boolean) =>
    setChosen(before => new Set(isChosen ? [...before, ...ids] : [...before].filter(id => !ids.includes(id))))

  const chooseAll = (label: ReactNode) => (
    <CheckboxField
      label={label}
      checked={editable.length > 0 && chosenHere.length === editable.length}
      disabled={editable.length === 0}
      onChange={event =>
        choose(
          editable.map(({ id }) => id),
          event.target.checked,
        )
      }
    />
  )
  const found = (
    <output className="text-muted tabular-nums">
      {isFiltered(view) ? `Найдено: ${counted(count, plants)}` : counted(count, plants)}
    </output>
  )

  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      <ListFilters view={view} search={search} onSearch={type} onChange={show}>
        {isWide && found}
      </ListFilters>
      {!isWide && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
          {chooseAll(chooseAllText)}
          {found}
        </div>
      )}
      {results.length > 0 ? (
        <List
          products={results}
          chooseAll={chooseAll(<span className="sr-only">{chooseAllText}</span>)}
          sorting={view.sort}
          onSort={sort => show({ sort })}
          onRemove={setDoomed}
          chosen={chosen}
          onChoose={(id, isChosen) => choose([id], isChosen)}
        />
      ) : (
        <NothingFound
          onShowAll={() => {
            setSearch('')
            setParams(viewParams({ ...readView(new URLSearchParams()), sort: view.sort }), { replace: true })
          }}
        />
      )}
      <Pager
        page={view.page}
        pages={Math.ceil(count / rowsOnPage)}
        href={page => `?${viewParams({ ...view, page })}`}
      />
      <BulkBar chosen={chosenHere} members={members} onDone={() => setChosen(new Set())} />
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Удалить растение?"
        label="Удалить"
        onConfirm={() => {
          if (doomed) remove(doomed)
          setDoomed(null)
          // The button that opened the dialog disappears with its row.
          region.current?.focus({ preventScroll: true })
        }}
      >
        <p>«{doomed?.name}» исчезнет из каталога вместе со снимками. Вернуть объявление будет нельзя.</p>
      </ConfirmDialog>
    </div>
  )
}

function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState title="Ничего не нашлось" action={<Button onClick={onShowAll}>Показать все</Button>}>
      Проверьте, нет ли опечатки, или снимите часть условий.
    </EmptyState>
  )
}
