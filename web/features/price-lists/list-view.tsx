import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PriceList, PriceListRow } from '#contract/price-lists.ts'
import { useApp } from '#web/lib/app-context.ts'
import type { MemberFetch } from '#web/lib/download.ts'
import { counted } from '#web/lib/plural.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadButton } from '#web/ui/download-button.tsx'
import { ArrowDown, CircleAlert, Trash2 } from '#web/ui/icons.ts'
import { Pending } from '#web/ui/pending.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { listQuery, listsKey, rowsKey, rowsQuery } from './api.ts'
import { ApplyPanel } from './apply-panel.tsx'
import { canRemove, RemoveDialog, StatusMark, useRemoveList } from './list-history.tsx'
import { QuestionsPanel } from './questions-panel.tsx'
import { ResultPanel } from './result-panel.tsx'
import type { RowView } from './row-view.ts'
import { RowsPanel } from './rows-panel.tsx'
import { SheetsPanel } from './sheets-panel.tsx'
import { UnderstoodPanel } from './understood-panel.tsx'
import { type Progress, useListProgress } from './use-list-events.ts'
import { countsLine, dateText, isUnderWay, statusNames } from './words.ts'

interface ListViewProps {
  id: string
  /** Of the company. */
  teamId: number
  fetch: MemberFetch
}

/** One list, from its reading to what it has done. */
export function ListView({ id, teamId, fetch }: ListViewProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const list = useQuery(listQuery(api, id))
  const progress = useListProgress(list.data)
  const doubtful = useDoubtfulRows(list.data)
  const [isDoomed, setDoomed] = useState(false)
  const remove = useRemoveList()
  const heading = useRef<HTMLHeadingElement>(null)

  if (!list.data)
    return (
      <Pending queries={[list]}>
        <Skeleton className="mb-6 h-20" />
        <Skeleton className="h-96" />
      </Pending>
    )

  function learn(next: PriceList) {
    queries.setQueryData(listQuery(api, id).queryKey, next)
    queries.removeQueries({ queryKey: rowsKey(id) })
    void queries.invalidateQueries({ queryKey: [...listsKey, 'all'] })
  }

  function show(next: PriceList) {
    learn(next)
    if (next.status !== 'applying') void queries.invalidateQueries({ queryKey: ['products'] })
    // The button that was pressed goes with its panel.
    heading.current?.focus()
  }

  async function answer(question: string, value: string) {
    const body = { answers: [{ question, value }] }
    learn(await api.call('PATCH /price-lists/:id/', { params: { id }, body }))
  }

  const { status, error } = list.data
  return (
    <>
      <ListHead list={list.data} heading={heading} fetch={fetch} onRemove={() => setDoomed(true)} />
      {/* Stays where it is while the list is read with an answer. */}
      {(status === 'reading' || status === 'ready') && list.data.questions.length > 0 && (
        <div className="mb-8">
          <QuestionsPanel
            questions={list.data.questions}
            hasSheets={list.data.sheets.length > 1}
            busy={status === 'reading'}
            onAnswer={answer}
          />
        </div>
      )}
      {isUnderWay(list.data) ? (
        <UnderWay list={list.data} progress={progress} />
      ) : status === 'failed' ? (
        <div className="rounded-xl border border-danger/40 bg-danger-soft p-5 sm:p-6">
          <p className="flex items-start gap-3 text-lg wrap-anywhere text-danger">
            <CircleAlert size={24} className="mt-0.5 shrink-0" />
            {error}
          </p>
          <ButtonLink to="/price-list" className="mt-4">
            Загрузить другой файл
          </ButtonLink>
        </div>
      ) : (
        <div className="grid gap-8 [&>*]:min-w-0">
          {status === 'ready' ? (
            <SheetsPanel list={list.data} guessed={guessedSheets(doubtful)} onReadAgain={show} />
          ) : (
            <ResultPanel list={list.data} teamId={teamId} fetch={fetch} onRolledBack={show} />
          )}
          <RowsPanel list={list.data} />
          <UnderstoodPanel {...list.data} rows={doubtful} />
          {status === 'ready' && <ApplyPanel list={list.data} onStarted={show} />}
        </div>
      )}
      <RemoveDialog
        list={isDoomed ? list.data : null}
        busy={remove.isPending}
        onClose={() => setDoomed(false)}
        onConfirm={({ id: doomed }) =>
          remove.mutate(doomed, {
            onSuccess: () => void navigate('/price-list', { replace: true }),
            onError: () => setDoomed(false),
          })
        }
      />
    </>
  )
}

interface ListHeadProps {
  list: PriceList
  heading: RefObject<HTMLHeadingElement | null>
  fetch: MemberFetch
  onRemove: () => void
}

/** Which file it is, what became of it, and what can be done with all of it. */
function ListHead({ list, heading, fetch, onRemove }: ListHeadProps) {
  const { file_name, created_at, created_by, status } = list
  return (
    <div className="mb-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-3xl wrap-anywhere outline-none">
          {file_name}
        </h1>
        <StatusMark status={status} />
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6">
        <p className="text-muted">
          {dateText(created_at)}
          {created_by && `, ${created_by.name}`}
        </p>
        <div className="-mx-3 flex flex-wrap">
          {status === 'ready' && (
            <a href="#apply" className={buttonStyle('quiet', 'sm')}>
              <ArrowDown size={18} />К применению
            </a>
          )}
          {status === 'ready' && (
            <DownloadButton
              fetch={fetch}
              path={`/price-lists/${list.id}/report.xlsx`}
              name="Отчёт.xlsx"
              label="Отчёт"
              size="sm"
            />
          )}
          {canRemove(list) && (
            <Button variant="quiet" size="sm" onClick={onRemove}>
              <Trash2 size={18} />
              Удалить
            </Button>
          )}
        </div>
      </div>
      <output className="sr-only">{spoken(list)}</output>
    </div>
  )
}

const none: readonly PriceListRow[] = []

/** The sheets whose rows are doubtful because their columns were guessed, as the first of the rows say. */
const guessedSheets = (rows: readonly PriceListRow[]): ReadonlySet<string> =>
  new Set(rows.flatMap(({ sheet, problems }) => (problems.some(({ field }) => field === 'columns') ? [sheet] : [])))

/** The first of the doubtful rows of a list that can be corrected. */
function useDoubtfulRows(list: PriceList | undefined): readonly PriceListRow[] {
  const { api } = useApp()
  const view: RowView = { show: { by: 'state', value: 'doubtful' }, sheet: '', page: 1 }
  const isAsked = list?.status === 'ready' && list.counts.doubtful > 0
  const { data } = useQuery({ ...rowsQuery(api, list?.id ?? '', view), enabled: isAsked })
  return (isAsked && data?.results) || none
}

/** For those who do not see the page change. */
function spoken(list: PriceList): string {
  const { status, counts, error } = list
  if (status === 'failed') return `${statusNames.failed}: ${error}`
  return isUnderWay(list) ? statusNames[status] : `${statusNames[status]}: ${countsLine(counts)}`
}

function UnderWay({ list: { status }, progress }: { list: PriceList; progress: Progress | null }) {
  const isReading = status === 'reading'
  const total = progress?.total ?? 0
  return (
    <div className="rounded-xl border border-line bg-surface p-5 sm:p-8">
      <ProgressBar
        label={isReading ? 'Читаем файл' : 'Применяем прайс-лист'}
        share={progress && total > 0 ? progress.done / total : null}
        detail={progress && total > 0 ? `${progress.done} из ${counted(total, ['строки', 'строк', 'строк'])}` : ''}
      />
      <p className="mt-4 text-sm text-muted">
        {isReading
          ? 'Страницу можно закрыть: прайс-лист найдётся в списке загруженных файлов.'
          : 'Изменения появятся в каталоге все сразу. Страницу можно закрыть.'}
      </p>
    </div>
  )
}
