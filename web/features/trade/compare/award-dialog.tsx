import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { money } from '../marks.tsx'
import { lineForms, toCompanies } from '../words.ts'
import type { summaryOf } from './choice.ts'

interface AwardDialogProps {
  open: boolean
  summary: ReturnType<typeof summaryOf>
  /** All of the request. */
  lines: number
  /** Companies that have answered and are not chosen. */
  others: number
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** With whom there will be deals and for how much, before it cannot be taken back. */
export function AwardDialog({ open, summary, lines, others, busy, onClose, onConfirm }: AwardDialogProps) {
  const { parts, lines: chosen, total } = summary
  const left = lines - chosen
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        parts.length > 1 ? `Заключить ${counted(parts.length, ['сделку', 'сделки', 'сделок'])}?` : 'Заключить сделку?'
      }
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Вернуться
          </Button>
          <Button busy={busy} onClick={onConfirm}>
            Заключить
          </Button>
        </>
      }
    >
      <ul className="grid gap-2 border-y border-line py-3">
        {parts.map(({ quote, lines: count, total: sum, price }) => (
          <li key={quote.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{quote.company.company_name}</span>
              <span className="block text-sm text-muted">
                {counted(count, lineForms)}
                {sum !== price && ', с доставкой и разгрузкой'}
              </span>
            </span>
            <span className={money}>{formatPrice(sum)}</span>
          </li>
        ))}
        {parts.length > 1 && (
          <li className="flex justify-between gap-4 border-t border-line pt-2">
            <span className="font-semibold">Всего</span>
            <span className={money}>{formatPrice(total)}</span>
          </li>
        )}
      </ul>
      <div className="mt-4 grid gap-2">
        <p>
          {parts.length > 1 ? 'Компании узнают' : 'Компания узнает'} ваш выбор и e-mail и{' '}
          {parts.length > 1 ? 'подтвердят сделки' : 'подтвердит сделку'}.
          {others > 0 && ` ${counted(others, toCompanies)} вежливо сообщим, что выбраны другие.`}
        </p>
        {summary.substitutes > 0 && (
          <p className="text-accent-strong">
            Среди выбранного {counted(summary.substitutes, ['замена', 'замены', 'замен'])}: это не те растения, что вы
            просили.
          </p>
        )}
        {left > 0 && (
          <p className="text-accent-strong">Не выбрано и остаётся без сделки: {counted(left, lineForms)}.</p>
        )}
        <p className="text-sm text-muted">
          Выбрать можно один раз, после этого запрос закроется. Дальше — в разделе «Сделки».
        </p>
      </div>
    </Dialog>
  )
}
