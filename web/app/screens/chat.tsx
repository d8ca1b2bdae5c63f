import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { chatsQuery } from '#web/features/chat/api.ts'
import { ChatPanes } from '#web/features/chat/chat-panes.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { refreshAccess } from '../member-fetch.ts'

export function Component() {
  const { api } = useApp()
  const { user } = useSession()
  const [params] = useSearchParams()
  const chats = useQuery(chatsQuery(api))
  return (
    // As tall as the window between the bars, so that the message field stays within reach of the thumb.
    <div className="mx-auto h-[calc(100dvh-10.875rem-env(safe-area-inset-bottom))] min-h-80 max-w-page border-line md:h-[calc(100dvh-7.3125rem)] lg:h-[calc(100dvh-4.0625rem)] min-[82rem]:border-x">
      <PageMeta title={screenTitle('Сообщения')} />
      <h1 className="sr-only">Сообщения</h1>
      {chats.data ? (
        <ChatPanes
          conversations={chats.data}
          openId={params.get('conversation')}
          me={user.id}
          refreshAccess={refreshAccess}
        />
      ) : (
        <div className="p-4 sm:p-6">
          <Pending queries={[chats]}>
            <Skeleton className="mb-3 h-16" />
            <Skeleton className="mb-3 h-16" />
            <Skeleton className="h-16" />
          </Pending>
        </div>
      )}
    </div>
  )
}
