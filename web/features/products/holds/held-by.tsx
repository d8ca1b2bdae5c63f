import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { holdsOnPage } from '#contract/holds-on-page.ts'
import type { Variant } from '#contract/variants.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { ChevronDown } from '#web/ui/icons.ts'
import { heldText, holdsQuery, shortText, untilText } from './holds.ts'

/** How many of a size are held, and on demand for which deals; nothing where none are. */
export function HeldBy({ variant, what }: { variant: Variant; what: string }) {
  const [isOpen, setOpen] = useState(false)
  const list = useId()
  const text = heldText(variant)
  if (text === '') return null
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-label={`${text}, по каким сделкам: ${what}`}
        onClick={() => setOpen(!isOpen)}
        className="inline-flex min-h-9 items-center gap-1 text-sm text-leaf hover:underline max-md:min-h-11"
      >
        {text}
        <ChevronDown size={14} className={isOpen ? 'rotate-180' : undefined} />
      </button>
      <div id={list}>{isOpen && <Deals variant={variant} what={what} />}</div>
    </div>
  )
}

function Deals({ variant, what }: { variant: Variant; what: string }) {
  const { api } = useApp()
  const { data, error } = useQuery(holdsQuery(api, variant.id))
  if (error) return <p className="text-sm text-danger">{error.message}</p>
  if (!data) return <p className="text-sm text-muted">Загружаем…</p>
  if (data.length === 0) return <p className="text-sm text-muted">Уже ничего не удержано.</p>
  const short = shortText(variant, data)
  return (
    <>
      {short !== '' && <p className="text-sm text-danger">{short}</p>}
      <ul aria-label={`Удержано по сделкам: ${what}`} className="grid gap-0.5 pb-1 text-sm">
        {data.map(({ deal, quantity, until }) => (
          <li key={deal} className="flex flex-wrap items-center gap-x-1">
            <Link
              to={`/deals/${deal}`}
              className="inline-flex min-h-9 items-center text-leaf underline max-md:min-h-11"
            >
              {counted(quantity, ['растение', 'растения', 'растений'])} по сделке
            </Link>
            <span className="leading-snug text-muted">— {untilText(until)}</span>
          </li>
        ))}
      </ul>
      {data.length === holdsOnPage && (
        <p className="text-sm text-muted">Показаны первые {holdsOnPage} сделок, остальные — в «Сделках».</p>
      )}
    </>
  )
}
