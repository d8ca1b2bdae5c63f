import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Product } from '#contract/products.ts'
import { ArrowDownAZ, ArrowUpDown } from '#web/ui/icons.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { nobody, type Sorting } from './own-view.ts'
import { ChooseBox, ProductActions, ProductName, Published } from './product-cells.tsx'
import { VariantLines } from './variant-lines.tsx'

export interface ProductListProps {
  products: Product[]
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  onRemove: (product: Product) => void
  chosen: ReadonlySet<number>
  onChoose: (id: number, isChosen: boolean) => void
}

export function ProductTable({ products, sorting, onSort, onRemove, chosen, onChoose }: ProductListProps) {
  const sorted = { sorting, onSort }
  return (
    <Table caption="Растения компании">
      <thead>
        <tr>
          <HeadCell>
            <span className="sr-only">Выбор</span>
          </HeadCell>
          <HeadCell>
            <span className="sr-only">Снимок</span>
          </HeadCell>
          <SortedHead by="name" {...sorted}>
            Название
          </SortedHead>
          <SortedHead by="category" {...sorted}>
            Группа растений
          </SortedHead>
          <HeadCell title="Опубликовано">Опубл.</HeadCell>
          <SortedHead by="price" {...sorted}>
            Размеры, наличие и цена, ₽
          </SortedHead>
          <HeadCell>Ответственный</HeadCell>
          <HeadCell>
            <span className="sr-only">Действия</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody className="[&_td]:align-middle">
        {products.map(product => (
          <tr key={product.id} className="hover:bg-surface">
            <Cell className="p-0!">
              <ChooseBox product={product} isChosen={chosen.has(product.id)} onChoose={onChoose} />
            </Cell>
            <Cell className="w-16 min-w-16 px-1 py-1">
              <Picture src={product.get_thumbnail} alt="" sizes="4rem" className="rounded-sm" />
            </Cell>
            <Cell className="min-w-44 py-1 text-[0.9375rem] leading-tight">
              <ProductName product={product} />
            </Cell>
            <Cell className="px-1 py-1 text-xs">{product.category.name}</Cell>
            <Cell className="py-1 text-center">
              <Published product={product} />
            </Cell>
            <Cell className="min-w-[32rem] px-2 py-1">
              <VariantLines product={product} isTable />
            </Cell>
            <Cell className="max-w-24 truncate px-1 py-1 text-xs" title={product.assigned_to?.email}>
              {product.assigned_to?.email ?? nobody}
            </Cell>
            <Cell className="py-1 pr-0 text-center">
              <ProductActions product={product} onRemove={onRemove} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface SortedHeadProps extends Pick<ProductListProps, 'sorting' | 'onSort'> {
  by: Exclude<Sorting, ''>
  className?: string
  children: ReactNode
}

/** The first click sorts ascending, the second restores newest first. */
function SortedHead({ by, sorting, onSort, className, children }: SortedHeadProps) {
  const isSorted = sorting === by
  const Arrows = isSorted ? ArrowDownAZ : ArrowUpDown
  return (
    <HeadCell aria-sort={isSorted ? 'ascending' : undefined}>
      <button
        type="button"
        onClick={() => onSort(isSorted ? '' : by)}
        className={clsx(
          '-mx-2 -my-2 flex min-h-11 items-end gap-1.5 rounded-md px-2 pb-2 text-left font-semibold text-leaf hover:bg-leaf-soft',
          className,
        )}
      >
        {children}
        <Arrows aria-hidden size={16} className={isSorted ? 'shrink-0 text-accent' : 'shrink-0 text-muted'} />
      </button>
    </HeadCell>
  )
}
