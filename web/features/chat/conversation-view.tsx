import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { ConversationDetail } from '#contract/chat.ts'
import type { ProductCard } from '#contract/products.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { PersonCompany } from '#web/ui/person-company.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { ProductPrice } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsWide } from '#web/ui/use-is-wide.ts'
import { chatQuery } from './api.ts'
import { MessageForm } from './message-form.tsx'
import { MessageList } from './message-list.tsx'
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
}

/** One conversation: the other person, the messages and the form. */
export function ConversationView({ id, me, unreadCount }: ConversationViewProps) {
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
  return <OpenConversation chat={chat.data} me={me} />
}

function OpenConversation({ chat, me }: { chat: ConversationDetail; me: string }) {
  const other = chat.users.find(user => user.id !== me)
  const name = other?.name ?? ''
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
  return (
    <>
      <div className="flex min-h-15.25 items-center gap-3 border-b border-line bg-surface px-2 py-2 sm:px-6">
        <BackToList />
        {other && <Avatar src={other.get_avatar} className="size-11" />}
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="font-sans text-lg leading-snug outline-none">
            <Link
              to={`/profile/${other?.id}`}
              className="line-clamp-2 font-semibold text-ink no-underline hover:text-leaf"
            >
              {name}
            </Link>
          </h2>
          {other?.team && <PersonCompany team={other.team} className="block truncate text-sm leading-snug" />}
        </div>
      </div>
      {chat.subject && <ConversationSubject product={chat.subject.product} />}
      <MessageList chat={chat} name={name} me={me} outbox={outbox} unsent={unsent} />
      {/* New messages are announced, those already there are not. */}
      <output className="sr-only">{isNews ? `${name}: ${last.body}` : ''}</output>
      <MessageForm
        draftName={`message.${me}.${chat.id}`}
        name={name}
        isReady={isWide && state?.isToWrite === true}
        onSend={body => outbox.add(chat.id, body)}
      />
    </>
  )
}

/** The product that the conversation is about; the whole strip links to it. */
function ConversationSubject({ product }: { product: ProductCard }) {
  return (
    <div className="relative flex items-center gap-3 border-b border-line bg-paper px-4 py-2 hover:bg-leaf-soft sm:px-6">
      <div className="size-12 shrink-0 overflow-hidden rounded-md">
        <Picture src={product.get_thumbnail} alt="" sizes="3rem" className="h-full! object-cover" />
      </div>
      <div className="min-w-0 flex-1">
        <Link
          to={product.get_absolute_url}
          className="stretched block truncate font-serif leading-snug text-ink no-underline"
        >
          {product.name}
        </Link>
        <p className="truncate text-sm leading-snug text-muted">{product.sizes || product.category.name}</p>
      </div>
      <ProductPrice product={product} className="shrink-0" />
    </div>
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
      <ArrowLeft aria-hidden size={22} />
    </Link>
  )
}
