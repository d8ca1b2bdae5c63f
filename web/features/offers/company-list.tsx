import { queryOptions } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { ListedProduct, PublishedList } from '#contract/price-lists.ts'
import type { Variant } from '#contract/variants.ts'
import type { Api } from '#web/lib/api.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { stockText } from '../products/stock-text.ts'

/** Sizes on a page: the most that the call gives. */
export const listPageSize = 100

export const companyListQuery = (api: Api, id: string, page: string) =>
  queryOptions({
    queryKey: ['company-list', id, page],
    queryFn: ({ signal }) =>
      api.call('GET /teams/:id/price-list/', { params: { id }, query: { page, page_size: listPageSize }, signal }),
  })

/** How many sizes a company's list has, and its date. */
export const listDateQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['company-list', id, 'date'],
    queryFn: async ({ signal }) => {
      const query = { page: 1, page_size: 1 }
      const { count, updated_at } = await api.call('GET /teams/:id/price-list/', { params: { id }, query, signal })
      return { count, updated_at }
    },
  })

const numbers = new Intl.NumberFormat('ru-RU')
// By Moscow's day on the server and in the browser alike.
const dates = new Intl.DateTimeFormat('ru-RU', {
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
  timeZone: 'Europe/Moscow',
})

// A table where there is room; elsewhere each size is two lines, price and date at the right.
const cell = 'md:border-b md:border-line md:px-3 md:py-2 md:align-top max-md:block max-md:min-w-0'
const head = 'border-b-2 border-ink/70 px-3 py-2 text-left align-bottom text-sm font-semibold'

/** One page of a company's list, section by section. */
export function CompanyList({ sections }: { sections: PublishedList['results'] }) {
  return sections.map(({ category, products }) => (
    <section key={category.id} aria-labelledby={`list-${category.slug}`} className="mt-10">
      <h2 id={`list-${category.slug}`} className="mb-2 text-2xl">
        {category.name}
      </h2>
      <table className="w-full border-collapse max-md:block">
        <caption className="sr-only">{category.name}</caption>
        <thead className="max-md:sr-only">
          <tr>
            <th scope="col" className={clsx(head, 'md:w-1/2 md:pl-0')}>
              Растение и размер
            </th>
            <th scope="col" className={head}>
              Наличие
            </th>
            <th scope="col" className={clsx(head, 'text-right')}>
              Цена за шт.
            </th>
            <th scope="col" className={clsx(head, 'text-right md:pr-0')}>
              На дату
            </th>
          </tr>
        </thead>
        {products.map(product => (
          <ProductRows key={product.id} product={product} />
        ))}
      </table>
    </section>
  ))
}

function ProductRows({ product }: { product: ListedProduct }) {
  return (
    <tbody className="max-md:block max-md:border-b max-md:border-line max-md:pb-2">
      <tr className="max-md:block">
        <th scope="rowgroup" colSpan={4} className="pt-3 pb-1 text-left font-normal wrap-anywhere max-md:block">
          <Link to={product.get_absolute_url} className="link inline-block min-h-6 font-semibold">
            {product.name}
          </Link>
          {product.latin_name && (
            <>
              {' '}
              <span className="text-muted">
                <LatinName>{product.latin_name}</LatinName>
              </span>
            </>
          )}
        </th>
      </tr>
      {product.variants.map(variant => (
        <SizeRow key={variant.id} variant={variant} />
      ))}
    </tbody>
  )
}

function SizeRow({ variant }: { variant: Variant }) {
  const more = [variant.sku === null ? '' : `арт. ${variant.sku}`, variant.note].filter(Boolean).join(' · ')
  return (
    <tr className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:py-1.5 md:hover:bg-surface">
      <th scope="row" className={clsx(cell, 'text-left font-normal wrap-anywhere md:pl-4')}>
        {variant.label || <span className="text-muted">размер не указан</span>}
        {more && <span className="block text-sm text-muted">{more}</span>}
      </th>
      <td className={clsx(cell, 'max-md:col-start-1 max-md:row-start-2 max-md:text-sm')}>
        <span className={variant.stock === 'in_stock' ? 'text-success' : 'text-muted'}>{stockText(variant)}</span>
      </td>
      <td className={clsx(cell, 'text-right tabular-nums max-md:col-start-2 max-md:row-start-1')}>
        <span className="font-semibold whitespace-nowrap">
          {variant.price === null ? 'по запросу' : formatPrice(variant.price)}
        </span>
        {variant.price_tiers.map(tier => (
          <span key={tier.quantity_from ?? 0} className="block text-sm whitespace-nowrap text-muted">
            {tier.quantity_from === null ? 'опт' : `от ${numbers.format(tier.quantity_from)}\u00a0шт.`}{' '}
            {formatPrice(tier.price)}
          </span>
        ))}
      </td>
      <td
        className={clsx(
          cell,
          'text-right text-sm leading-6 text-muted tabular-nums max-md:col-start-2 max-md:row-start-2 md:pr-0',
        )}
      >
        <span className="sr-only">на </span>
        {dates.format(new Date(variant.confirmed_at))}
      </td>
    </tr>
  )
}
