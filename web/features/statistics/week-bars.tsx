import { clsx } from 'clsx'
import { highest, mondayName } from './weeks.ts'

export interface Series {
  name: string
  values: readonly number[]
}

const numbers = new Intl.NumberFormat('ru-RU')

/** In units of the picture. */
const [width, height, left, bottom, top] = [480, 220, 40, 26, 10]
const plot = { width: width - left, height: height - bottom - top }

/** By place: told apart by more than their colour. */
const looks = [
  { fill: 'fill-leaf', box: 'bg-leaf', outline: false },
  { fill: 'fill-accent', box: 'bg-accent', outline: false },
  { fill: 'fill-leaf-soft stroke-leaf', box: 'border border-leaf bg-leaf-soft', outline: true },
] as const
const lookOf = (at: number) => looks[at % looks.length] ?? looks[0]

/**
 * Bars by week. It says nothing that the table beside it does not say, so screen readers pass it over.
 */
export function WeekBars({ weeks, series }: { weeks: readonly string[]; series: readonly Series[] }) {
  const most = highest(Math.max(...series.flatMap(({ values }) => values)))
  const column = plot.width / weeks.length
  // A third of a column stays empty.
  const bar = (column * 2) / 3 / series.length
  const every = Math.ceil(weeks.length / 4)
  const yOf = (value: number) => top + plot.height * (1 - value / most)
  return (
    <figure>
      <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="h-auto w-full text-xs tabular-nums">
        {[0, most / 2, most].map(value => (
          <g key={value}>
            <line
              x1={left}
              x2={width}
              y1={yOf(value)}
              y2={yOf(value)}
              className={value === 0 ? 'stroke-ink/70' : 'stroke-line'}
            />
            <text x={left - 6} y={yOf(value) + 4} textAnchor="end" className="fill-muted">
              {numbers.format(value)}
            </text>
          </g>
        ))}
        {weeks.map((monday, at) => (
          <g key={monday}>
            {series.map(({ name, values }, place) => {
              const value = values[at] ?? 0
              const { fill, outline } = lookOf(place)
              return (
                value > 0 && (
                  <rect
                    key={name}
                    x={left + column * (at + 1 / 6) + bar * place}
                    y={yOf(value)}
                    width={bar - (outline ? 1 : 0)}
                    height={top + plot.height - yOf(value)}
                    className={fill}
                  />
                )
              )
            })}
            {/* The present week is named, and those before it as they fit. */}
            {(weeks.length - 1 - at) % every === 0 && (
              <text x={left + column * (at + 0.5)} y={height - 8} textAnchor="middle" className="fill-muted">
                {mondayName(monday)}
              </text>
            )}
          </g>
        ))}
      </svg>
      {series.length > 1 && (
        <figcaption className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {series.map(({ name }, at) => (
            <span key={name} className="flex items-center gap-2">
              <span className={clsx('inline-block size-3', lookOf(at).box)} />
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}
