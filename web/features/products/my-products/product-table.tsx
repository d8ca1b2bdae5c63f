import type { ReactNode } from 'react'
import type { Product } from '#contract/products.ts'
import { ArrowDownAZ, ArrowUpDown } from '#web/ui/icons.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Cell } from '#web/ui/table.tsx'
import { WorkTable } from '#web/ui/work-table.tsx'
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
  /** The box above those of the products. */
  chooseAll: ReactNode
}

export function ProductTable({ products, sorting, onSort, onRemove, chosen, onChoose, chooseAll }: ProductListProps) {
  const sorted = (by: Exclude<Sorting, ''>, name: string) => ({
    key: by,
    name: (
      <SortButton by={by} sorting={sorting} onSort={onSort}>
        {name}
      </SortButton>
    ),
    sort: sorting === by ? ('ascending' as const) : undefined,
  })
  const columns = [
    { key: 'choice', name: chooseAll, className: 'pl-3! py-0!' },
    { key: 'picture', name: 'Снимок', isUnseen: true },
    sorted('name', 'Название'),
    sorted('category', 'Группа'),
    { key: 'published', name: 'Опубл.', title: 'Опубликовано' },
    sorted('price', 'Размеры, наличие и цена, ₽'),
    { key: 'person', name: 'Ответственный' },
    { key: 'actions', name: 'Действия', isUnseen: true },
  ]
  return (
    <WorkTable caption="Растения компании" columns={columns} isAlwaysTable>
      <tbody className="[&_td]:align-middle">
        {products.map(product => (
          <tr key={product.id} className="hover:bg-surface">
            <Cell className="p-0!">
              <ChooseBox product={product} isChosen={chosen.has(product.id)} onChoose={onChoose} />
            </Cell>
            <Cell className="w-16 min-w-16 px-1! py-1!">
              <Picture src={product.get_thumbnail} alt="" sizes="4rem" className="rounded-sm" />
            </Cell>
            <Cell className="min-w-52 px-2! py-0.5! text-sm leading-tight wrap-anywhere">
              <ProductName product={product} />
            </Cell>
            <Cell className="px-1! py-0.5! text-xs">{product.category.name}</Cell>
            <Cell className="px-2! py-0.5! text-center">
              <Published product={product} />
            </Cell>
            <Cell className="min-w-[32rem] px-2! py-0.5!">
              <VariantLines product={product} isTable />
            </Cell>
            <Cell className="max-w-24 truncate px-1! py-0.5! text-xs" title={product.assigned_to?.email}>
              {product.assigned_to?.email ?? nobody}
            </Cell>
            <Cell className="px-0! py-0.5! text-center">
              <ProductActions product={product} onRemove={onRemove} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </WorkTable>
  )
}

interface SortButtonProps extends Pick<ProductListProps, 'sorting' | 'onSort'> {
  by: Exclude<Sorting, ''>
  children: ReactNode
}

/** The first click sorts ascending, the second restores newest first. */
function SortButton({ by, sorting, onSort, children }: SortButtonProps) {
  const isSorted = sorting === by
  const Arrows = isSorted ? ArrowDownAZ : ArrowUpDown
  return (
    <button
      type="button"
      onClick={() => onSort(isSorted ? '' : by)}
      className="-mx-2 -my-1.5 flex min-h-11 items-end gap-1.5 rounded-md px-2 pb-1.5 text-left font-semibold text-leaf hover:bg-leaf-soft"
    >
      {children}
      <Arrows size={16} className={isSorted ? 'shrink-0 text-accent' : 'shrink-0 text-muted'} />
    </button>
  )
}
