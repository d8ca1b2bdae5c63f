import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, lazy, Suspense } from 'react'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { showcaseQuery } from '#web/features/offers/api.ts'
import { CategoryTiles } from '#web/features/offers/category-tiles.tsx'
import { NurseryTiles } from '#web/features/offers/nursery-tiles.tsx'
import { offerCatalog } from '#web/features/offers/offer-catalog.ts'
import { PlantRow } from '#web/features/offers/plant-row.tsx'
import { ProductGrid } from '#web/features/products/product-grid.tsx'
import { PasteBox } from '#web/features/projects/paste-box.tsx'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { useSession } from '#web/lib/session.ts'
import { PageMeta } from '#web/ui/page-meta.tsx'

const title = 'Растения для ландшафтного дизайна'
const description =
  'Каталог растений от питомников России: деревья, хвойные, кустарники, розы и многолетники с размерами, зонами зимостойкости и ценами.'

// Most visits begin without a search, and the first page's script has a tight size budget.
const loadSearchResults = () => import('#web/features/offers/search-results.tsx')
const SearchResults = lazy(async () => ({ default: (await loadSearchResults()).SearchResults }))

const WantedRow = lazy(async () => ({ default: (await import('#web/features/posts/wanted-row.tsx')).WantedRow }))

/** Examples of searches: a plant with a size, with packing, with a quantity. */
const examples = ['липа 18–20', 'туя смарагд С10', '40 шт сосна горная']

const isSearch = (params: URLSearchParams) => Boolean(params.get('search')?.trim())

export const loader =
  (context: AppContext) =>
  async ({ request }: LoaderFunctionArgs) => {
    const { queries, api } = context
    const params = new URL(request.url).searchParams
    if (isSearch(params)) {
      const { loadSearch } = await loadSearchResults()
      await loadSearch(context, params)
    } else {
      await queries.ensureQueryData(showcaseQuery(api))
    }
    return null
  }

export function Component() {
  const [params] = useSearchParams()
  if (!isSearch(params)) return <Latest />
  return (
    <>
      <PageMeta title={title} description={description} />
      <Suspense>
        <SearchResults params={params} />
      </Suspense>
    </>
  )
}

function Latest() {
  const { api, publicUrl } = useApp()
  const {
    data: { categories, products: latest, teams },
  } = useSuspenseQuery(showcaseQuery(api))
  const { isAuthenticated } = useSession()
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
            <p className="mt-4 max-w-lg text-muted sm:text-lg">
              Питомники со всей России выкладывают деревья, кустарники и цветы с размерами, зонами и ценами. Сейчас в
              каталоге {counted(total, plants)}.
            </p>
            <p className="mt-4 max-w-lg text-muted">
              Ищите как в прайсе:{' '}
              {examples.map((example, at) => (
                <Fragment key={example}>
                  {at > 0 && ', '}
                  <Link to={`/offers?${new URLSearchParams({ search: example })}`} className="link">
                    {example}
                  </Link>
                </Fragment>
              ))}
            </p>
          </div>
          <PlantRow />
        </div>
      </section>
      <div className="mx-auto max-w-page px-4 sm:px-6">
        <section
          aria-labelledby="by-list"
          className="mt-10 grid items-center gap-x-16 gap-y-5 rounded-xl border border-line bg-surface p-5 sm:p-8 lg:grid-cols-2"
        >
          <div>
            <h2 id="by-list" className="text-2xl">
              Есть ассортиментная ведомость?
            </h2>
            <p className="mt-2 text-muted">
              Вставьте её целиком или перетащите файл: для каждой строки найдём предложения питомников и посчитаем смету
              тремя способами.
            </p>
            <Link to="/price-list" className="link mt-2 inline-flex min-h-11 items-center">
              Вы питомник? Проверьте свой прайс-лист
            </Link>
          </div>
          <PasteBox />
        </section>
        <section aria-labelledby="categories" className="pt-10">
          <h2 id="categories" className="mb-3 text-2xl">
            Категории
          </h2>
          <CategoryTiles categories={categories} />
        </section>
        {isAuthenticated && (
          <Suspense>
            <WantedRow />
          </Suspense>
        )}
        <section aria-labelledby="latest" className="pt-12">
          <h2 id="latest" className="mb-5 text-2xl">
            Новые объявления
          </h2>
          {latest.length > 0 ? (
            <ProductGrid products={latest} heading="h3" showCategory />
          ) : (
            <p>Объявлений пока нет.</p>
          )}
        </section>
        {teams.length > 0 && (
          <section aria-labelledby="nurseries" className="pt-12">
            <h2 id="nurseries" className="mb-5 text-2xl">
              Питомники
            </h2>
            <NurseryTiles teams={teams} />
          </section>
        )}
      </div>
    </>
  )
}
