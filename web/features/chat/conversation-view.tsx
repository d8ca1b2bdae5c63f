import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { ConversationDetail } from '#contract/chat.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { RefreshAccess } from '#web/ui/files/send-files.ts'
import { ArrowLeft } from '#web/ui/icons.ts'
import { Pending } from '#web/ui/pending.tsx'
import { PersonCompany } from '#web/ui/person-company.tsx'
import { ShortRating } from '#web/ui/short-rating.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsWide } from '#web/ui/use-is-wide.ts'
import { chatQuery } from './api.ts'
import { ConversationSubject } from './conversation-subject.tsx'
import { MessageForm } from './message-form.tsx'
import { MessageList } from './message-list.tsx'
import type { Answered } from './outbox.ts'
import { SideAvatar } from './side-avatar.tsx'
import { otherSide, summaryOf } from './sides.ts'
import { useIsTyping } from './use-is-typing.ts'
import { useOutbox } from './use-outbox.ts'
import { useReading } from './use-reading.ts'

/** History state of links to a conversation. */
export interface ChatState {
  isFromList?: boolean
  /** The person wants to write: focus the field. */
  isToWrite?: boolean
}

interface ConversationViewProps {
  id: string
  me: string
  unreadCount: number
  refreshAccess: RefreshAccess
}

/** One conversation: the other person, the messages and the form. */
export function ConversationView({ id, me, unreadCount, refreshAccess }: ConversationViewProps) {
  const { api } = useApp()
  const chat = useQuery(chatQuery(api, id))
  useReading(id, unreadCount)
  if (chat.error instanceof ApiError && chat.error.status === 404)
    return (
      <div className="p-4 sm:p-8">
        <EmptyState title="Такой беседы нет" action={<ButtonLink to="/chat">Ко всем беседам</ButtonLink>} />
      </div>
    )
  if (!chat.data)
    return (
      <div className="p-4 sm:p-6">
        <Pending queries={[chat]}>
          <Skeleton className="mb-8 h-12 w-64" />
          <Skeleton className="mb-3 h-16 w-2/3" />
          <Skeleton className="mb-3 ml-auto h-12 w-1/2" />
          <Skeleton className="h-20 w-3/5" />
        </Pending>
      </div>
    )
  return <OpenConversation chat={chat.data} me={me} refreshAccess={refreshAccess} />
}

interface OpenConversationProps extends Pick<ConversationViewProps, 'me' | 'refreshAccess'> {
  chat: ConversationDetail
}

function OpenConversation({ chat, me, refreshAccess }: OpenConversationProps) {
  const side = otherSide(chat, me)
  const { name } = side
  const person = chat.users.find(user => user.id !== me)
  const { outbox, unsent } = useOutbox(chat.id, me)
  const { state } = useLocation() as { state: ChatState | null }
  const heading = useRef<HTMLHeadingElement>(null)
  const isWide = useIsWide()
  // On a phone the list with the clicked link is gone, so the heading gets the focus.
  const onOpen = useEffectEvent(() => {
    if (!isWide) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => onOpen(), [])
  const last = chat.messages.at(-1)
  const [first] = useState(last?.id)
  const isNews = last !== undefined && last.id !== first && last.created_by.id !== me
  const [answered, setAnswered] = useState<Answered | null>(null)
  const isTyping = useIsTyping(chat.id, chat.messages)
  return (
    <>
      <div className="flex min-h-15.25 shrink-0 items-center gap-3 border-b border-line bg-surface px-2 py-2 sm:px-6">
        <BackToList />
        <SideAvatar side={side} className="size-11" />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="font-sans text-lg leading-snug outline-none">
            <Link to={side.path} className="line-clamp-2 font-semibold text-ink no-underline hover:text-leaf">
              {name}
            </Link>
          </h2>
          {isTyping ? (
            <p className="min-h-6 text-sm leading-6 text-leaf">печатает…</p>
          ) : chat.company ? (
            <p className="truncate text-sm leading-snug text-muted">
              {side.ownCompany ? (
                'Видят все в вашей компании'
              ) : (
                <>
                  <ShortRating of={chat.company} className="mr-2" />
                  Отвечает {person?.name}
                </>
              )}
            </p>
          ) : (
            person?.team && <PersonCompany team={person.team} className="block min-h-6 truncate text-sm leading-6" />
          )}
        </div>
      </div>
      {chat.subject && <ConversationSubject subject={chat.subject} />}
      <MessageList chat={chat} me={me} outbox={outbox} unsent={unsent} onAnswer={setAnswered} />
      {/* New messages are announced, those already there are not. */}
      <output className="sr-only">{isNews ? `${last.created_by.name}: ${summaryOf(last)}` : ''}</output>
      <MessageForm
        conversationId={chat.id}
        me={me}
        name={name}
        isReady={isWide && state?.isToWrite === true}
        refreshAccess={refreshAccess}
        answered={answered}
        onAnswered={() => setAnswered(null)}
        onSend={body => outbox.add(chat.id, body, answered)}
      />
    </>
  )
}

/** On a phone the list is a separate screen; goes back to it if the person came from there. */
function BackToList() {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: ChatState | null }
  return (
    <Link
      to="/chat"
      replace
      aria-label="Ко всем беседам"
      className="grid size-11 shrink-0 place-items-center rounded-md text-leaf hover:bg-leaf-soft lg:hidden"
      onClick={event => {
        if (!state?.isFromList) return
        event.preventDefault()
        void navigate(-1)
      }}
    >
      <ArrowLeft size={22} />
    </Link>
  )
}
