import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Offer, OfferPage } from '#contract/offer-search.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { controlStyle } from '#web/ui/control-style.ts'
import { GetForm } from '#web/ui/get-form.tsx'
import { ShortRating } from '#web/ui/short-rating.tsx'
import { SortLinks } from '#web/ui/sort-links.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { distances, PlaceChoice } from '../places/place-choice.tsx'
import { distanceText } from '../places/place-label.ts'
import { stockText } from '../products/stock-text.ts'
import { hrefWith, type PlantSearch } from './api.ts'

const orderings = [
  { value: '', name: 'Свежие' },
  { value: 'price', name: 'Дешевле' },
  { value: '-price', name: 'Дороже' },
  { value: 'height', name: 'Ниже' },
  { value: '-height', name: 'Выше' },
]

const number = new Intl.NumberFormat('ru-RU')

const nearest = { value: 'distance', name: 'Ближе' }

const freshnessText = { fresh: '', ageing: 'подтверждено больше двух недель назад', stale: 'давно не подтверждали' }

interface PlantOffersProps {
  path: string
  search: PlantSearch
  page: OfferPage
  /** A button beside each offer. */
  action: (offer: Offer) => ReactNode
}

/** All companies' offers of a plant: sorted by links, filtered by a GET form. */
export function PlantOffers({ path, search, page: { results, facets, place }, action }: PlantOffersProps) {
  const ordering = search.ordering?.[0] ?? ''
  return (
    <>
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <SortLinks
          orders={(place ? [...orderings, nearest] : orderings).map(({ value, name }) => ({
            name,
            to: hrefWith(path, search, { ordering: value || null }),
            isCurrent: value === ordering,
          }))}
        />
        <GetForm action={path} className="flex w-full flex-wrap gap-2 *:max-sm:w-full sm:[&>select]:w-52 lg:w-auto">
          {ordering && <input type="hidden" name="ordering" value={ordering} />}
          <Choice name="region" label="Регион" all="Все регионы" search={search} choices={facets.region} />
          <Choice name="root" label="Упаковка" all="Любая упаковка" search={search} choices={facets.root} />
          <Choice name="stock" label="Наличие" all="Любое наличие" search={search} choices={facets.stock} />
          {place && (
            <>
              <input type="hidden" name="place" value={place.id} />
              <Choice
                name="within"
                label="Расстояние"
                all="Любое расстояние"
                search={search}
                choices={distances.map(value => ({ value, name: `до ${number.format(value)} км` }))}
              />
            </>
          )}
          <button type="submit" className={buttonStyle('secondary', 'md')}>
            Отобрать
          </button>
        </GetForm>
      </div>
      <PlaceChoice place={place} />
      {results.length > 0 ? (
        <OfferTable offers={results} action={action} />
      ) : (
        <p className="py-6 text-muted">Под эти условия ничего не подошло.</p>
      )}
    </>
  )
}

interface ChoiceProps {
  name: 'region' | 'root' | 'stock' | 'within'
  label: string
  all: string
  search: PlantSearch
  choices: { value: string | number; name: string; count?: number }[]
}

function Choice({ name, label, all, search, choices }: ChoiceProps) {
  const value = search[name]?.[0] ?? ''
  return (
    <select key={value} name={name} aria-label={label} defaultValue={value} className={controlStyle}>
      <option value="">{all}</option>
      {choices.map(choice => (
        <option key={choice.value} value={choice.value}>
          {choice.count === undefined ? choice.name : `${choice.name} (${choice.count})`}
        </option>
      ))}
    </select>
  )
}

function OfferTable({ offers, action }: { offers: Offer[] } & Pick<PlantOffersProps, 'action'>) {
  return (
    <>
      <div className="max-md:hidden">
        <Table caption="Предложения">
          <thead>
            <tr>
              <HeadCell className="pl-0">Размер</HeadCell>
              <HeadCell>Компания</HeadCell>
              <HeadCell>Наличие</HeadCell>
              <HeadCell className="text-right">Цена</HeadCell>
              <HeadCell className="pr-0">
                <span className="sr-only">Сравнение</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {offers.map(offer => (
              <tr key={offer.variant.id} className="hover:bg-surface">
                <Cell className="pl-0">
                  <Size offer={offer} />
                </Cell>
                <Cell>
                  <Seller offer={offer} />
                </Cell>
                <Cell>
                  <Stock offer={offer} />
                </Cell>
                <Cell className="text-right tabular-nums">
                  <OfferPrice offer={offer} />
                </Cell>
                <Cell className="w-30 py-1 pr-2 text-right">{action(offer)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <ul aria-label="Предложения" className="md:hidden">
        {offers.map(offer => (
          <li key={offer.variant.id} className="grid gap-1 border-b border-line py-3">
            <div className="flex items-baseline justify-between gap-4">
              <Size offer={offer} />
              <OfferPrice offer={offer} />
            </div>
            <Seller offer={offer} />
            <div className="flex items-end justify-between gap-4 text-sm">
              <span>
                <Stock offer={offer} />
              </span>
              <span className="flex flex-wrap justify-end gap-x-4">{action(offer)}</span>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Size({ offer: { product, variant } }: { offer: Offer }) {
  return (
    <Link to={product.get_absolute_url} className="link inline-block min-h-6 wrap-anywhere">
      {variant.label || product.name}
    </Link>
  )
}

function Seller({ offer: { company, distance } }: { offer: Offer }) {
  const where = [company.region?.name, distance === null ? undefined : distanceText(distance)].filter(Boolean)
  return (
    <span className="wrap-anywhere">
      <Link to={`/teams/get_current_team/${company.id}`} className="link inline-block min-h-6">
        {company.company_name}
      </Link>{' '}
      <ShortRating of={company} />
      {where.length > 0 && <span className="block text-sm text-muted">{where.join(', ')}</span>}
    </span>
  )
}

function Stock({ offer: { variant, freshness } }: { offer: Offer }) {
  return (
    <>
      {stockText(variant)}
      {freshnessText[freshness] && <span className="block text-sm text-muted">{freshnessText[freshness]}</span>}
    </>
  )
}

function OfferPrice({ offer: { variant } }: { offer: Offer }) {
  return (
    <span className="whitespace-nowrap">
      <span className="font-semibold">{variant.price === null ? 'по запросу' : formatPrice(variant.price)}</span>
      {variant.price_tiers.map(tier => (
        <span key={tier.quantity_from ?? 0} className="block text-sm text-muted">
          {tier.quantity_from === null ? 'опт' : `от ${number.format(tier.quantity_from)}\u00a0шт.`}{' '}
          {formatPrice(tier.price)}
        </span>
      ))}
    </span>
  )
}
