import { useState } from 'react'
import type { Deal } from '#contract/deals.ts'
import type { Delivery } from '#contract/deliveries.ts'
import { Button } from '#web/ui/button.tsx'
import type { RefreshAccess } from '#web/ui/files/send-files.ts'
import { momentText } from '../dates.ts'
import { Mark } from '../marks.tsx'
import { Section } from '../section.tsx'
import { quantityText } from '../words.ts'
import { isReceiptBegun, ReceiveForm } from './receive-form.tsx'
import { useChangedDeal } from './use-changed-deal.ts'

interface DealDeliveriesProps {
  deal: Deal
  refreshAccess: RefreshAccess
}

/** What was handed over, and what of it was received. */
export function DealDeliveries({ deal, refreshAccess }: DealDeliveriesProps) {
  if (deal.deliveries.length === 0) return null
  return (
    <div className="mt-8">
      <Section title="Поставки">
        <ol className="grid gap-4">
          {deal.deliveries.map(delivery => (
            <Item key={delivery.id} deal={deal} delivery={delivery} refreshAccess={refreshAccess} />
          ))}
        </ol>
      </Section>
    </div>
  )
}

function Item({ deal, delivery, refreshAccess }: DealDeliveriesProps & { delivery: Delivery }) {
  const show = useChangedDeal()
  const [isReceiving, setReceiving] = useState(() => delivery.received_at === null && isReceiptBegun(delivery.id))
  const { number, handed_at, note, lines, received_at, receipt } = delivery
  const nameOf = new Map(deal.lines.map(line => [line.line, line]))
  const claimed = receipt.filter(({ claim }) => claim !== null).length
  return (
    <li className="rounded-lg border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-sans text-base font-semibold">
          Поставка {number}, {momentText(handed_at)}
        </h3>
        <Mark tone={received_at === null ? 'wanted' : claimed > 0 ? 'bad' : 'good'}>
          {received_at === null ? 'не принята' : claimed > 0 ? 'принята с претензиями' : 'принята'}
        </Mark>
      </div>
      {/* While it is received its lines are there to be counted. */}
      {!isReceiving && (
        <ul className="mt-2 gap-x-8 text-sm lg:columns-2">
          {lines.map(({ line, quantity }) => (
            <li key={line} className="break-inside-avoid wrap-anywhere">
              {nameOf.get(line)?.name} — {quantityText(quantity, nameOf.get(line)?.unit ?? null)}
            </li>
          ))}
        </ul>
      )}
      {note && <p className="mt-2 text-sm wrap-anywhere whitespace-pre-line text-muted">{note}</p>}
      {received_at === null && deal.can.receive && !isReceiving && (
        <Button variant="secondary" className="mt-3 max-sm:w-full" onClick={() => setReceiving(true)}>
          Принять поставку {number}
        </Button>
      )}
      {received_at === null && deal.can.receive && isReceiving && (
        <ReceiveForm
          deal={deal}
          delivery={delivery}
          refreshAccess={refreshAccess}
          onReceived={changed => {
            setReceiving(false)
            show(changed)
          }}
          onCancel={() => setReceiving(false)}
        />
      )}
    </li>
  )
}
