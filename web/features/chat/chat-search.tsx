import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApp } from '#web/lib/app-context.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { chatSearchQuery } from './api.ts'
import type { ChatState } from './conversation-view.tsx'
import { SideAvatar } from './side-avatar.tsx'
import { otherSide, summaryOf } from './sides.ts'
import { exactTime, shortTime } from './times.ts'

/** The messages with the words that are typed, the latest first; each leads to its conversation. */
export function ChatSearch({ text, me }: { text: string; me: string }) {
  const { api } = useApp()
  const found = useQuery(chatSearchQuery(api, useSettled(text.trim())))
  if (!found.data)
    return (
      <div className="p-4">
        <Pending queries={[found]}>
          <Skeleton className="mb-3 h-14" />
          <Skeleton className="h-14" />
        </Pending>
      </div>
    )
  if (found.data.length === 0) return <p className="p-4 text-muted">Таких сообщений нет.</p>
  return (
    <ul aria-label="Найденные сообщения">
      {found.data.map(message => {
        const side = otherSide(message.conversation, me)
        const { id, created_at: at, created_by: by } = message
        return (
          <li key={id} className="border-b border-line">
            <Link
              to={`/chat?conversation=${message.conversation.id}`}
              state={{ isFromList: true } satisfies ChatState}
              className="flex items-center gap-3 py-3 pr-4 pl-4 text-ink no-underline -outline-offset-3 hover:bg-sunken"
            >
              <SideAvatar side={side} className="size-10" />
              <span className="min-w-0 grow">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="truncate font-semibold">{side.name}</span>
                  <time dateTime={at} title={exactTime(at)} className="shrink-0 text-xs text-muted">
                    {shortTime(at)}
                  </time>
                </span>
                <span className="line-clamp-2 text-sm wrap-anywhere text-muted">
                  {by.id === me ? 'Вы: ' : ''}
                  {summaryOf(message)}
                </span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
