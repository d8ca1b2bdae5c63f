import { clsx } from 'clsx'
import { highest, mondayName } from './weeks.ts'

export interface Series {
  name: string
  values: readonly number[]
}

const numbers = new Intl.NumberFormat('ru-RU')

/** By place: told apart by more than their colour. */
const looks = [
  { bar: 'fill-leaf', box: 'bg-leaf' },
  { bar: 'fill-accent', box: 'bg-accent' },
  { bar: 'fill-leaf-soft stroke-leaf', box: 'border border-leaf bg-leaf-soft' },
] as const
const lookOf = (at: number) => looks[at % looks.length] ?? looks[0]

/**
 * Bars by week. It says nothing that the table beside it does not say, so screen readers pass it over.
 */
export function WeekBars({ weeks, series }: { weeks: readonly string[]; series: readonly Series[] }) {
  const most = highest(Math.max(...series.flatMap(({ values }) => values)))
  // A third of a week's width stays empty.
  const bar = 2 / 3 / series.length
  const every = Math.ceil(weeks.length / 4)
  const marks = [most, most / 2, 0]
  return (
    <figure className="flex h-full flex-col">
      <div aria-hidden className="flex min-h-48 grow gap-2 pt-2 pb-7 text-xs text-muted tabular-nums">
        <div className="-my-2 flex flex-col justify-between text-right">
          {marks.map(value => (
            <span key={value}>{numbers.format(value)}</span>
          ))}
        </div>
        <div className="relative grow">
          <svg
            aria-hidden
            viewBox={`0 0 ${weeks.length} ${most}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {marks.map(value => (
              <line
                key={value}
                x2={weeks.length}
                y1={most - value}
                y2={most - value}
                vectorEffect="non-scaling-stroke"
                className={value === 0 ? 'stroke-ink/70' : 'stroke-line'}
              />
            ))}
            {series.map(({ name, values }, place) =>
              values.map((value, at) => (
                <rect
                  key={`${name} ${weeks[at]}`}
                  x={at + 1 / 6 + bar * place}
                  y={most - value}
                  width={bar}
                  height={value}
                  vectorEffect="non-scaling-stroke"
                  className={lookOf(place).bar}
                />
              )),
            )}
          </svg>
          {/* The present week is named, and those before it as they fit. */}
          {weeks.map(
            (monday, at) =>
              (weeks.length - 1 - at) % every === 0 && (
                <span
                  key={monday}
                  className={clsx(
                    'absolute top-full mt-1.5 whitespace-nowrap',
                    at === weeks.length - 1 ? 'right-0' : '-translate-x-1/2',
                  )}
                  style={at === weeks.length - 1 ? {} : { left: `${((at + 0.5) / weeks.length) * 100}%` }}
                >
                  {mondayName(monday)}
                </span>
              ),
          )}
        </div>
      </div>
      {series.length > 1 && (
        <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
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
