import { Link } from 'react-router'
import type { Product } from '#contract/products.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Copy, Pencil, Trash2 } from '#web/ui/icons.ts'
import { cutText } from './cut-text.ts'
import { statusOf } from './own-view.ts'

const textLength = 30

/** Links to the product's page if there is one; otherwise says why there is none. */
export function ProductName({ product }: { product: Product }) {
  const name = cutText(product.name, textLength)
  const full = name === product.name ? undefined : product.name
  if (product.is_active)
    return (
      <Link to={product.get_absolute_url} title={full} className="link inline-block min-h-6 py-0.5 font-semibold">
        {name}
      </Link>
    )
  return (
    <>
      <span className="block text-sm text-accent-strong">{statusOf(product)}</span>
      <span title={full} className="text-muted">
        {name}
      </span>
      {product.review && (
        <span className="mt-1 block max-w-prose text-sm wrap-anywhere whitespace-pre-line">
          Причина: {product.review.reason}
        </span>
      )}
    </>
  )
}

export function Published({ product }: { product: Product }) {
  return (
    <span role="img" aria-label={product.is_active ? 'Опубликовано' : 'Не опубликовано'} className="font-semibold">
      {product.is_active ? '+' : '-'}
    </span>
  )
}

interface ChooseBoxProps {
  product: Product
  isChosen: boolean
  onChoose: (id: number, isChosen: boolean) => void
}

/** Selects a product for bulk actions; not products that are assigned to another employee. */
export function ChooseBox({ product, isChosen, onChoose }: ChooseBoxProps) {
  if (!product.can.edit) return null
  return (
    <label className="grid size-11 shrink-0 place-items-center">
      <input
        type="checkbox"
        aria-label={`Выбрать: ${product.name}`}
        checked={isChosen}
        onChange={event => onChoose(product.id, event.target.checked)}
        className="size-5 accent-leaf"
      />
    </label>
  )
}

interface ProductActionsProps {
  product: Product
  onRemove: (product: Product) => void
}

export function ProductActions({ product, onRemove }: ProductActionsProps) {
  if (!product.can.edit)
    return (
      <span title="Растение ведёт другой сотрудник" className="text-muted">
        -
      </span>
    )
  return (
    <span className="flex">
      <Link
        to={`/products/${product.category.slug}/${product.slug}/edit`}
        aria-label={`Изменить: ${product.name}`}
        title="Изменить"
        className="inline-grid size-11 shrink-0 lg:size-9 place-items-center rounded-md text-leaf hover:bg-leaf-soft"
      >
        <Pencil size={20} />
      </Link>
      <Link
        to={`/products/create?copy=${product.category.slug}/${product.slug}`}
        aria-label={`Копировать: ${product.name}`}
        title="Копировать"
        className="inline-grid size-11 shrink-0 lg:size-9 place-items-center rounded-md text-leaf hover:bg-leaf-soft"
      >
        <Copy size={20} />
      </Link>
      <IconButton
        label={`Удалить: ${product.name}`}
        title="Удалить"
        icon={<Trash2 size={20} />}
        onClick={() => onRemove(product)}
      />
    </span>
  )
}
