import { queryOptions } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Offer } from '#contract/offer-search.ts'
import type { Api } from '#web/lib/api.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { ShortRating } from '#web/ui/short-rating.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { stockText } from '../products/stock-text.ts'

const most = 6

/** What the table shows of an offer: the page carries no more of it. */
interface OtherOffer {
  id: number
  size: string
  url: string
  company: Pick<Offer['company'], 'id' | 'company_name' | 'is_verified' | 'rating' | 'reviews_count'>
  region: string
  price: number | null
  stock: string
  isInStock: boolean
}

function shown({ product, variant, company }: Offer): OtherOffer {
  const { id, company_name, is_verified, rating, reviews_count } = company
  return {
    id: variant.id,
    size: variant.label || product.name,
    url: product.get_absolute_url,
    company: { id, company_name, is_verified, rating, reviews_count },
    region: company.region?.name ?? '',
    price: variant.price,
    stock: stockText(variant),
    isInStock: variant.stock === 'in_stock',
  }
}

/** The cheapest offers of a plant (none of `null`) by others than this company, and how many offers all companies have. */
export const otherOffersQuery = (api: Api, slug: string | null, team: number) =>
  queryOptions({
    queryKey: ['plant', slug, 'others', team],
    queryFn: async ({ signal }): Promise<{ offers: OtherOffer[]; count: number }> => {
      if (slug === null) return { offers: [], count: 0 }
      const { results, count } = await api.call('GET /plants/:slug/offers/', {
        params: { slug },
        query: { ordering: 'price' },
        signal,
      })
      const others = results.filter(({ company, variant }) => company.id !== team && variant.stock !== 'sold_out')
      return { offers: others.slice(0, most).map(shown), count }
    },
  })

interface OtherOffersProps {
  /** The page of the plant with all of them. */
  plantUrl: string
  name: string
  offers: OtherOffer[]
  count: number
}

/** Other nurseries' offers of the same plant; renders nothing if there are none. */
export function OtherOffers({ plantUrl, name, offers, count }: OtherOffersProps) {
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="others" className="mt-12">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="others" className="text-2xl">
          {name}: у других питомников
        </h2>
        <Link to={plantUrl} className="link py-2">
          Все предложения ({count})
        </Link>
      </div>
      <Table caption={`${name}: предложения других питомников`}>
        <thead>
          <tr>
            <HeadCell className="pl-0">Размер</HeadCell>
            <HeadCell className="max-sm:hidden">Питомник</HeadCell>
            <HeadCell className="max-lg:hidden">Место</HeadCell>
            <HeadCell className="max-md:hidden">Наличие</HeadCell>
            <HeadCell className="pr-0 text-right">Цена</HeadCell>
          </tr>
        </thead>
        <tbody>
          {offers.map(offer => (
            <tr key={offer.id} className="hover:bg-surface">
              <Cell className="pl-0">
                <Link to={offer.url} className="link inline-block min-h-6 wrap-anywhere">
                  {offer.size}
                </Link>
                <span className="block text-sm text-muted sm:hidden">
                  {[offer.company.company_name, offer.region].filter(Boolean).join(', ')}
                </span>
                <span className="block text-sm text-muted md:hidden">{offer.stock}</span>
              </Cell>
              <Cell className="max-sm:hidden">
                <Link
                  to={`/teams/get_current_team/${offer.company.id}`}
                  className="link inline-block min-h-6 wrap-anywhere"
                >
                  {offer.company.company_name}
                </Link>{' '}
                <ShortRating of={offer.company} />
                {offer.region && <span className="block text-sm text-muted lg:hidden">{offer.region}</span>}
              </Cell>
              <Cell className="max-lg:hidden">{offer.region}</Cell>
              <Cell className="max-md:hidden">
                <span className={offer.isInStock ? 'text-success' : 'text-muted'}>{offer.stock}</span>
              </Cell>
              <Cell className="pr-0 text-right font-semibold whitespace-nowrap tabular-nums">
                {offer.price === null ? 'по запросу' : formatPrice(offer.price)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
