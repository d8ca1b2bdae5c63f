import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '#contract/sessions.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { MonitorSmartphone } from '#web/ui/icons.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { sessionsQuery } from './api.ts'

/** How many sessions are shown initially. */
const shownAtFirst = 5

const dates = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short' })

/** The person's sessions; ending one signs that device out at once. */
export function OwnSessions() {
  const { api } = useApp()
  const queries = useQueryClient()
  const [isWhole, setWhole] = useState(false)
  const { data, isError, refetch } = useQuery(sessionsQuery(api))
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (session: Session | 'others') => {
      if (session === 'others') await api.call('DELETE /sessions/')
      else await api.call('DELETE /sessions/:id/', { params: { id: session.id } })
    },
    onSuccess: (_, session) =>
      showToast({ message: session === 'others' ? 'Остальные сеансы завершены.' : 'Сеанс завершён.' }),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
    // Also after an error: the session may have ended elsewhere.
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery(api).queryKey }),
  })

  if (!data) {
    return isError ? (
      <div className="grid justify-items-start gap-3">
        <p>Список не загрузился. Проверьте подключение.</p>
        <Button variant="secondary" onClick={() => void refetch()}>
          Попробовать ещё раз
        </Button>
      </div>
    ) : (
      <Skeleton className="h-32" />
    )
  }
  // The current session first, then by last use.
  const sessions = data.toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
  const shown = isWhole ? sessions : sessions.slice(0, shownAtFirst)
  return (
    <>
      <ul aria-label="Сеансы" className="divide-y divide-line">
        {shown.map(session => (
          <SessionRow
            key={session.id}
            session={session}
            busy={isPending && variables === session}
            onEnd={() => mutate(session)}
          />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-x-2 gap-y-3">
        {shown.length < sessions.length && (
          <Button variant="quiet" onClick={() => setWhole(true)}>
            Показать все ({sessions.length})
          </Button>
        )}
        {sessions.length > 1 && (
          <Button variant="secondary" busy={isPending && variables === 'others'} onClick={() => mutate('others')}>
            Завершить все остальные
          </Button>
        )}
      </div>
    </>
  )
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { id, device, address, created_at, last_used_at, is_current } = session
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-3">
      <MonitorSmartphone size={22} className="shrink-0 text-leaf" />
      <div className="min-w-0 flex-1">
        <p id={id} className="font-semibold wrap-anywhere">
          {device}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {address && `${address} · `}
          <time dateTime={last_used_at} title={`Вход: ${dates.format(new Date(created_at))}`}>
            {is_current ? 'сейчас' : lastUsed(new Date(last_used_at))}
          </time>
        </p>
      </div>
      {is_current ? (
        <span className="text-sm font-semibold text-leaf">Это устройство</span>
      ) : (
        <Button variant="quiet" busy={busy} aria-describedby={id} onClick={onEnd} className="-mr-4 sm:-mr-5">
          Завершить
        </Button>
      )}
    </li>
  )
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The server stores the time of use a few minutes late. */
const lately = 10 * minute

const relative = new Intl.RelativeTimeFormat('ru-RU', { numeric: 'auto' })

/** How long ago a session was used: «сейчас», «2 часа назад», «вчера». */
export function lastUsed(then: Date, now: Date = new Date()): string {
  const passed = now.getTime() - then.getTime()
  if (passed < lately) return 'сейчас'
  if (passed < hour) return relative.format(-Math.floor(passed / minute), 'minute')
  if (passed < day) return relative.format(-Math.floor(passed / hour), 'hour')
  return relative.format(-Math.floor(passed / day), 'day')
}
