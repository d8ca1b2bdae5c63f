import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Variant } from '#contract/variants.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { Price } from '#web/ui/price.tsx'
import { stockText } from '../stock-text.ts'

const numbers = new Intl.NumberFormat('ru-RU')

/** Prices of larger quantities: «от 10 шт. 16 500 ₽», «опт 15 000 ₽». */
function Tiers({ variant }: { variant: Variant }) {
  if (variant.stock === 'sold_out') return null
  return variant.price_tiers.map(({ quantity_from: from, price }) => (
    <span key={from} className="block text-sm whitespace-nowrap text-muted">
      {from === null ? 'опт' : `от ${numbers.format(from)}\u00a0шт.`}{' '}
      <span className="text-ink tabular-nums">{formatPrice(price)}</span>
    </span>
  ))
}

/** What belongs to this size only: the company's article number and remark. */
function Remarks({ variant: { sku, note } }: { variant: Variant }) {
  return (
    <>
      {note && <span className="block text-sm wrap-anywhere whitespace-pre-line text-muted">{note}</span>}
      {sku && <span className="block text-sm wrap-anywhere text-muted">Артикул {sku}</span>}
    </>
  )
}

/** A measure stays on one line with its label: lines break between measures. */
const unbroken = (label: string) => label.replaceAll(' ', '\u00a0').replaceAll('·\u00a0', '· ')

/** Links to one size end with it, such as those of the feed for Yandex (server/domains/feeds/yml.ts). */
const anchorOf = ({ id }: Variant) => `v${id}`

const stockStyle = ({ stock }: Variant) => (stock === 'in_stock' ? 'text-success' : 'text-muted')

/** The only size of a product; its measures are among the attributes and its price is above. */
export function OnlyVariant({ variant, action }: { variant: Variant; action: ReactNode }) {
  return (
    <div id={anchorOf(variant)} className="scroll-mt-24">
      {variant.stock !== 'sold_out' && <span className={clsx('block', stockStyle(variant))}>{stockText(variant)}</span>}
      <Tiers variant={variant} />
      <Remarks variant={variant} />
      {action}
    </div>
  )
}

const head = 'border-b-2 border-ink/70 py-1.5 align-bottom text-sm font-semibold'
// On a phone a row is a card: size and stock on the left, prices on the right.
const cell = 'py-2.5 align-top max-sm:block max-sm:p-0'

interface VariantTableProps {
  variants: Variant[]
  /** What can be done with a size. */
  action: (variant: Variant) => ReactNode
}

/** The sizes of a product in the company's order, as a price list has them. */
export function VariantTable({ variants, action }: VariantTableProps) {
  return (
    <table className="mt-3 w-full border-collapse text-left max-sm:block">
      <caption className="pb-1.5 text-left font-serif text-lg normal-nums max-sm:block max-sm:border-b-2 max-sm:border-ink/70">
        Размеры и цены
      </caption>
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col" className={clsx(head, 'pr-4')}>
            Размер
          </th>
          <th scope="col" className={clsx(head, 'pr-4')}>
            Наличие
          </th>
          <th scope="col" className={clsx(head, 'text-right')}>
            Цена
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {variants.map(variant => (
          <tr
            key={variant.id}
            id={anchorOf(variant)}
            className="scroll-mt-24 border-b border-line target:bg-leaf-soft max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:py-2.5"
          >
            <th scope="row" className={clsx(cell, 'pr-4 font-normal')}>
              <span className="font-semibold">{unbroken(variant.label) || 'Размер не указан'}</span>
              <Remarks variant={variant} />
            </th>
            <td className={clsx(cell, 'pr-4 max-sm:col-start-1 max-sm:text-sm', stockStyle(variant))}>
              {stockText(variant)}
            </td>
            <td className={clsx(cell, 'text-right max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1')}>
              {variant.stock === 'sold_out' && variant.price === null ? (
                <span className="text-muted">—</span>
              ) : (
                <Price
                  rubles={variant.price}
                  className={variant.stock === 'sold_out' ? 'font-normal! text-muted' : undefined}
                />
              )}
              <Tiers variant={variant} />
              {action(variant)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
