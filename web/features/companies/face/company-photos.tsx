import type { Team } from '#contract/companies.ts'
import { isDrawing } from '#contract/media.ts'
import { Drawn } from '../../../ui/drawn.tsx'
import { Picture } from '../../../ui/picture.tsx'

/** A company's photos of itself; each opens in full. */
export function CompanyPhotos({ team }: { team: Team }) {
  if (team.photos.length === 0) return null
  return (
    <section aria-labelledby="photos">
      <h2 id="photos" className="mb-3 text-2xl">
        Как у нас
      </h2>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {team.photos.map(({ id, get_image }, index) => (
          <li key={id}>
            <a href={get_image} className="relative block overflow-hidden rounded-lg">
              <Picture
                src={get_image}
                alt={`${team.company_name}, ${isDrawing(get_image) ? 'рисунок' : 'снимок'} ${index + 1} из ${team.photos.length}`}
                sizes="(width < 40rem) 50vw, 16rem"
              />
              <Drawn src={get_image} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
