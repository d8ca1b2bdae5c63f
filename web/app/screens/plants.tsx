import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { comparePlant } from '#web/features/compare/compare-actions.tsx'
import { CompareDock } from '#web/features/compare/compare-dock.tsx'
import { categoriesQuery } from '#web/features/offers/api.ts'
import { directorySearchOf, hrefWith, plantsQuery } from '#web/features/plants/api.ts'
import { PlantFilters } from '#web/features/plants/plant-filters.tsx'
import { PlantList } from '#web/features/plants/plant-list.tsx'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { breadcrumbList } from '#web/lib/breadcrumb-list.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pager } from '#web/ui/pager.tsx'

const pageSize = 20

export const loader =
  ({ queries, api }: AppContext) =>
  async ({ request }: LoaderFunctionArgs) => {
    const search = directorySearchOf(new URL(request.url).searchParams)
    await Promise.all([
      queries.ensureQueryData(plantsQuery(api, search)),
      queries.ensureQueryData(categoriesQuery(api)),
    ])
    return null
  }

const crumbs = [{ name: 'Каталог', to: '/' }, { name: 'Справочник растений' }]

export function Component() {
  const { api, publicUrl } = useApp()
  const [params] = useSearchParams()
  const search = directorySearchOf(params)
  const { data } = useSuspenseQuery(plantsQuery(api, search))
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  const page = Number(search.page?.[0] ?? 1)
  const isWhole = Object.keys(search).every(name => name === 'page' || name === 'letter')
  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta
        title={screenTitle('Справочник растений')}
        description="Деревья, кустарники и многолетники: зимостойкость, высота, цветение и предложения всех питомников."
        path={isWhole ? hrefWith('/plants', search, page > 1 ? { page: String(page) } : {}) : undefined}
        structuredData={[breadcrumbList(publicUrl, crumbs)]}
      />
      <Breadcrumbs crumbs={crumbs} />
      <h1 className="mt-1 mb-5 text-3xl">
        Справочник растений
        <span className="ml-3 font-sans text-base whitespace-nowrap text-muted">{counted(data.count, plants)}</span>
      </h1>
      <PlantFilters search={search} categories={categories} place={data.place ?? null} />
      <div className="mt-6">
        {data.results.length > 0 ? (
          <PlantList plants={data.results} action={comparePlant} />
        ) : (
          <EmptyState
            title="Таких растений в справочнике нет"
            action={<ButtonLink to="/plants">Весь справочник</ButtonLink>}
          />
        )}
        <Pager
          page={page}
          pages={Math.ceil(data.count / pageSize)}
          href={number => hrefWith('/plants', search, { page: number > 1 ? String(number) : null })}
        />
      </div>
      <CompareDock />
    </div>
  )
}
