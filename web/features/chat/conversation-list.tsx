import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { Conversation } from '#contract/chat.ts'
import { pluralForm } from '#web/lib/plural.ts'
import { Building2 } from '#web/ui/icons.ts'
import { PersonCompany } from '#web/ui/person-company.tsx'
import type { ChatState } from './conversation-view.tsx'
import { SideAvatar } from './side-avatar.tsx'
import { isOwnSide, otherSide, summaryOf } from './sides.ts'
import { exactTime, shortTime } from './times.ts'

interface ConversationListProps {
  conversations: Conversation[]
  openId: string | null
  me: string
}

/** The conversations, the latest first. */
export function ConversationList({ conversations, openId, me }: ConversationListProps) {
  return (
    <ul aria-label="Беседы">
      {conversations.map(conversation => (
        <ConversationRow
          key={conversation.id}
          conversation={conversation}
          isOpen={conversation.id === openId}
          me={me}
        />
      ))}
    </ul>
  )
}

interface ConversationRowProps {
  conversation: Conversation
  isOpen: boolean
  me: string
}

function ConversationRow({ conversation, isOpen, me }: ConversationRowProps) {
  const { id, company, subject, users, last_message: last, modified_at: at, unread_count: unread } = conversation
  const side = otherSide(conversation, me)
  const person = users.find(user => user.id !== me)
  const by = last?.created_by
  const isOwn = by !== undefined && isOwnSide(conversation, by.id, me)
  return (
    <li className="border-b border-line">
      <Link
        to={`/chat?conversation=${id}`}
        state={{ isFromList: true } satisfies ChatState}
        // Beside the list, one conversation replaces the other in the history.
        replace={isOpen}
        aria-current={isOpen ? 'page' : undefined}
        className={clsx(
          'flex items-center gap-3 border-l-4 py-3 pr-4 pl-3 text-ink no-underline -outline-offset-3',
          isOpen ? 'border-leaf bg-leaf-soft' : 'border-transparent hover:bg-sunken',
        )}
      >
        <SideAvatar side={side} className="size-12" />
        <span className="min-w-0 grow">
          <span className="flex items-baseline justify-between gap-3">
            <span className="truncate font-semibold">{side.name}</span>
            <time dateTime={at} title={exactTime(at)} className="shrink-0 text-xs text-muted">
              {shortTime(at)}
            </time>
          </span>
          {side.ownCompany ? (
            <span className="flex items-center gap-1 text-sm text-leaf">
              <Building2 size={14} className="shrink-0" />
              <span className="truncate">Вашей компании{subject && `: ${subject.title}`}</span>
            </span>
          ) : company ? (
            subject && <span className="block truncate text-sm text-muted">{subject.title}</span>
          ) : (
            person?.team && <PersonCompany isLink={false} team={person.team} className="block truncate text-sm" />
          )}
          <span className="flex items-center justify-between gap-3">
            <span className={clsx('truncate text-sm', unread > 0 ? 'text-ink' : 'text-muted')}>
              {isOwn && (by.id === me ? 'Вы: ' : `${by.name}: `)}
              {last ? summaryOf(last) : 'Пока ничего не написано'}
            </span>
            {unread > 0 && (
              <span className="shrink-0 rounded-full bg-accent px-2 py-0.5 text-xs font-semibold text-on-accent tabular-nums">
                {unread}
                <span className="sr-only">
                  {` ${pluralForm(unread, ['непрочитанное', 'непрочитанных', 'непрочитанных'])}`}
                </span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}
