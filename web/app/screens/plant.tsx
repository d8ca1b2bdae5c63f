import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useParams, useSearchParams } from 'react-router'
import type { PlantDetail } from '#contract/plant-catalogue.ts'
import { comparePlant } from '#web/features/compare/compare-actions.tsx'
import { CompareDock } from '#web/features/compare/compare-dock.tsx'
import { CompareToggle } from '#web/features/compare/compare-toggle.tsx'
import {
  hrefWith,
  offerParameters,
  type PlantSearch,
  plantOffersQuery,
  plantQuery,
  searchOf,
} from '#web/features/plants/api.ts'
import { PlantList } from '#web/features/plants/plant-list.tsx'
import { PlantOffers } from '#web/features/plants/plant-offers.tsx'
import { plantStructuredData } from '#web/features/plants/plant-structured-data.ts'
import { offeredText, plantFacts } from '#web/features/plants/plant-texts.ts'
import { PlantYear } from '#web/features/plants/plant-year.tsx'
import { ScaleDrawing } from '#web/features/plants/scale-drawing.tsx'
import { Substitutes } from '#web/features/plants/substitutes.tsx'
import { AddToProject } from '#web/features/projects/add-to-project.tsx'
import { savePlantIntent, saveSearchIntent, stockAlertIntent } from '#web/features/saved-searches/intents.ts'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { breadcrumbList } from '#web/lib/breadcrumb-list.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Drawn } from '#web/ui/drawn.tsx'
import { BellPlus, Bookmark } from '#web/ui/icons.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { StoredImage } from '#web/ui/picture.tsx'
import { ForMembers } from '../for-members.tsx'
import { offerActions } from '../offer-actions.tsx'

const StockAlertButton = lazy(async () => ({
  default: (await import('#web/features/saved-searches/stock-alert-button.tsx')).StockAlertButton,
}))
const SavePlantButton = lazy(async () => ({
  default: (await import('#web/features/saved-searches/save-plant-button.tsx')).SavePlantButton,
}))
const SaveSearchButton = lazy(async () => ({
  default: (await import('#web/features/saved-searches/save-search-button.tsx')).SaveSearchButton,
}))

const savePlant = 'Сохранить растение'
const tellOfStock = 'Сообщить о поступлении'
const saveSearch = 'Сохранить поиск'

/** The plant's filters as a query of the offers page. */
const queryOf = (slug: string, search: PlantSearch) => hrefWith('', search, { plant: slug, page: null }).slice(1)

const pageSize = 20

export const loader =
  ({ queries, api }: AppContext) =>
  async ({ params: { slug = '' }, request }: LoaderFunctionArgs) => {
    const { searchParams, search } = new URL(request.url)
    const [plant] = await Promise.all([
      queries.ensureQueryData(plantQuery(api, slug)),
      queries.ensureQueryData(plantOffersQuery(api, slug, searchOf(searchParams, offerParameters))),
    ])
    if (plant.slug !== slug) throw redirect(`/plants/${plant.slug}${search}`, 301)
    return null
  }

export function Component() {
  const { api, publicUrl } = useApp()
  const { slug = '' } = useParams()
  const [params] = useSearchParams()
  const search = searchOf(params, offerParameters)
  const { data: plant } = useSuspenseQuery(plantQuery(api, slug))
  const { data: offers } = useSuspenseQuery(plantOffersQuery(api, slug, search))
  const path = `/plants/${plant.slug}`
  const page = Number(search.page?.[0] ?? 1)
  const crumbs = [
    { name: 'Справочник растений', to: '/plants' },
    { name: plant.genus.name, to: `/plants?genus=${plant.genus.slug}` },
    { name: plant.name },
  ]
  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta
        title={screenTitle(plant.name)}
        description={`${plant.name} (${plant.latin_name}): ${offeredText(plant).toLowerCase()}. Зимостойкость, высота, цветение, размеры и цены питомников.`}
        path={Object.keys(search).length === 0 ? path : undefined}
        structuredData={[breadcrumbList(publicUrl, crumbs), plantStructuredData(publicUrl, plant, offers)]}
      />
      <Breadcrumbs crumbs={crumbs} />
      <div className="mt-1 grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,4fr)] lg:grid-rows-[auto_1fr]">
        <div className="relative self-start">
          <StoredImage
            src={plant.get_image}
            sizes="(width < 64rem) calc(100vw - 2rem), 32rem"
            alt={`${plant.name}, рисунок`}
            width={640}
            height={480}
            fetchPriority="high"
            className="plate aspect-4/3 h-auto w-full rounded-lg object-cover"
          />
          <Drawn src={plant.get_image} />
        </div>
        <PlantFacts plant={plant} path={path} />
        {/* Below the picture; on a phone after the facts. */}
        {plant.figure && <ScaleDrawing figure={plant.figure} sold={plant.sold_height} />}
      </div>
      {(offers.count > 0 || Object.keys(search).length > 0) && (
        <section aria-labelledby="offers" className="mt-10">
          <h2 id="offers" className="mb-2 text-2xl">
            Предложения питомников
          </h2>
          <PlantOffers path={path} search={search} page={offers} action={offerActions} />
          <div className="mt-4">
            <ForMembers
              label={saveSearch}
              icon={BellPlus}
              path={hrefWith(path, search, {})}
              intent={saveSearchIntent(queryOf(plant.slug, search))}
            >
              <SaveSearchButton query={queryOf(plant.slug, search)} name={plant.name}>
                {saveSearch}
              </SaveSearchButton>
            </ForMembers>
          </div>
          <Pager
            page={page}
            pages={Math.ceil(offers.count / pageSize)}
            href={number => hrefWith(path, search, { page: number > 1 ? String(number) : null })}
          />
        </section>
      )}
      <Substitutes
        plants={plant.substitutes.map(substitute => substitute.plant)}
        reasons={plant.substitutes.map(({ reason }) => reason)}
        action={comparePlant}
      />
      {plant.related.length > 0 && (
        <section aria-labelledby="related" className="mt-10">
          <h2 id="related" className="mb-2 text-2xl">
            {`Другие растения рода ${plant.genus.name}`}
          </h2>
          <PlantList plants={plant.related} action={comparePlant} />
          <Link to={`/plants?genus=${plant.genus.slug}`} className="link mt-3 inline-flex min-h-11 items-center">
            Все растения рода
          </Link>
        </section>
      )}
      {plant.sources.length > 0 && <p className="mt-8 text-sm text-muted">Сведения: {plant.sources.join('; ')}</p>}
      <CompareDock />
    </div>
  )
}

/** Its names and facts, and what can be done about it. */
function PlantFacts({ plant, path }: { plant: PlantDetail; path: string }) {
  const otherNames = [...plant.trade_names, ...plant.synonyms]
  return (
    <div className="min-w-0 lg:row-span-2">
      <h1 className="text-3xl wrap-anywhere">{plant.name}</h1>
      <p className="text-lg wrap-anywhere text-muted">
        <LatinName>{plant.latin_name}</LatinName>
      </p>
      {otherNames.length > 0 && <p className="mt-2 text-sm wrap-anywhere text-muted">Также: {otherNames.join(', ')}</p>}
      <p className="mt-3 text-lg font-semibold">{offeredText(plant)}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ForMembers label={savePlant} icon={Bookmark} path={path} intent={savePlantIntent(plant.id)}>
          <SavePlantButton plantId={plant.id}>{savePlant}</SavePlantButton>
        </ForMembers>
        {plant.offers_count === 0 && (
          <ForMembers label={tellOfStock} icon={BellPlus} path={path} intent={stockAlertIntent({ plant: plant.id })}>
            <StockAlertButton of={{ plant: plant.id }}>{tellOfStock}</StockAlertButton>
          </ForMembers>
        )}
        <CompareToggle
          kind="plant"
          one={{ id: plant.slug, name: plant.name, picture: plant.get_thumbnail }}
          className="min-h-11 font-semibold"
        />
        <AddToProject wanted={{ kind: 'plant', id: plant.id, name: plant.name }} />
      </div>
      <dl className="mt-4 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4">
        {plantFacts(plant).map(({ label, value }) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid border-b border-line py-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6">
        <PlantYear rows={plant.year} fruit={plant.fruit} />
      </div>
    </div>
  )
}
