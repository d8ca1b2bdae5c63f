import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import {
  type Compared,
  comparisonQuery,
  hrefOf,
  hrefOfKind,
  isAsked,
  readAddress,
} from '#web/features/compare/address.ts'
import { useChosen } from '#web/features/compare/chosen.ts'
import { ComparedOffers } from '#web/features/compare/compared-offers.tsx'
import { ComparedPlants } from '#web/features/compare/compared-plants.tsx'
import { Gone } from '#web/features/compare/gone.tsx'
import { PlaceChoice } from '#web/features/places/place-choice.tsx'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProductContacts } from './product-contacts.tsx'

export const loader =
  ({ queries, api }: AppContext) =>
  async ({ request }: LoaderFunctionArgs) => {
    const compared = readAddress(new URL(request.url).searchParams)
    if (isAsked(compared)) await queries.ensureQueryData(comparisonQuery(api, compared))
    return null
  }

const crumbs = [{ name: 'Каталог', to: '/' }, { name: 'Сравнение' }]

export function Component() {
  const [params] = useSearchParams()
  const compared = readAddress(params)
  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta
        title={screenTitle('Сравнение')}
        description="Предложения питомников и растения справочника рядом: размеры, упаковка, цена, наличие, зимостойкость."
      />
      <Breadcrumbs crumbs={crumbs} />
      <h1 className="mt-1 mb-4 text-3xl">Сравнение</h1>
      {isAsked(compared) ? <Comparison compared={compared} /> : <NothingChosen />}
    </div>
  )
}

function Comparison({ compared }: { compared: Compared }) {
  const { api } = useApp()
  // The loader has asked.
  const { data } = useQuery(comparisonQuery(api, compared))
  if (!data) return <Skeleton className="h-96" />
  // The answer is in the order of ids; what was chosen first stands first.
  const offers = compared.offer.flatMap(id => data.offers.find(one => String(one.id) === id)?.offer ?? [])
  const plants = compared.plant.flatMap(slug => {
    const plant = data.plants.find(one => one.slug === slug)?.plant
    return plant ? [{ slug, plant }] : []
  })
  const goneOffers = compared.offer.filter(id => !offers.some(({ variant }) => String(variant.id) === id))
  const gonePlants = compared.plant.filter(slug => !plants.some(one => one.slug === slug))
  return (
    <div className="grid gap-12">
      {compared.offer.length > 0 && (
        <section aria-labelledby="compared-offers" className="min-w-0">
          <h2 id="compared-offers" className="mb-1 text-2xl">
            Предложения питомников
          </h2>
          <PlaceChoice place={data.place} />
          <Gone compared={compared} kind="offer" ids={goneOffers} />
          {offers.length > 0 ? (
            <ComparedOffers
              compared={compared}
              offers={offers}
              contact={({ product, company }) => (
                <ProductContacts product={product} team={company} path={hrefOf(compared)} />
              )}
            />
          ) : (
            <div className="mt-4">
              <EmptyState
                title="Этих предложений больше нет"
                action={<ButtonLink to="/offers">Все предложения</ButtonLink>}
              >
                Питомники сняли их с публикации. Посмотрите, что предлагают сейчас.
              </EmptyState>
            </div>
          )}
          {offers.length === 1 && <AddMore to="/offers">К этому предложению можно добавить до пяти других.</AddMore>}
        </section>
      )}
      {compared.plant.length > 0 && (
        <section aria-labelledby="compared-plants" className="min-w-0">
          <h2 id="compared-plants" className="mb-1 text-2xl">
            Растения справочника
          </h2>
          <Gone compared={compared} kind="plant" ids={gonePlants} />
          {plants.length > 0 ? (
            <ComparedPlants compared={compared} plants={plants} />
          ) : (
            <div className="mt-4">
              <EmptyState
                title="Таких растений в справочнике нет"
                action={<ButtonLink to="/plants">Весь справочник</ButtonLink>}
              />
            </div>
          )}
          {plants.length === 1 && <AddMore to="/plants">К этому растению можно добавить до пяти других.</AddMore>}
        </section>
      )}
    </div>
  )
}

function AddMore({ to, children }: { to: string; children: string }) {
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-muted">{children}</span>
      <ButtonLink to={to} variant="secondary" size="sm">
        Выбрать ещё
      </ButtonLink>
    </p>
  )
}

/** The address names nothing; what this browser remembers is a step away. */
function NothingChosen() {
  const { offer, plant } = useChosen()
  const hrefs = {
    offer: hrefOfKind(
      'offer',
      offer.map(({ id }) => id),
    ),
    plant: hrefOfKind(
      'plant',
      plant.map(({ id }) => id),
    ),
  }
  return (
    <EmptyState
      title={offer.length + plant.length > 0 ? 'Что сравнить?' : 'Сравнивать пока нечего'}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={offer.length > 0 ? hrefs.offer : '/offers'}>
            {offer.length > 0 ? `Выбранные предложения: ${offer.length}` : 'К предложениям'}
          </ButtonLink>
          <ButtonLink to={plant.length > 0 ? hrefs.plant : '/plants'} variant="secondary">
            {plant.length > 0 ? `Выбранные растения: ${plant.length}` : 'К растениям'}
          </ButtonLink>
        </div>
      }
    >
      Нажмите «Сравнить» у двух-шести предложений или растений: здесь они встанут рядом, размер к размеру и цена к цене.
    </EmptyState>
  )
}
