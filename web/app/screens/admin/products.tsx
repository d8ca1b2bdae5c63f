import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Route, Routes, useSearchParams } from 'react-router'
import type { ReviewedProduct, ReviewTab } from '#contract/moderation/products.ts'
import { AdminTabs } from '#web/features/moderation/admin-tabs.tsx'
import { productsQuery } from '#web/features/moderation/products/api.ts'
import { ProductCard } from '#web/features/moderation/products/review-card.tsx'
import { SearchField } from '#web/features/moderation/search-field.tsx'
import { searchHref } from '#web/features/moderation/search-href.ts'
import { useRestoredFocus } from '#web/features/moderation/use-restored-focus.ts'
import { attributeGroups } from '#web/features/products/page/attributes.ts'
import { useApp } from '#web/lib/app-context.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paged } from '#web/ui/paged.tsx'

const home = '/staff/listings'
const tabs: { tab: ReviewTab; to: string; name: string; empty: string }[] = [
  { tab: 'waiting', to: home, name: 'Ждут', empty: 'Ничего не ждёт' },
  { tab: 'returned', to: `${home}/returned`, name: 'Возвращены', empty: 'Возвращённых нет' },
  { tab: 'hidden', to: `${home}/hidden`, name: 'Сняты', empty: 'Снятых нет' },
  { tab: 'published', to: `${home}/published`, name: 'Опубликованы', empty: 'Опубликованных нет' },
  { tab: 'all', to: `${home}/all`, name: 'Все', empty: 'Объявлений пока нет' },
]

export function Component() {
  return (
    <>
      <h1 className="mb-4 text-3xl">Объявления</h1>
      <Routes>
        {tabs.map(({ tab, to, empty }) => (
          <Route
            key={tab}
            path={to.slice(home.length + 1)}
            element={<Products key={tab} tab={tab} emptyTitle={empty} />}
          />
        ))}
      </Routes>
    </>
  )
}

const factsOf = (product: ReviewedProduct) => attributeGroups(product).flatMap(({ attributes }) => attributes)

function Products({ tab, emptyTitle }: { tab: ReviewTab; emptyTitle: string }) {
  const { api } = useApp()
  const [params] = useSearchParams()
  const page = pageOf(params)
  const search = params.get('search') ?? ''
  const products = useQuery({ ...productsQuery(api, tab, search, page), placeholderData: keepPreviousData })
  const counts: Partial<Record<ReviewTab, number>> = products.data?.counts ?? {}
  const list = useRestoredFocus<HTMLDivElement>()
  return (
    <>
      <AdminTabs
        label="Какие объявления"
        tabs={tabs.map(({ to, name, tab: key }) => ({
          to: to + searchHref(search),
          name: counts[key] ? `${name} ${counts[key]}` : name,
        }))}
      />
      <SearchField label="Название, компания или номер" className="mb-6" />
      <div {...list} className="outline-none">
        <Paged
          query={products}
          page={page}
          href={number => searchHref(search, number)}
          empty={search ? <NothingFound tab={tab} search={search} /> : <EmptyState title={emptyTitle} />}
        >
          {entries => (
            <ul aria-label="Объявления" className="grid gap-6">
              {entries.map((product, index) => (
                <li key={product.id}>
                  <ProductCard
                    product={product}
                    facts={factsOf(product)}
                    withState={tab === 'all'}
                    isFirst={index === 0}
                  />
                </li>
              ))}
            </ul>
          )}
        </Paged>
      </div>
    </>
  )
}

function NothingFound({ tab, search }: { tab: ReviewTab; search: string }) {
  if (tab === 'all') return <EmptyState title="Ничего не нашлось" />
  return (
    <EmptyState
      title="Здесь ничего не нашлось"
      action={<ButtonLink to={`${home}/all${searchHref(search)}`}>Искать среди всех</ButtonLink>}
    />
  )
}
