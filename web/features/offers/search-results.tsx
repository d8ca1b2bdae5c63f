import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { ProductGrid } from '../products/product-grid.tsx'
import { categoriesQuery, searchQuery } from './api.ts'
import { CategoryList } from './category-list.tsx'
import { filtersHref, listSearchOf, pageOf, pagesFor, readFilters } from './filter-state.ts'

export async function loadSearch({ queries, api }: AppContext, params: URLSearchParams): Promise<void> {
  await Promise.all([
    queries.ensureQueryData(categoriesQuery(api)),
    queries.ensureQueryData(searchQuery(api, listSearchOf(params))),
  ])
}

/** Shown on the home page instead of the latest products when there is a search. */
export function SearchResults({ params }: { params: URLSearchParams }) {
  const { api } = useApp()
  const filters = readFilters(params)
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  const { data: found } = useSuspenseQuery(searchQuery(api, listSearchOf(params)))
  return (
    <div className="mx-auto max-w-page px-4 pt-8 sm:px-6">
      <h1 className="text-3xl wrap-anywhere">
        «{filters.search}»: {counted(found.count, plants)}
      </h1>
      <Link
        to={`/offers?${new URLSearchParams({ search: filters.search })}`}
        className="link mt-2 inline-flex min-h-11 items-center"
      >
        Все размеры и цены по этому запросу
      </Link>
      {found.count > 0 ? (
        <>
          <section aria-label="В каких категориях" className="mt-4 mb-8">
            <CategoryList categories={found.categories} search={filters.search} />
          </section>
          <ProductGrid products={found.results} heading="h2" showCategory eagerCount={4} />
          <Pager page={pageOf(params)} pages={pagesFor(found.count)} href={page => filtersHref('/', filters, page)} />
        </>
      ) : (
        <div className="mt-6 grid gap-10">
          <EmptyState title="Ничего не нашлось" action={<ButtonLink to="/">Показать новые объявления</ButtonLink>}>
            Проверьте, нет ли опечатки, или спросите короче: «туя» вместо «туя западная смарагд 120 см». Искать можно
            по-русски и по-латыни.
          </EmptyState>
          <section aria-labelledby="categories">
            <h2 id="categories" className="mb-3 text-2xl">
              Категории
            </h2>
            <CategoryList categories={categories} />
          </section>
        </div>
      )}
    </div>
  )
}
