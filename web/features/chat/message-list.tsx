import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ConversationDetail } from '#contract/chat.ts'
import { useApp } from '#web/lib/app-context.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ArrowDown } from '#web/ui/icons.ts'
import { chatQuery } from './api.ts'
import { EarlierMessages } from './earlier-messages.tsx'
import { MessageLine } from './message-line.tsx'
import type { Answered, Outbox, Unsent } from './outbox.ts'
import { threadOf } from './thread.ts'
import { useEarlier } from './use-earlier.ts'

interface MessageListProps {
  chat: ConversationDetail
  me: string
  outbox: Outbox
  unsent: Unsent[]
  onAnswer: (message: Answered) => void
}

/** As many messages as one answer has. */
const messagesOnPage = 100
/** Milliseconds in which addresses that have run out are asked for once. */
const freshFor = 60_000

/** Distance from the end, in pixels, from which on the person is reading earlier messages. */
const away = 160

/**
 * The messages in a scrolling box laid out from its end (`flex-col-reverse`): it starts at the end, stays there when
 * messages arrive, and earlier ones inserted above do not move what is on screen.
 */
export function MessageList({ chat, me, outbox, unsent, onAnswer }: MessageListProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const renewed = useRef(0)
  const scroller = useRef<HTMLElement>(null)
  const [isAway, setAway] = useState(false)
  const earlier = useEarlier(chat)
  const days = threadOf(chat, unsent, me)

  /** Loads the conversation anew, without what was shown of earlier messages: addresses of files last some hours. */
  function renew(): void {
    if (Date.now() - renewed.current < freshFor) return
    renewed.current = Date.now()
    const { queryKey } = chatQuery(api, chat.id)
    queries.setQueryData(queryKey, shown => {
      if (!shown || shown.messages.length <= messagesOnPage) return shown
      return { ...shown, messages: shown.messages.slice(-messagesOnPage), has_earlier: true }
    })
    void queries.invalidateQueries({ queryKey })
  }

  return (
    <div className="relative min-h-0 grow">
      <section
        ref={scroller}
        data-scroller
        aria-label="Сообщения"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        onScroll={event => setAway(event.currentTarget.scrollTop < -away)}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain px-4 py-4 -outline-offset-2 sm:px-6"
      >
        <div>
          {earlier.hasEarlier && <EarlierMessages key={chat.messages[0]?.id} earlier={earlier} />}
          {days.map(day => (
            <div key={day.name}>
              {/* Not a scroll anchor, as messages are inserted between it and the text being read. */}
              <h3 className="my-4 [overflow-anchor:none] text-center font-sans text-xs leading-none">
                <span className="inline-block rounded-full bg-sunken px-3 py-1.5 font-semibold text-muted">
                  {day.name}
                </span>
              </h3>
              <ol className="grid grid-cols-1 gap-1">
                {day.lines.map(line => (
                  <MessageLine
                    key={line.id}
                    line={line}
                    isNamed={chat.company !== null}
                    conversationId={chat.id}
                    outbox={outbox}
                    onAnswer={onAnswer}
                    onStale={renew}
                  />
                ))}
              </ol>
            </div>
          ))}
          {days.length === 0 && (
            <p className="py-10 text-center text-muted">
              Здесь пока тихо. Спросите о растениях, ценах или доставке — ответ придёт сюда же.
            </p>
          )}
        </div>
      </section>
      {isAway && (
        <IconButton
          label="К последним сообщениям"
          icon={<ArrowDown size={22} />}
          className="absolute right-4 bottom-3 rounded-full! border border-line bg-surface shadow-lift"
          onClick={() => scroller.current?.scrollTo({ top: 0, behavior: 'smooth' })}
        />
      )}
    </div>
  )
}
