import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, useEffect } from 'react'
import { Link, type LoaderFunctionArgs, useNavigation, useSearchParams } from 'react-router'
import type { OfferPage } from '#contract/offer-search.ts'
import type { ZonedPlace } from '#contract/places.ts'
import type { PlantCard } from '#contract/plant-catalogue.ts'
import { comparePlant } from '#web/features/compare/compare-actions.tsx'
import { CompareDock } from '#web/features/compare/compare-dock.tsx'
import { ActiveFilters } from '#web/features/offers/active-filters.tsx'
import {
  type Chosen,
  changed,
  hrefOf,
  inForce,
  offersQuery,
  path,
  readAddress,
} from '#web/features/offers/find/address.ts'
import { offerChips } from '#web/features/offers/find/chips.ts'
import { NothingFound } from '#web/features/offers/find/nothing-found.tsx'
import { filtersId, OfferFilters } from '#web/features/offers/find/offer-filters.tsx'
import { OfferList } from '#web/features/offers/find/offer-list.tsx'
import { OrderSelect, PageActions } from '#web/features/offers/find/page-actions.tsx'
import { SearchNotes } from '#web/features/offers/find/search-notes.tsx'
import { offerForms } from '#web/features/offers/find/texts.ts'
import { PlaceChoice } from '#web/features/places/place-choice.tsx'
import { plantQuery } from '#web/features/plants/api.ts'
import { offeredText } from '#web/features/plants/plant-texts.ts'
import { Substitutes } from '#web/features/plants/substitutes.tsx'
import { saveSearchIntent } from '#web/features/saved-searches/intents.ts'
import { countNotFound } from '#web/features/statistics/count-not-found.ts'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { FilterButton } from '#web/ui/filter-sheet.tsx'
import { BellPlus } from '#web/ui/icons.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { ForMembers } from '../for-members.tsx'
import { offerActions } from '../offer-actions.tsx'

const SaveSearchButton = lazy(async () => ({
  default: (await import('#web/features/saved-searches/save-search-button.tsx')).SaveSearchButton,
}))

/** On a phone the bell says it. */
const saveSearch = <span className="max-lg:sr-only">Сохранить поиск</span>

const queryOf = (chosen: Chosen) => hrefOf(changed(chosen, {})).slice(path.length).replace('?', '')

/** Suggested name of a saved search: its filters, shortened. */
const nameOf = (chips: { text: string }[]) =>
  chips
    .map(({ text }) => text)
    .join(', ')
    .slice(0, 100) || 'Все предложения'

/** The server's default. */
const pageSize = 20

/** The plant meant by the search, if it is exactly one. */
function plantOf(chosen: Chosen, { understood }: Pick<OfferPage, 'understood'>): string | null {
  const slugs = [...(chosen.plant ?? []), ...understood.plants.map(({ slug }) => slug)]
  return slugs[0] !== undefined && slugs.length === 1 ? slugs[0] : null
}

/** The place where what is found must be hardy. */
const gardenOf = (chosen: Chosen, { understood, place }: Pick<OfferPage, 'understood' | 'place'>) =>
  place && inForce(chosen, understood).hardy ? place : null

export const loader =
  ({ queries, api }: AppContext) =>
  async ({ request }: LoaderFunctionArgs) => {
    const chosen = readAddress(new URL(request.url).searchParams)
    const page = await queries.ensureQueryData(offersQuery(api, chosen))
    const plant = plantOf(chosen, page)
    if (plant) await queries.prefetchQuery(plantQuery(api, plant, gardenOf(chosen, page)?.id.toString()))
    return null
  }

/** Why a plant that is offered is not shown where it is to be hardy. */
function WinterNote({ plant: { name, zone }, garden }: { plant: PlantCard; garden: ZonedPlace }) {
  if (garden.zone === null) return null
  if (zone === null) return <>Зимует ли здесь {name}, неизвестно: зона растения не указана. </>
  if (zone <= garden.zone) return null
  return (
    <>
      {name} здесь не зимует: нужна зона {zone} или теплее, а {garden.name} в зоне {garden.zone}.{' '}
    </>
  )
}

export function Component() {
  const { api } = useApp()
  const [params] = useSearchParams()
  const navigation = useNavigation()
  const chosen = readAddress(params)
  const { data } = useSuspenseQuery(offersQuery(api, chosen))
  const { results, count, understood } = data
  const slug = plantOf(chosen, data)
  // Loaded by the loader; `undefined` for an unknown plant.
  const garden = gardenOf(chosen, data)
  const { data: plant } = useQuery({ ...plantQuery(api, slug ?? '', garden?.id.toString()), enabled: false })
  const chips = offerChips(chosen, data)
  const [search] = chosen.search ?? []
  const number = Number(chosen.page?.[0] ?? 1)
  const active = inForce(chosen, understood)
  const quantity = Number(active.quantity?.[0]) || null
  const asWritten = chosen.as_written?.[0] === '1'
  const meant = (!asWritten && understood.corrected) || search
  const title = meant ? `По запросу «${meant}»` : 'Предложения питомников'
  const crumbs = [{ name: 'Каталог', to: '/' }, { name: 'Предложения питомников' }]
  const isWhole = Object.keys(chosen).every(name => name === 'page')
  const query = queryOf(chosen)
  const isMissing = count === 0 && Boolean(active.region ?? active.place) && Boolean(search ?? chosen.plant)
  useEffect(() => {
    if (isMissing) countNotFound(api, query)
  }, [api, isMissing, query])
  // While filters change, the old offers stay visible, dimmed, until the new ones are loaded.
  const narrowing = navigation.location?.pathname === path
  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta
        title={screenTitle(title)}
        description="Деревья, кустарники и многолетники всех питомников по размерам: обхват, высота, ком, зона зимостойкости, наличие и цена за нужное количество."
        path={isWhole ? hrefOf(chosen) : undefined}
      />
      <div className="max-lg:hidden">
        <Breadcrumbs crumbs={crumbs} />
      </div>
      <Head title={title} count={count} chosen={chosen} chips={chips} />
      <div className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1 lg:mt-2">
        <SearchNotes chosen={chosen} page={data} />
        {/* On a phone one line that scrolls sideways. */}
        <div className="relative flex items-center gap-x-3 gap-y-1 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:*:shrink-0 lg:flex-wrap">
          <ActiveFilters
            chips={chips}
            clearTo={hrefOf({ ordering: chosen.ordering ?? [], place: chosen.place ?? [] })}
          />
          {plant && (
            <p className="text-sm text-muted">
              О растении:{' '}
              <Link to={`/plants/${plant.slug}`} className="link inline-block py-1 wrap-anywhere">
                {plant.name}
              </Link>
            </p>
          )}
        </div>
      </div>
      <div className="sticky top-[3.25rem] z-30 -mx-4 mt-1 flex items-center gap-2 bg-paper px-4 py-1.5 lg:hidden">
        <FilterButton id={filtersId} activeCount={chips.length} className="shrink-0 px-3!" />
        <OrderSelect chosen={chosen} />
        <PlaceChoice place={data.place} isShort />
      </div>
      <div className="gap-10 lg:mt-3 lg:grid lg:grid-cols-[16rem_1fr]">
        <aside aria-label="Отбор предложений">
          <OfferFilters chosen={chosen} page={data} activeCount={chips.length} />
        </aside>
        <div className="min-w-0">
          <div className="flex flex-wrap items-center justify-between gap-x-6 max-lg:hidden">
            <PageActions chosen={chosen} />
            <PlaceChoice place={data.place} />
          </div>
          <div aria-busy={narrowing} className={narrowing ? 'opacity-55 transition-opacity delay-150' : undefined}>
            {results.length > 0 ? (
              <OfferList offers={results} quantity={quantity} action={offer => offerActions(offer, quantity, true)} />
            ) : (
              <div className="mt-4">
                <NothingFound chosen={chosen} chips={chips}>
                  {plant && plant.offers_count > 0 && (
                    <>
                      {garden && <WinterNote plant={plant} garden={garden} />}
                      {plant.name}: {offeredText(plant)} в других размерах и на других условиях.{' '}
                      <Link to={`/plants/${plant.slug}`} className="link">
                        Посмотреть все
                      </Link>
                    </>
                  )}
                </NothingFound>
              </div>
            )}
          </div>
          {results.length === 0 && plant && (
            <Substitutes
              plants={plant.substitutes.map(substitute => substitute.plant)}
              reasons={plant.substitutes.map(({ reason }) => reason)}
              action={comparePlant}
            />
          )}
          <Pager
            page={number}
            pages={Math.ceil(count / pageSize)}
            href={to => hrefOf(changed(chosen, { page: to > 1 ? [String(to)] : [] }))}
          />
        </div>
      </div>
      <CompareDock />
      {/* Announces to screen readers that the filter has been applied. */}
      <output className="sr-only">{narrowing ? '' : `Показано: ${counted(count, offerForms)}`}</output>
    </div>
  )
}

interface HeadProps {
  title: string
  count: number
  chosen: Chosen
  chips: ReturnType<typeof offerChips>
}

/** What is shown, how much of it, and the way to be told of more. */
function Head({ title, count, chosen, chips }: HeadProps) {
  return (
    <div className="flex items-start justify-between gap-x-4 max-lg:[&>:last-child]:px-3 lg:mt-1">
      <h1 className="min-w-0 text-xl wrap-anywhere max-lg:pt-2 lg:text-3xl">
        {title}{' '}
        <span className="ml-2 font-sans text-base whitespace-nowrap text-muted">{counted(count, offerForms)}</span>
      </h1>
      <ForMembers
        label={saveSearch}
        icon={BellPlus}
        path={hrefOf(changed(chosen, {}))}
        intent={saveSearchIntent(queryOf(chosen))}
      >
        <SaveSearchButton query={queryOf(chosen)} name={nameOf(chips)}>
          {saveSearch}
        </SaveSearchButton>
      </ForMembers>
    </div>
  )
}
