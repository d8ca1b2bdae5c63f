import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import type { PriceList, PriceListStatus } from '#contract/price-lists.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import type { MemberFetch } from '#web/lib/download.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DownloadButton } from '#web/ui/download-button.tsx'
import { Trash2 } from '#web/ui/icons.ts'
import { Pager } from '#web/ui/pager.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { listsKey, listsOnPage, listsQuery } from './api.ts'
import { useListNews } from './use-list-events.ts'
import { countsLine, dateText, statusNames } from './words.ts'

const href = (page: number) => (page > 1 ? `?page=${page}` : '?')

/** What becomes of a list. */
export function ListSteps() {
  return (
    <section aria-labelledby="price-list-steps">
      <h2 id="price-list-steps" className="mb-3 text-2xl">
        Как это работает
      </h2>
      <ol className="grid list-decimal gap-2 pl-5 marker:font-semibold marker:text-leaf">
        <li>Названия узнаем по ботаническому справочнику, размеры, цены и наличие разберём из любых столбцов.</li>
        <li>О том, что неясно, спросим: ответьте один раз, и такие же строки разберём сами.</li>
        <li>Покажем, что станет новым и что изменится. Применить и вернуть всё, как было, — одна кнопка.</li>
      </ol>
    </section>
  )
}

/** The company's lists, newest first: who sent which file when, and what became of it. */
export function ListHistory({ fetch }: { fetch: MemberFetch }) {
  const { api } = useApp()
  const [params] = useSearchParams()
  const asked = Number(params.get('page'))
  const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1
  const lists = useQuery(listsQuery(api, page))
  const [doomed, setDoomed] = useState<PriceList | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = useRemoveList()
  useListNews(lists.data?.results ?? [])

  if (page > 1 && lists.error instanceof ApiError && lists.error.status === 404)
    return <Navigate to={href(1)} replace />
  if (!lists.data)
    return (
      <Pending queries={[lists]}>
        <Skeleton className="mb-3 h-24" />
        <Skeleton className="h-24" />
      </Pending>
    )
  if (lists.data.count === 0) return <ListSteps />
  return (
    <section aria-labelledby="price-list-history">
      <h2 id="price-list-history" ref={heading} tabIndex={-1} className="mb-3 text-2xl outline-none">
        Загруженные файлы
      </h2>
      <ul className="overflow-hidden rounded-lg border border-line bg-surface">
        {lists.data.results.map(list => (
          <HistoryItem key={list.id} list={list} fetch={fetch} onRemove={() => setDoomed(list)} />
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(lists.data.count / listsOnPage)} href={href} />
      <RemoveDialog
        list={doomed}
        busy={remove.isPending}
        onClose={() => setDoomed(null)}
        onConfirm={list =>
          remove.mutate(list.id, {
            onSettled: () => {
              setDoomed(null)
              // The button that asked has gone with its line.
              heading.current?.focus()
            },
          })
        }
      />
    </section>
  )
}

interface HistoryItemProps {
  list: PriceList
  fetch: MemberFetch
  onRemove: () => void
}

function HistoryItem({ list, fetch, onRemove }: HistoryItemProps) {
  const { id, file_name, created_at, created_by, status, error, counts } = list
  return (
    <li className="grid gap-x-6 gap-y-1 border-line px-4 py-3.5 not-first:border-t sm:grid-cols-[minmax(0,1fr)_auto] sm:px-5">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={`/price-list/${id}`} className="link inline-block min-h-6 font-semibold wrap-anywhere">
            {file_name}
          </Link>
          <StatusMark status={status} />
        </div>
        <p className="text-sm text-muted">
          {dateText(created_at)}
          {created_by && `, ${created_by.name}`}
        </p>
        {status === 'failed' ? (
          <p className="mt-1 text-sm wrap-anywhere text-danger">{error}</p>
        ) : (
          counts.rows > 0 && <p className="mt-1 text-sm tabular-nums">{countsLine(counts)}</p>
        )}
      </div>
      <div className="-ml-3 flex items-center sm:ml-0 sm:self-center">
        {counts.rows > 0 && (
          <DownloadButton
            fetch={fetch}
            path={`/price-lists/${id}/report.xlsx`}
            name="Отчёт.xlsx"
            label="Отчёт"
            describedAs={`Отчёт: ${file_name}`}
            size="sm"
          />
        )}
        {canRemove(list) && (
          <Button variant="quiet" size="sm" aria-label={`Удалить: ${file_name}`} onClick={onRemove}>
            <Trash2 size={18} />
            Удалить
          </Button>
        )}
      </div>
    </li>
  )
}

export const canRemove = ({ status }: Pick<PriceList, 'status'>) => status !== 'applying' && status !== 'applied'

const tones: Record<PriceListStatus, string> = {
  reading: 'bg-sunken text-ink',
  applying: 'bg-sunken text-ink',
  ready: 'bg-accent-soft text-accent-strong',
  failed: 'bg-danger-soft text-danger',
  applied: 'bg-success-soft text-success',
  rolled_back: 'bg-sunken text-ink',
}

export function StatusMark({ status }: { status: PriceListStatus }) {
  return (
    <span className={clsx('rounded-full px-2.5 py-0.5 text-sm leading-snug', tones[status])}>
      {statusNames[status]}
    </span>
  )
}

interface RemoveDialogProps {
  /** `null`: nothing is asked. */
  list: PriceList | null
  busy: boolean
  onClose: () => void
  onConfirm: (list: PriceList) => void
}

export function RemoveDialog({ list, busy, onClose, onConfirm }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      open={list !== null}
      onClose={onClose}
      title="Удалить прайс-лист?"
      label="Удалить"
      busy={busy}
      onConfirm={() => {
        if (list) onConfirm(list)
      }}
    >
      <p className="wrap-anywhere">
        «{list?.file_name}» исчезнет вместе с поправками к строкам.
        {list?.status === 'rolled_back' ? ' Каталог не изменится.' : ' В каталог из него ничего не попало.'}
      </p>
    </ConfirmDialog>
  )
}

/** Deletes a list; what refuses it is said in a toast. */
export function useRemoveList() {
  const { api } = useApp()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.call('DELETE /price-lists/:id/', { params: { id } }),
    onSuccess: () => showToast({ message: 'Прайс-лист удалён' }),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
    onSettled: () => queries.invalidateQueries({ queryKey: [...listsKey, 'all'] }),
  })
}
