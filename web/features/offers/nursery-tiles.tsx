import { Link } from 'react-router'
import { isDrawing } from '#contract/media.ts'
import type { Showcase } from '#contract/offers.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { Drawn } from '#web/ui/drawn.tsx'
import { Picture, StoredImage } from '#web/ui/picture.tsx'
import { RenderedOnce } from '#web/ui/rendered-once.tsx'
import { ShortRating } from '#web/ui/short-rating.tsx'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'

/** Nurseries with what they grow. */
export function NurseryTiles({ teams }: { teams: Showcase['teams'] }) {
  return (
    <RenderedOnce as="ul" name="nurseries" of={teams} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {() =>
        teams.map(team => (
          <li key={team.id}>
            <Link
              to={team.get_absolute_url}
              className="block h-full overflow-hidden rounded-lg border border-line bg-surface no-underline hover:border-leaf hover:shadow-card"
            >
              <span className="relative grid grid-cols-3 gap-px">
                {team.pictures.map(picture => (
                  <Picture
                    key={picture}
                    src={picture}
                    alt=""
                    ratio={[1, 1]}
                    needed={[160, 400]}
                    sizes="(width < 40rem) 31vw, 6rem"
                  />
                ))}
                <Drawn src={team.pictures.find(isDrawing) ?? ''} />
              </span>
              <span className="block px-3 py-2.5">
                {team.logo && (
                  <StoredImage
                    src={team.logo}
                    sizes="3rem"
                    alt=""
                    loading="lazy"
                    className="float-right size-12 rounded-md"
                  />
                )}
                <span className="line-clamp-2 leading-tight font-semibold">{team.company_name}</span>
                <span className="block text-sm text-muted">
                  {[team.region, counted(team.products_count, plants)].filter(Boolean).join(' · ')}
                </span>
                <span className="flex flex-wrap items-center gap-x-2 text-sm">
                  {team.is_verified && <VerifiedBadge isShort={team.rating !== undefined} />}
                  <ShortRating of={team} />
                </span>
              </span>
            </Link>
          </li>
        ))
      }
    </RenderedOnce>
  )
}
