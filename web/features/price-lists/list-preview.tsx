import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { type PriceListPreview, previewLimits } from '#contract/price-lists.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { CircleAlert } from '#web/ui/icons.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { QuestionsPanel } from './questions-panel.tsx'
import { RowList } from './row-list.tsx'
import { formOf, type StoredList, nameOf } from './stored-list.ts'
import { UnderstoodPanel } from './understood-panel.tsx'
import { countsLine, rowForms } from './words.ts'

interface ListPreviewProps {
  list: StoredList
  /** Which preview this is: another file or text is read anew. */
  version: number
  onAnswer: (question: string, value: string) => void
  /** Another list is to be looked at. */
  onOther: () => void
  /** What can be done with it, beside its sums; `publishable`: how many rows would be published. */
  children: (publishable: number) => ReactNode
}

const nothingBusy: ReadonlySet<string> = new Set()

/** What a visitor's list says; nothing of it is stored on the server. */
export function ListPreview({ list, version, onAnswer, onOther, children }: ListPreviewProps) {
  const { api } = useApp()
  const preview = useQuery({
    queryKey: ['price-list-preview', version, list.answers],
    queryFn: ({ signal }) => api.call('POST /price-lists/preview/', { body: formOf(list), signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data, error } = preview
  const fields = error instanceof ApiError ? error.fields : {}
  const refusal = (fields.file ?? fields.text)?.[0]?.message
  if (refusal !== undefined)
    return (
      <div role="alert" className="rounded-xl border border-danger/40 bg-danger-soft p-5 sm:p-6">
        <p className="flex items-start gap-3 text-lg wrap-anywhere text-danger">
          <CircleAlert size={24} className="mt-0.5 shrink-0" />
          {nameOf(list)}: {refusal}
        </p>
        <Button onClick={onOther} className="mt-4">
          Другой прайс-лист
        </Button>
      </div>
    )
  if (!data)
    return (
      <Pending queries={[preview]}>
        <p role="status" className="mb-4 text-muted">
          Читаем «{nameOf(list)}»…
        </p>
        <Skeleton className="mb-4 h-24" />
        <Skeleton className="h-96" />
      </Pending>
    )
  const given = new Map(list.answers.map(({ question, value }) => [question, value]))
  // An answer is seen at once, what it makes of the rows once they are read.
  const questions = data.questions.map(one => ({ ...one, answer: given.get(one.id) ?? one.answer }))
  return (
    <div className="grid gap-8 [&>*]:min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-xl border-2 border-leaf/40 bg-surface p-4 sm:p-5">
        <div className="min-w-0 grow basis-72">
          <p className="font-serif text-xl wrap-anywhere">{nameOf(list)}</p>
          <p className="text-muted">{countsLine(data.counts) || 'Ни одного растения не нашли'}</p>
          <Button variant="quiet" size="sm" onClick={onOther} className="-ml-3">
            Другой прайс-лист
          </Button>
        </div>
        {children(data.counts.new)}
      </div>
      {error && (
        <p role="alert" className="flex items-start gap-2 text-danger">
          <CircleAlert size={20} className="mt-0.5 shrink-0" />
          {error.message}
        </p>
      )}
      <QuestionsPanel
        questions={questions}
        hasSheets={data.sheets.length > 1}
        busy={preview.isPlaceholderData}
        onAnswer={async (question, value) => onAnswer(question, value)}
      />
      <div
        aria-busy={preview.isPlaceholderData}
        className={clsx(
          'grid gap-8 [&>*]:min-w-0',
          preview.isPlaceholderData && 'opacity-55 transition-opacity delay-150',
        )}
      >
        <PreviewRows preview={data} />
        <UnderstoodPanel {...data} questions={questions} />
      </div>
    </div>
  )
}

function PreviewRows({ preview: { rows, sheets, counts } }: { preview: PriceListPreview }) {
  const offers = rows.filter(({ kind }) => kind === 'offer')
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="preview-rows">
      <h2 id="preview-rows" className="mb-3 text-2xl">
        Строки
      </h2>
      <RowList
        isDense
        rows={offers}
        label="Что прочитано в каждой строке"
        hasSheets={sheets.length > 1}
        categories={[]}
        busy={nothingBusy}
        actions={null}
      />
      {counts.rows > previewLimits.shown && (
        <p className="mt-2 text-sm text-muted">
          Показаны первые {counted(previewLimits.shown, rowForms)} из {counts.rows.toLocaleString('ru-RU')}.
        </p>
      )}
    </section>
  )
}
