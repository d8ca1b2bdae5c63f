import { clsx } from 'clsx'
import { CircleAlert, Clock } from 'lucide-react'
import { MessageText } from './message-text.tsx'
import type { Outbox } from './outbox.ts'
import type { Line } from './thread.ts'
import { clock, exactTime } from './times.ts'

interface MessageLineProps {
  line: Line
  /** The other person's name. */
  name: string
  outbox: Outbox
}

/** One message: the person's own on the right, the other person's on the left. */
export function MessageLine({ line: { id, body, at, isOwn, follows, unsent }, name, outbox }: MessageLineProps) {
  const isStuck = unsent !== null && unsent.state !== 'sending'
  return (
    <li
      className={clsx(
        'flex flex-col',
        isOwn ? 'items-end pl-10 sm:pl-24' : 'items-start pr-10 sm:pr-24',
        !follows && 'mt-2.5',
      )}
    >
      <div
        className={clsx(
          'flow-root max-w-[36rem] rounded-xl px-3.5 py-2',
          isOwn ? 'rounded-br-sm bg-leaf-soft text-ink' : 'rounded-bl-sm border border-line bg-surface',
          unsent?.state === 'refused' && 'outline-2 outline-danger',
        )}
      >
        <span className="sr-only">{isOwn ? 'Вы: ' : `${name}: `}</span>
        <MessageText body={body} />
        {/* On the last line of text if there is room, otherwise below. */}
        <span className="float-right mt-1.5 -mb-0.5 ml-3 flex items-center gap-1 text-xs text-muted">
          {unsent?.state === 'sending' && <Clock aria-hidden size={12} />}
          {unsent?.state === 'sending' && <span className="sr-only">Отправляется, </span>}
          <time dateTime={at} title={exactTime(at)}>
            {clock(at)}
          </time>
        </span>
      </div>
      {isStuck && (
        <div className="mt-1 flex max-w-[36rem] flex-wrap items-center justify-end gap-x-3 text-sm">
          <span
            className={clsx('flex items-center gap-1.5', unsent.state === 'refused' ? 'text-danger' : 'text-muted')}
          >
            <CircleAlert aria-hidden size={16} className="shrink-0" />
            {unsent.state === 'refused' ? unsent.error : 'Не отправлено: ждём связи'}
          </span>
          <button type="button" className="link min-h-11" onClick={() => outbox.retry(id)}>
            Повторить
          </button>
          <button type="button" className="link min-h-11" onClick={() => outbox.drop(id)}>
            Удалить
          </button>
        </div>
      )}
    </li>
  )
}
