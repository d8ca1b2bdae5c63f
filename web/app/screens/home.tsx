import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { categoriesQuery, latestQuery, searchQuery } from '#web/features/catalogue/api.ts'
import { CategoryList } from '#web/features/catalogue/category-list.tsx'
import { filtersHref, listSearchOf, pageOf, pagesFor, readFilters } from '#web/features/catalogue/filter-state.ts'
import { offerCatalog } from '#web/features/catalogue/offer-catalog.ts'
import { PlantRow } from '#web/features/catalogue/plant-row.tsx'
import { ProductGrid } from '#web/features/catalogue/product-grid.tsx'
import { SearchBox } from '#web/features/catalogue/search-box.tsx'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Pager } from '#web/ui/pager.tsx'

const title = 'Растения для ландшафтного дизайна'
const description =
  'Каталог растений от питомников России: деревья, хвойные, кустарники, розы и многолетники с размерами, зонами зимостойкости и ценами. Купить и продать растения для сада и ландшафта.'

export const loader =
  ({ queries, api }: AppContext) =>
  async ({ request }: LoaderFunctionArgs) => {
    const params = new URL(request.url).searchParams
    const { search } = readFilters(params)
    await Promise.all([
      queries.ensureQueryData(categoriesQuery(api)),
      search
        ? queries.ensureQueryData(searchQuery(api, listSearchOf(params)))
        : queries.ensureQueryData(latestQuery(api)),
    ])
    return null
  }

export function Component() {
  const [params] = useSearchParams()
  return readFilters(params).search ? <SearchResults params={params} /> : <Latest />
}

function Latest() {
  const { api, publicUrl } = useApp()
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  const { data: latest } = useSuspenseQuery(latestQuery(api))
  const total = categories.reduce((sum, category) => sum + category.products_count, 0)
  return (
    <>
      <PageMeta
        title={title}
        description={description}
        path="/"
        image={latest[0]?.get_image}
        structuredData={[
          { '@type': 'WebSite', name: 'Дендро', url: publicUrl, inLanguage: 'ru' },
          offerCatalog(publicUrl, 'Новые объявления', latest),
        ]}
      />
      <section className="border-b-2 border-ink">
        <div className="mx-auto grid max-w-page items-end gap-x-10 px-4 sm:px-6 lg:grid-cols-[5fr_6fr]">
          <div className="pt-8 pb-6 sm:pt-12 lg:pb-14">
            <h1 className="text-display">Купить и продать растения для ландшафтного дизайна</h1>
            <p className="mt-4 mb-6 max-w-lg text-muted sm:text-lg">
              Питомники со всей России выкладывают деревья, кустарники и цветы с размерами, зонами и ценами. Сейчас в
              каталоге {counted(total, plants)}.
            </p>
            <SearchBox search="" />
          </div>
          <PlantRow />
        </div>
      </section>
      <div className="mx-auto max-w-page px-4 sm:px-6">
        <section aria-labelledby="categories" className="pt-10">
          <h2 id="categories" className="mb-3 text-2xl">
            Категории
          </h2>
          <CategoryList categories={categories} />
        </section>
        <section aria-labelledby="latest" className="pt-12">
          <h2 id="latest" className="mb-5 text-2xl">
            Новые объявления
          </h2>
          {latest.length > 0 ? (
            <ProductGrid products={latest} detailsLabel="Подробнее" heading="h3" showCategory />
          ) : (
            <EmptyState
              title="Объявлений пока нет"
              action={<ButtonLink to="/signup">Зарегистрировать питомник</ButtonLink>}
            >
              Каталог только открылся. Станьте первым, кто выложит в него растения.
            </EmptyState>
          )}
        </section>
      </div>
    </>
  )
}

function SearchResults({ params }: { params: URLSearchParams }) {
  const { api } = useApp()
  const filters = readFilters(params)
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  const { data: found } = useSuspenseQuery(searchQuery(api, listSearchOf(params)))
  return (
    <div className="mx-auto max-w-page px-4 pt-8 sm:px-6">
      <PageMeta title={title} description={description} />
      <div className="max-w-2xl">
        <SearchBox search={filters.search} />
      </div>
      <h1 className="mt-8 text-3xl">
        «{filters.search}»: {counted(found.count, plants)}
      </h1>
      {found.count > 0 ? (
        <>
          <section aria-label="В каких категориях" className="mt-4 mb-8">
            <CategoryList categories={found.categories} search={filters.search} />
          </section>
          <ProductGrid products={found.results} detailsLabel="Подробнее" heading="h2" showCategory eagerCount={4} />
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
