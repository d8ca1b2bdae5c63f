import { clsx } from 'clsx'
import { Picture } from '#web/ui/picture.tsx'
import { nobody, sortings } from './own-view.ts'
import { ChooseBox, ProductActions, ProductName, Published } from './product-cells.tsx'
import type { ProductListProps } from './product-table.tsx'
import { VariantLines } from './variant-lines.tsx'

/** The table's rows as cards, for screens without room for columns: everything visible, buttons within thumb's reach. */
export function ProductCards({ products, sorting, onSort, onRemove, chosen, onChoose }: ProductListProps) {
  return (
    <>
      <fieldset className="-mx-2 mb-2 flex flex-wrap">
        <legend className="sr-only">Порядок</legend>
        {[{ value: '' as const, name: 'Новые' }, ...sortings].map(({ value, name }) => (
          <button
            key={value}
            type="button"
            aria-pressed={sorting === value}
            onClick={() => onSort(value)}
            className={clsx(
              'min-h-11 px-2 text-sm underline-offset-8',
              sorting === value ? 'font-semibold text-ink underline decoration-accent decoration-2' : 'text-leaf',
            )}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <ul aria-label="Растения компании" className="grid items-start gap-3 md:grid-cols-2">
        {products.map(product => (
          <li key={product.id} className="rounded-lg border border-line bg-surface p-3 shadow-card">
            <div className="grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-3">
              <Picture src={product.get_thumbnail} alt="" sizes="5rem" className="rounded-sm" />
              <div className="min-w-0">
                <ProductName product={product} />
                <p className="text-sm text-muted">{product.category.name}</p>
              </div>
              <div className="-mt-2 -mr-2">
                <ChooseBox product={product} isChosen={chosen.has(product.id)} onChoose={onChoose} />
              </div>
            </div>
            <div className="mt-3">
              <VariantLines product={product} />
            </div>
            <div className="mt-2 flex items-center justify-between gap-3 border-t border-line pt-1 text-sm">
              <p className="min-w-0 py-1 text-muted">
                <span className="whitespace-nowrap tabular-nums">
                  № {product.id} · <Published product={product} />
                </span>{' '}
                · <span className="break-words">{product.assigned_to?.email ?? nobody}</span>
              </p>
              <ProductActions product={product} onRemove={onRemove} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
