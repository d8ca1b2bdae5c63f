import { Link } from 'react-router'
import { counted } from '#web/lib/plural.ts'
import { type Compared, hrefOf, without } from './address.ts'
import { type Kind, unchoose, useChosen } from './chosen.ts'

const forms = {
  offer: ['предложение', 'предложения', 'предложений'],
  plant: ['растение', 'растения', 'растений'],
} as const

/** What the address names and what is not shown any more; by name where this browser remembers it. */
export function Gone({ compared, kind, ids }: { compared: Compared; kind: Kind; ids: string[] }) {
  const remembered = useChosen()[kind]
  if (ids.length === 0) return null
  const names = ids.flatMap(id => remembered.find(one => one.id === id)?.name ?? [])
  const what = `${kind === 'offer' ? 'Снято с публикации' : 'Нет в справочнике'}: ${counted(ids.length, forms[kind])}`
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 rounded-md bg-sunken px-4 py-1.5 wrap-anywhere">
      <span className="py-1.5">
        {what}
        {names.length > 0 && ` (${names.join('; ')})`}
      </span>
      <Link
        to={hrefOf(without(compared, kind, ids))}
        replace
        preventScrollReset
        onClick={() => ids.forEach(id => unchoose(kind, id))}
        className="link inline-flex min-h-9 items-center"
      >
        Убрать из сравнения
      </Link>
    </p>
  )
}
