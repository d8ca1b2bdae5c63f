import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigation, useParams, useSearchParams } from 'react-router'
import { ActiveFilters } from '#web/features/offers/active-filters.tsx'
import { categoryQuery } from '#web/features/offers/api.ts'
import { activeFilters, clearedFilters } from '#web/features/offers/category-chips.ts'
import { CategoryFilters } from '#web/features/offers/category-filters.tsx'
import {
  filtersHref,
  listSearchOf,
  orderings,
  pageOf,
  pagesFor,
  readFilters,
} from '#web/features/offers/filter-state.ts'
import { offerCatalog } from '#web/features/offers/offer-catalog.ts'
import { ProductGrid } from '#web/features/products/product-grid.tsx'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { breadcrumbList } from '#web/lib/breadcrumb-list.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SortLinks } from '#web/ui/sort-links.tsx'

export const loader =
  ({ queries, api }: AppContext) =>
  async ({ params, request }: LoaderFunctionArgs) => {
    const search = listSearchOf(new URL(request.url).searchParams)
    await queries.ensureQueryData(categoryQuery(api, params.category_slug ?? '', search))
    return null
  }

export function Component() {
  const { api, publicUrl } = useApp()
  const { category_slug: slug = '' } = useParams()
  const [params] = useSearchParams()
  const navigation = useNavigation()
  const { data } = useSuspenseQuery(categoryQuery(api, slug, listSearchOf(params)))
  const { category, products, count } = data

  const path = `/products/${slug}`
  const filters = readFilters(params)
  const active = activeFilters(filters, data)
  const page = pageOf(params)
  const crumbs = [{ name: 'Каталог', to: '/' }, { name: category.name }]
  // While filters change, the old plants stay visible, dimmed, until the new ones are loaded.
  const narrowing = navigation.location?.pathname === path

  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta
        title={screenTitle(category.name)}
        description={`${category.name}: ${counted(count, plants)} от питомников России с размерами, зонами зимостойкости и ценами.`}
        // Search engines index the pages of the category, not its thousands of filtered views.
        path={active.length === 0 && !filters.ordering ? filtersHref(path, filters, page) : undefined}
        image={products[0]?.get_image}
        structuredData={[breadcrumbList(publicUrl, crumbs), offerCatalog(publicUrl, category.name, products)]}
      />
      <Breadcrumbs crumbs={crumbs} />
      <h1 className="mt-1 text-3xl">
        {category.name}
        <span className="ml-3 font-sans text-base whitespace-nowrap text-muted">{counted(count, plants)}</span>
      </h1>
      <div className="mt-5 gap-10 lg:grid lg:grid-cols-[16rem_1fr]">
        <aside aria-label="Отбор растений">
          <CategoryFilters path={path} filters={filters} page={data} activeCount={active.length} />
        </aside>
        <div className="min-w-0 max-lg:mt-2">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <SortLinks
              orders={orderings.map(({ value, name }) => ({
                name,
                to: filtersHref(path, { ...filters, ordering: value }),
                isCurrent: value === filters.ordering,
              }))}
            />
            <ActiveFilters
              chips={active.map(({ key, text, without }) => ({ key, text, to: filtersHref(path, without) }))}
              clearTo={filtersHref(path, clearedFilters(filters))}
            />
          </div>
          <div aria-busy={narrowing} className={narrowing ? 'opacity-55 transition-opacity delay-150' : undefined}>
            {products.length > 0 ? (
              <ProductGrid products={products} heading="h2" beside eagerCount={3} />
            ) : active.length > 0 ? (
              <EmptyState
                title="Под эти условия ничего не подошло"
                action={<ButtonLink to={filtersHref(path, clearedFilters(filters))}>Сбросить фильтры</ButtonLink>}
              >
                Уберите одно из условий выше или раздвиньте цену и высоту.
              </EmptyState>
            ) : (
              <EmptyState title="Тут пока пусто." action={<ButtonLink to="/">Посмотреть весь каталог</ButtonLink>}>
                В этой категории ещё нет объявлений. Загляните в соседние.
              </EmptyState>
            )}
          </div>
          <Pager page={page} pages={pagesFor(count)} href={number => filtersHref(path, filters, number)} />
        </div>
      </div>
      {/* Announces to screen readers that the filter has been applied. */}
      <output className="sr-only">{narrowing ? '' : `Показано: ${counted(count, plants)}`}</output>
    </div>
  )
}
