import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { MissingChoice, PriceList } from '#contract/price-lists.ts'
import { soldOut } from '#contract/stock-names.ts'
import { useApp } from '#web/lib/app-context.ts'
import type { MemberFetch } from '#web/lib/download.ts'
import { counted, sizes } from '#web/lib/plural.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DownloadButton } from '#web/ui/download-button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Undo2 } from '#web/ui/icons.ts'
import { countsLine, dateText } from './words.ts'

interface ResultPanelProps {
  list: PriceList
  /** Of the company. */
  teamId: number
  fetch: MemberFetch
  onRolledBack: (list: PriceList) => void
}

const fates: Record<MissingChoice, string> = {
  keep: 'оставили как есть',
  sold_out: `отметили «${soldOut}»`,
  unpublish: `сняли с публикации или отметили «${soldOut}»`,
}

/** What an applied list has done, where it is to be seen, and the way back. */
export function ResultPanel({ list, teamId, fetch, onRolledBack }: ResultPanelProps) {
  const { api } = useApp()
  const headingId = useId()
  const [isAsked, setAsked] = useState(false)
  const rollBack = useMutation({
    mutationFn: () => api.call('POST /price-lists/:id/rollback/', { params: { id: list.id } }),
    onSuccess: onRolledBack,
    onSettled: () => setAsked(false),
  })
  const { id, status, counts, missing, applied_at } = list
  const isApplied = status === 'applied'
  return (
    <section aria-labelledby={headingId} className="rounded-xl border border-line bg-surface p-4 sm:p-6">
      <h2 id={headingId} className="mb-2 text-2xl">
        {isApplied ? 'Прайс-лист применён' : 'Всё возвращено, как было'}
      </h2>
      <div className="grid gap-4">
        <div className="grid gap-1">
          <p className="tabular-nums">{countsLine(counts)}</p>
          {isApplied && missing !== null && counts.missing > 0 && (
            <p>
              Не было в файле: {counted(counts.missing, sizes)} — {fates[missing]}.
            </p>
          )}
          <p className="text-sm text-muted">
            {applied_at && `Применён ${dateText(applied_at)}. `}
            {isApplied
              ? 'Растения из справочника уже в каталоге; тех, которых в нём нет, сначала посмотрит модератор.'
              : 'Применить этот файл ещё раз нельзя: загрузите его снова.'}
          </p>
        </div>
        <FormErrors messages={rollBack.error ? [rollBack.error.message] : []} />
        <div className="flex flex-wrap gap-x-3 gap-y-2">
          {isApplied ? (
            <>
              <ButtonLink to="/products/my_products" className="max-sm:w-full">
                Мои растения
              </ButtonLink>
              <ButtonLink to={`/products/teamproductslist/${teamId}`} variant="secondary" className="max-sm:w-full">
                Как видят покупатели
              </ButtonLink>
            </>
          ) : (
            <ButtonLink to="/price-list">Загрузить прайс-лист</ButtonLink>
          )}
          <DownloadButton
            fetch={fetch}
            path={`/price-lists/${id}/report.xlsx`}
            name="Отчёт.xlsx"
            label="Отчёт по строкам"
          />
          {isApplied && (
            <Button variant="quiet" busy={rollBack.isPending} onClick={() => setAsked(true)}>
              <Undo2 size={18} />
              Вернуть, как было
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="Вернуть всё, как было?"
        label="Вернуть"
        busy={rollBack.isPending}
        onConfirm={() => rollBack.mutate()}
      >
        <p>
          Добавленные растения исчезнут из каталога, прежние цены, наличие и размеры вернутся, запись в ленте удалится.
        </p>
      </ConfirmDialog>
    </section>
  )
}
