import type { ProjectLine } from '#contract/projects.ts'
import type { TransportPlan } from '#contract/transport.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { TourMap } from './tour-map.tsx'
import { kmText, reasonTexts, tourText, toursText, volumeText, weightText } from './transport-words.ts'

/** Lorries with which what is chosen comes, on a map and in words. */
export function Tours({ transport, lines }: { transport: TransportPlan; lines: ProjectLine[] }) {
  const nameOf = new Map(lines.map(({ id, name, text }) => [id, name || text]))
  return (
    <div className="mt-3 grid gap-x-8 gap-y-4 lg:grid-cols-2">
      {transport.tours.length > 0 && <TourMap transport={transport} />}
      <div className="min-w-0">
        <p className="font-semibold tabular-nums">{toursText(transport)}</p>
        <p className="text-xs text-muted">
          {transport.distance_note}
          {transport.is_approximate && ' · приблизительно: сочетаний слишком много, чтобы перебрать все'}
        </p>
        <ol className="mt-2">
          {transport.tours.map((tour, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lorries have no other name
            <li key={at} className="border-t border-line py-2">
              <p className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 font-semibold wrap-anywhere">
                  {tour.vehicle.name}
                  {tour.owner && ` · ${tour.owner.company_name}`}
                </span>
                <span className="shrink-0 tabular-nums">{tour.is_free ? 'бесплатно' : formatPrice(tour.price)}</span>
              </p>
              <p className="text-sm text-muted tabular-nums">{tourText(tour)}</p>
              <ol className="mt-1 text-sm">
                {tour.stops.map(stop => (
                  <li key={stop.company.id} className="wrap-anywhere">
                    {stop.company.company_name}: {weightText(stop.weight)}, {volumeText(stop.volume)}{' '}
                    <span className="text-muted">→ {kmText(stop.distance_km)}</span>
                  </li>
                ))}
                <li>Место проекта</li>
              </ol>
            </li>
          ))}
        </ol>
        {transport.unplaced.length > 0 && (
          <div className="mt-2 rounded-md bg-accent-soft px-3 py-2 text-sm text-accent-strong">
            <p className="font-semibold">Без машины</p>
            <ul>
              {transport.unplaced.map(({ line, company, reason }) => (
                <li key={line} className="wrap-anywhere">
                  {nameOf.get(line)}, {company.company_name}: {reasonTexts[reason]}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  )
}
