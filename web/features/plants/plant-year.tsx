import type { YearRow, YearSpan } from '#contract/plant-year.ts'
import { monthInitials, monthsText } from './plant-texts.ts'
import { yearTone } from './year-tones.ts'

/** Over the new year it is in two pieces. */
function piecesOf({ from_month: from, to_month: to, tone }: YearSpan) {
  const pieces =
    from <= to
      ? [[from, to]]
      : [
          [1, to],
          [from, 12],
        ]
  return pieces.map(([first = 1, last = 12]) => ({ first, last, tone }))
}

/** The plant's year as a strip of months, and below it the same in words, which screen readers read. */
export function PlantYear({ rows, fruit }: { rows: YearRow[]; fruit: string | null }) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="year">
      <h2 id="year" className="mb-2 text-xl">
        Год растения
      </h2>
      <div aria-hidden data-part="year" className="grid grid-cols-[repeat(12,minmax(0,1fr))] gap-x-px gap-y-1">
        {monthInitials.map((initial, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the months of a year
          <span key={at} className="text-center text-xs leading-5 text-muted">
            {initial}
          </span>
        ))}
        {rows.map(({ part, spans }, row) => (
          <Strip key={part} spans={spans} row={row + 2} />
        ))}
      </div>
      <ul className="mt-2 grid gap-x-6 text-sm sm:grid-cols-2">
        {rows.flatMap(({ part, spans }) =>
          spans.map(span => (
            <li key={part + span.from_month} className="flex items-baseline gap-2 py-0.5">
              <span aria-hidden className="size-3 shrink-0 self-center rounded-xs border" style={yearTone(span.tone)} />
              <span>
                <span className="text-muted">{monthsText(span)}:</span> {span.text}
              </span>
            </li>
          )),
        )}
        {fruit && (
          <li className="py-0.5">
            {fruit} <span className="text-muted">(месяцы в справочнике не указаны)</span>
          </li>
        )}
      </ul>
    </section>
  )
}

/** Months that no span has are not known: empty paper. */
function Strip({ spans, row }: { spans: YearSpan[]; row: number }) {
  return (
    <>
      <span className="h-6 rounded-sm bg-sunken" style={{ gridRow: row, gridColumn: '1 / -1' }} />
      {spans.flatMap(piecesOf).map(({ first, last, tone }) => (
        <span
          key={first}
          className="h-6 rounded-sm border"
          style={{ gridRow: row, gridColumn: `${first} / ${last + 1}`, ...yearTone(tone) }}
        />
      ))}
    </>
  )
}
