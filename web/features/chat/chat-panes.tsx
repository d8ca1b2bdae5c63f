import { clsx } from 'clsx'
import { useState } from 'react'
import { Navigate } from 'react-router'
import type { Conversation } from '#contract/chat.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { controlStyle } from '#web/ui/control-style.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { RefreshAccess } from '#web/ui/files/send-files.ts'
import { useIsWide } from '#web/ui/use-is-wide.ts'
import { ChatSearch } from './chat-search.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationView } from './conversation-view.tsx'
import { MoreConversations } from './more-conversations.tsx'

interface ChatPanesProps {
  conversations: Conversation[]
  /** The conversation in the URL. */
  openId: string | null
  me: string
  refreshAccess: RefreshAccess
}

/** The list and a conversation side by side, by default the first; on a phone only one of them. */
export function ChatPanes({ conversations, openId, me, refreshAccess }: ChatPanesProps) {
  const isWide = useIsWide()
  const [text, setText] = useState('')
  const [first] = conversations
  // Stored in the URL: a new message changes which conversation is first, but not which one is open.
  if (!openId && isWide && first) return <Navigate to={`?conversation=${first.id}`} replace />
  if (!openId && !first)
    return (
      <div className="px-4 py-8 sm:px-6">
        <EmptyState title="Бесед пока нет" action={<ButtonLink to="/search">Найти собеседника</ButtonLink>}>
          Откройте профиль питомника, заказчика или коллеги и нажмите «Отправить сообщение».
        </EmptyState>
      </div>
    )
  return (
    <div className="grid h-full min-h-0 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <nav
        aria-labelledby="conversations"
        className={clsx(
          'min-h-0 overflow-y-auto overscroll-contain border-line lg:border-r',
          openId && 'max-lg:hidden',
        )}
      >
        <h2 id="conversations" className="flex h-15.25 items-center border-b border-line px-4 text-xl">
          Беседы
        </h2>
        <search className="block border-b border-line p-3">
          <input
            type="search"
            aria-label="Найти в сообщениях"
            placeholder="Найти в сообщениях"
            maxLength={255}
            value={text}
            onChange={event => setText(event.target.value)}
            className={controlStyle}
          />
        </search>
        {text.trim() === '' ? (
          <>
            <ConversationList conversations={conversations} openId={openId} me={me} />
            <MoreConversations listed={conversations.length} />
          </>
        ) : (
          <ChatSearch text={text} me={me} />
        )}
      </nav>
      {openId && (
        <div className="flex h-full min-h-0 min-w-0 flex-col">
          <ConversationView
            key={openId}
            id={openId}
            me={me}
            refreshAccess={refreshAccess}
            unreadCount={conversations.find(({ id }) => id === openId)?.unread_count ?? 0}
          />
        </div>
      )}
    </div>
  )
}
