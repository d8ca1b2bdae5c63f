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

/** What one can do with the list as a whole: its order. On a phone the line scrolls sideways. */
export function PageActions({ chosen }: { chosen: Chosen }) {
  const ordering = chosen.ordering?.[0] ?? ''
  return (
    <SortLinks
      className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-2 lg:flex-wrap"
      orders={(chosen.place ? [...orders, nearest] : orders).map(({ value, name }) => ({
        name: value === '' && !chosen.search ? 'Сначала свежие' : name,
        to: hrefOf(changed(chosen, { ordering: value ? [value] : [] })),
        isCurrent: value === ordering,
      }))}
    />
  )
}
