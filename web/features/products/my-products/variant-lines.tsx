import { clsx } from 'clsx'
import { useState } from 'react'
import type { Product } from '#contract/products.ts'
import { stockNames } from '#contract/stock-names.ts'
import { type Stock, stocks, type Variant } from '#contract/variants.ts'
import { controlStyle } from '#web/ui/control-style.ts'
import { Price } from '#web/ui/price.tsx'
import { showToast } from '#web/ui/toast.ts'
import { daysAgo, daysSince, freshnessOf } from '../freshness.ts'
import { HeldBy } from '../holds/held-by.tsx'
import { stockText } from '../stock-text.ts'
import { useNow } from '../use-now.ts'
import { InPlaceField, refusal } from './in-place-field.tsx'
import { useChangeVariants } from './use-change-variants.ts'

const shownPrice = (price: number | null) => (price === null ? '' : String(price).replace('.', ','))

const sizeName = (product: Product, variant: Variant) => `${product.name}, ${variant.label || 'размер'}`

interface VariantLinesProps {
  product: Product
  /** In a table each size is one line. */
  isTable?: boolean
}

/** A product's sizes with stock and price, editable here for people who may edit the product. */
export function VariantLines({ product, isTable = false }: VariantLinesProps) {
  if (isTable)
    return (
      <ul aria-label={`Размеры: ${product.name}`} className="divide-y divide-line/60">
        {product.variants.map(variant => (
          <li key={variant.id} className="grid grid-cols-[minmax(0,1fr)_11.5rem_5.5rem] items-center gap-x-2">
            <div className="min-w-0 leading-tight">
              <span className="block truncate text-[0.8125rem]" title={variant.label}>
                {variant.label || 'Размер не указан'}
              </span>
              <span className="block truncate text-xs text-muted">
                {variant.sku && <>Арт. {variant.sku} · </>}
                <Age variant={variant} />
              </span>
              <HeldBy variant={variant} what={sizeName(product, variant)} />
            </div>
            {product.can.edit ? <Editors product={product} variant={variant} isQuiet /> : <Said variant={variant} />}
          </li>
        ))}
      </ul>
    )
  return (
    <ul aria-label={`Размеры: ${product.name}`} className="divide-y divide-line">
      {product.variants.map(variant => (
        <li
          key={variant.id}
          className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-x-2 gap-y-1.5 py-2 first:pt-0 last:pb-0"
        >
          <div className="col-span-2 min-w-0">
            <span className="block leading-snug">{variant.label || 'Размер не указан'}</span>
            <span className="block text-xs text-muted">
              {variant.sku && <>Арт. {variant.sku} · </>}
              <Age variant={variant} />
            </span>
            <HeldBy variant={variant} what={sizeName(product, variant)} />
          </div>
          {product.can.edit ? <Editors product={product} variant={variant} /> : <Said variant={variant} />}
        </li>
      ))}
    </ul>
  )
}

function Age({ variant }: { variant: Variant }) {
  const days = daysSince(variant.confirmed_at, useNow() ?? 0)
  return (
    <span className={clsx(freshnessOf(days) === 'stale' && 'text-accent-strong')}>подтверждено {daysAgo(days)}</span>
  )
}

function Said({ variant }: { variant: Variant }) {
  return (
    <>
      <span>{stockText(variant)}</span>
      <span className="text-right">
        <Price rubles={variant.price} />
      </span>
    </>
  )
}

interface EditorsProps {
  product: Product
  variant: Variant
  /** Looks like text until the pointer or the focus is on it. */
  isQuiet?: boolean
}

/** A field that looks like text until it is needed. */
const quiet =
  'min-h-9! border-transparent! bg-transparent! py-1! text-sm! hover:border-edge! hover:bg-surface! focus-visible:border-leaf! focus-visible:bg-surface!'

function Editors({ product, variant, isQuiet = false }: EditorsProps) {
  const look = isQuiet ? { inputClassName: quiet } : {}
  const change = useChangeVariants()
  const { id } = variant
  /** Chosen but not saved: expected stock needs a date first. */
  const [stock, setStock] = useState<Stock | null>(null)
  const shown = stock ?? variant.stock
  const what = sizeName(product, variant)

  async function choose(next: Stock) {
    setStock(next)
    if (next === 'expected' && variant.available_from === null) return
    try {
      await change({ changes: [{ id, stock: next }] })
    } catch (error) {
      showToast({ message: refusal(error), tone: 'danger' })
    }
    setStock(null)
  }

  return (
    <>
      <div
        className={clsx(
          'grid gap-1.5',
          isQuiet ? 'grid-cols-[minmax(0,1fr)_3.25rem]' : 'grid-cols-[minmax(0,1fr)_3.75rem]',
        )}
      >
        <select
          aria-label={`Наличие: ${what}`}
          value={shown}
          onChange={event => void choose(event.target.value as Stock)}
          className={clsx(controlStyle, 'px-2! text-ellipsis', isQuiet && quiet, shown === 'sold_out' && 'col-span-2')}
        >
          {stocks.map(value => (
            <option key={value} value={value}>
              {stockNames[value]}
            </option>
          ))}
        </select>
        {shown !== 'sold_out' && (
          <InPlaceField
            {...look}
            label={`Количество: ${what}`}
            placeholder="шт."
            inputMode="numeric"
            value={variant.stock_quantity === null ? '' : String(variant.stock_quantity)}
            save={text => change({ changes: [{ id, stock_quantity: text }] })}
          />
        )}
        {shown === 'expected' && (
          <InPlaceField
            {...look}
            className="col-span-2"
            type="date"
            label={`Ожидается с: ${what}`}
            value={variant.available_from ?? ''}
            save={async text => {
              await change({ changes: [{ id, stock: 'expected', available_from: text }] })
              setStock(null)
            }}
          />
        )}
      </div>
      <InPlaceField
        {...look}
        label={`Цена, ₽: ${what}`}
        placeholder="по запросу"
        inputMode="decimal"
        value={shownPrice(variant.price)}
        save={text => change({ changes: [{ id, price: text.replaceAll(/\s/g, '') }] })}
      />
    </>
  )
}
