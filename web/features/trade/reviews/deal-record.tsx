import type { DealRecord as Answer } from '#contract/deliveries.ts'

const shares = new Intl.NumberFormat('ru-RU', { style: 'percent', maximumFractionDigits: 0 })
const numbers = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** How a company's deals went; nothing while there are too few. */
export function DealRecord({ record }: { record: Answer | null }) {
  if (!record) return null
  const facts = [
    { label: 'Сделок', value: numbers.format(record.deals) },
    {
      label: 'Подтверждены вовремя',
      value: record.confirmed_in_time !== null && shares.format(record.confirmed_in_time),
    },
    {
      label: 'Строки приняты полностью',
      value: record.received_in_full !== null && shares.format(record.received_in_full),
    },
    { label: 'Претензии улажены', value: record.claims_settled !== null && shares.format(record.claims_settled) },
    {
      label: 'Улаживает претензию, дней',
      value: record.settled_in_days !== null && numbers.format(record.settled_in_days),
    },
  ]
  return (
    <section aria-labelledby="deal-record">
      <h2 id="deal-record" className="mb-3 text-2xl">
        Как проходят сделки
      </h2>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {facts.map(
          ({ label, value }) =>
            value !== false && (
              <div key={label}>
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="text-lg font-semibold tabular-nums">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
