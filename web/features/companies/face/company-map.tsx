import type { Place } from '#contract/places.ts'
import { countryOutlines, countryPath, project } from '#web/ui/russia-outline.ts'
import { placeName } from '../../places/place-label.ts'

const points = countryOutlines.flat()
const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
const edge = 120
const [left, top] = [Math.min(...xs) - edge, Math.min(...ys) - edge]
const [width, height] = [Math.max(...xs) + edge - left, Math.max(...ys) + edge - top]

/** A company's town on a drawn map of Russia. */
export function CompanyMap({ town }: { town: { place: Place; latitude: number; longitude: number } }) {
  const { x, y } = project(town)
  return (
    <figure>
      <svg
        role="img"
        aria-label={`На карте России: ${placeName(town.place)}`}
        viewBox={`${left.toFixed(0)} ${top.toFixed(0)} ${width.toFixed(0)} ${height.toFixed(0)}`}
        className="w-full rounded-lg border border-line bg-sunken"
      >
        <path d={countryPath} className="fill-surface stroke-edge" strokeWidth={16} strokeLinejoin="round" />
        <circle cx={x.toFixed(0)} cy={y.toFixed(0)} r={230} className="fill-leaf" fillOpacity={0.18} />
        <circle cx={x.toFixed(0)} cy={y.toFixed(0)} r={90} className="fill-leaf stroke-surface" strokeWidth={30} />
      </svg>
      <figcaption className="mt-1.5 text-sm text-muted">{placeName(town.place)}</figcaption>
    </figure>
  )
}
