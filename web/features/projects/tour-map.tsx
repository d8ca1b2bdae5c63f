import type { TransportPlan } from '#contract/transport.ts'
import { countryPath, linePath, project, viewOf } from '#web/ui/russia-outline.ts'

/** The ways of the lorries on a drawn map; the list beside it says the same in words. */
export function TourMap({ transport: { tours, point } }: { transport: TransportPlan }) {
  const site = project(point)
  const ways = tours.map(({ stops }) =>
    stops.map(stop => ({ ...project(stop.point), name: stop.company.company_name })),
  )
  const view = viewOf([site, ...ways.flat()])
  const unit = view.width / 100
  const nurseries = [...new Map(ways.flat().map(stop => [stop.name, stop])).values()]
  return (
    <svg
      role="img"
      aria-label={`Карта рейсов: ${nurseries.map(({ name }) => name).join(', ')}`}
      viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      className="w-full rounded-lg border border-line bg-sunken"
    >
      <path d={countryPath} className="fill-surface stroke-edge" strokeWidth={unit * 0.3} strokeLinejoin="round" />
      {ways.map((stops, at) => (
        <path
          // oxlint-disable-next-line react/no-array-index-key -- lorries have no other name
          key={at}
          d={linePath([...stops, site])}
          className="fill-none stroke-leaf"
          strokeWidth={unit * 0.8}
          strokeLinejoin="round"
          strokeLinecap="round"
          strokeOpacity={0.75}
        />
      ))}
      {nurseries.map(({ x, y, name }) => (
        <circle key={name} cx={x} cy={y} r={unit * 1.5} className="fill-surface stroke-leaf" strokeWidth={unit * 0.8}>
          <title>{name}</title>
        </circle>
      ))}
      <rect
        x={site.x - unit * 1.6}
        y={site.y - unit * 1.6}
        width={unit * 3.2}
        height={unit * 3.2}
        rx={unit * 0.5}
        className="fill-accent stroke-surface"
        strokeWidth={unit * 0.5}
      >
        <title>Место проекта</title>
      </rect>
    </svg>
  )
}
