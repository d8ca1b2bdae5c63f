import { Link } from 'react-router'
import type { Understood } from '#contract/offer-search.ts'
import { type Chosen, changed, hrefOf } from './address.ts'

const linkStyle = 'link inline-block py-1 wrap-anywhere'

/** How the words of the search were read, where that is not what was typed, and the way back to them. */
export function SearchNotes({ chosen, understood }: { chosen: Chosen; understood: Understood }) {
  const [search] = chosen.search ?? []
  if (!search) return null
  if (chosen.as_written?.[0] === '1')
    return (
      <p className="wrap-anywhere text-muted">
        Ищем «{search}» как написано.{' '}
        <Link to={hrefOf(changed(chosen, { as_written: [] }))} className={linkStyle}>
          Искать с исправлениями
        </Link>
      </p>
    )
  if (understood.corrected === null) return null
  return (
    <p role="status" className="wrap-anywhere">
      Показано по запросу <b className="font-semibold">«{understood.corrected}»</b>, исправлено с «{search}».{' '}
      <Link to={hrefOf(changed(chosen, { as_written: ['1'], ignore: [] }))} className={linkStyle}>
        Искать как написано
      </Link>
    </p>
  )
}
