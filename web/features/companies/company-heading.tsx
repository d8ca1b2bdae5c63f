import { Link } from 'react-router'
import type { Team } from '#contract/companies.ts'
import { companyPath } from '#contract/company-slug.ts'
import { StoredImage } from '../../ui/picture.tsx'
import { Rating } from '../../ui/rating.tsx'
import { placeName } from '../places/place-label.ts'
import { TeamNav } from './team-nav.tsx'

/** The heading of all pages of a company. */
export function CompanyHeading({ team }: { team: Team }) {
  const where = team.place ? placeName(team.place) : team.team_city?.name
  const place = [team.team_specific?.name, where].filter(name => name !== undefined)
  return (
    <header className="border-b border-line">
      {team.logo && (
        <StoredImage
          src={team.logo}
          sizes="6rem"
          alt=""
          width={96}
          height={96}
          className="float-right mt-1 ml-4 size-16 rounded-lg border border-line bg-surface object-contain sm:size-24"
        />
      )}
      <h1 className="mt-1 text-3xl">{team.company_name}</h1>
      {/* Separate lines on a phone, where one line might wrap differently once the font is loaded. */}
      <p className="mt-1 text-muted">
        {place.map((name, index) => (
          <span key={name} className="max-sm:block">
            {index > 0 && <span className="max-sm:sr-only">, </span>}
            {name}
          </span>
        ))}
      </p>
      {team.reviews_count > 0 && (
        <p className="mt-1">
          <Link to={`${companyPath(team)}#reviews`} className="inline-block min-h-6 no-underline hover:underline">
            <Rating rating={team.rating} count={team.reviews_count} />
          </Link>
        </p>
      )}
      <div className="clear-right mt-3 -mb-px">
        <TeamNav team={team} />
      </div>
    </header>
  )
}
