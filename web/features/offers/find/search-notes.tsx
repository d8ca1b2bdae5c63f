import { Link } from 'react-router'
import type { OfferPage } from '#contract/offer-search.ts'
import { placeLabel } from '../../places/place-label.ts'
import { type Chosen, changed, hrefOf } from './address.ts'

const linkStyle = 'link inline-block py-1 wrap-anywhere'

/** How the words of the search were read, where that is not what was typed, and the way back to them. */
export function SearchNotes({ chosen, page: { understood, place } }: { chosen: Chosen; page: OfferPage }) {
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
  return (
    <>
      {understood.corrected !== null && <Corrected chosen={chosen} search={search} corrected={understood.corrected} />}
      {place && understood.filters.place === place.id && (
        <p role="status" className="wrap-anywhere">
          Понято как место сада: <b className="font-semibold">{placeLabel(place)}</b>
          {place.zone !== null && understood.filters.hardy !== undefined && (
            <>, зона {place.zone}. Растения, зона которых неизвестна, не показаны</>
          )}
          .
        </p>
      )}
    </>
  )
}

function Corrected({ chosen, search, corrected }: { chosen: Chosen; search: string; corrected: string }) {
  return (
    <p role="status" className="wrap-anywhere">
      Показано по запросу <b className="font-semibold">«{corrected}»</b>, исправлено с «{search}».{' '}
      <Link to={hrefOf(changed(chosen, { as_written: ['1'], ignore: [] }))} className={linkStyle}>
        Искать как написано
      </Link>
    </p>
  )
}
