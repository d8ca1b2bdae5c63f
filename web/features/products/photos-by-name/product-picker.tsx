import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhotoProduct } from '#contract/product-photos.ts'
import type { Product } from '#contract/products.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { pickedProductsQuery } from './api.ts'
import { ProductLine } from './product-line.tsx'
import { countedPhotos } from './words.ts'

interface ProductPickerProps {
  /** Photos that are given to the product. */
  count: number
  onPick: (product: PhotoProduct) => void
  onClose: () => void
}

const toChoose = (product: Product): PhotoProduct => ({ ...product, photos_count: product.images.length })

/** The company's products, found by name or article number. */
export function ProductPicker({ count, onPick, onClose }: ProductPickerProps) {
  const { api } = useApp()
  const [typed, setTyped] = useState('')
  const found = useQuery(pickedProductsQuery(api, useSettled(typed.trim())))
  const products = found.data?.results.filter(({ can }) => can.edit)
  return (
    <Dialog open onClose={onClose} title={`Какому растению: ${countedPhotos(count)}`}>
      <TextField
        label="Название или артикул"
        type="search"
        value={typed}
        autoComplete="off"
        maxLength={255}
        onChange={event => setTyped(event.target.value)}
      />
      <div className="mt-3 min-h-64">
        {products === undefined ? (
          <Pending queries={[found]}>
            <Skeleton className="h-64" />
          </Pending>
        ) : products.length === 0 ? (
          <p className="text-muted">Ничего не нашлось. Проверьте, нет ли опечатки.</p>
        ) : (
          <ul aria-label="Растения компании" className="grid gap-1">
            {products.map(product => (
              <li key={product.id}>
                <button
                  type="button"
                  onClick={() => onPick(toChoose(product))}
                  className="flex min-h-11 w-full items-center rounded-md border border-line bg-surface px-2.5 py-1.5 text-left hover:border-leaf hover:bg-leaf-soft"
                >
                  <ProductLine product={toChoose(product)} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
