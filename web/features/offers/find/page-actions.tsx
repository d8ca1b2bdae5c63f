import { useNavigate } from 'react-router'
import { SortLinks } from '#web/ui/sort-links.tsx'
import { type Chosen, changed, hrefOf } from './address.ts'

const orders = [
  { value: '', name: 'По совпадению' },
  { value: 'price', name: 'Дешевле' },
  { value: '-price', name: 'Дороже' },
  { value: '-height', name: 'Выше' },
  { value: 'height', name: 'Ниже' },
  { value: '-girth', name: 'Толще' },
  { value: 'girth', name: 'Тоньше' },
  { value: '-confirmed_at', name: 'Недавно подтверждены' },
]

const nearest = { value: 'distance', name: 'Ближе' }

const ordersOf = (chosen: Chosen) =>
  (chosen.place ? [...orders, nearest] : orders).map(({ value, name }) => ({
    value,
    name: value === '' && !chosen.search ? 'Сначала свежие' : name,
    to: hrefOf(changed(chosen, { ordering: value ? [value] : [] })),
    isCurrent: value === (chosen.ordering?.[0] ?? ''),
  }))

/** The order of the list. */
export const PageActions = ({ chosen }: { chosen: Chosen }) => (
  <SortLinks className="flex-wrap max-lg:hidden" orders={ordersOf(chosen)} />
)

/** The same on a phone, where it stands beside filters and place. */
export function OrderSelect({ chosen }: { chosen: Chosen }) {
  const navigate = useNavigate()
  const all = ordersOf(chosen)
  return (
    <select
      aria-label="Порядок"
      value={all.find(({ isCurrent }) => isCurrent)?.value ?? ''}
      onChange={({ target }) => {
        const order = all.find(({ value }) => value === target.value)
        if (order) void navigate(order.to, { preventScrollReset: true })
      }}
      className="needs-script min-h-11 w-0 min-w-12 grow truncate rounded-md border border-leaf/45 bg-surface px-2 text-base font-semibold text-leaf"
    >
      {all.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
