import { clsx } from 'clsx'
import { CheckCheck, CircleAlert, Clock } from '#web/ui/icons.ts'
import { MessageFiles } from './message-files.tsx'
import { MessageMenu } from './message-menu.tsx'
import { MessageText } from './message-text.tsx'
import type { Answered, Outbox, Unsent } from './outbox.ts'
import type { Line } from './thread.ts'
import { clock, exactTime } from './times.ts'

interface MessageLineProps {
  line: Line
  /** Several people may write on one side: their names are shown. */
  isNamed: boolean
  conversationId: string
  outbox: Outbox
  onAnswer: (message: Answered) => void
  /** Called when a picture's address has run out. */
  onStale: () => void
}

/** One message: the person's own side's on the right, the other side's on the left. */
export function MessageLine({ line, isNamed, conversationId, outbox, onAnswer, onStale }: MessageLineProps) {
  const { body, files, isDeleted, answered, author, isOwn, follows, unsent } = line
  const isNameShown = isNamed && author !== null && !follows
  return (
    <li
      className={clsx(
        'flex flex-col',
        isOwn ? 'items-end pl-10 sm:pl-24' : 'items-start pr-10 sm:pr-24',
        !follows && 'mt-2.5',
      )}
    >
      <div className={clsx('flex max-w-full items-center gap-1', isOwn && 'flex-row-reverse')}>
        <div
          className={clsx(
            'flow-root min-w-0 max-w-[min(36rem,100%)] rounded-xl px-3.5 py-2',
            isOwn ? 'rounded-br-sm bg-leaf-soft text-ink' : 'rounded-bl-sm border border-line bg-surface',
            unsent?.state === 'refused' && 'outline-2 outline-danger',
          )}
        >
          {isNameShown && <span className="block text-sm font-semibold wrap-anywhere text-leaf">{author}</span>}
          <span className="sr-only">{author === null ? 'Вы: ' : isNameShown ? ': ' : `${author}: `}</span>
          {answered && !isDeleted && (
            <span className="mb-1 block border-l-3 border-leaf pl-2 text-sm leading-snug">
              <span className="block truncate font-semibold text-leaf">{answered.name}</span>
              <span className={clsx('line-clamp-2 wrap-anywhere text-muted', answered.is_deleted && 'italic')}>
                {answered.is_deleted ? 'Сообщение удалено' : answered.line || 'Файл'}
              </span>
            </span>
          )}
          {files.length > 0 && <MessageFiles files={files} onStale={onStale} />}
          {isDeleted ? (
            <span className="text-muted italic">Сообщение удалено</span>
          ) : body === '' && files.length === 0 ? (
            <span className="text-muted italic">Файлы удалены</span>
          ) : (
            <MessageText body={body} />
          )}
          <Stamp line={line} />
        </div>
        {!unsent && !isDeleted && <MessageMenu line={line} conversationId={conversationId} onAnswer={onAnswer} />}
      </div>
      {unsent !== null && unsent.state !== 'sending' && <Stuck unsent={unsent} outbox={outbox} />}
    </li>
  )
}

/** When it was written and what became of it: on the last line of text if there is room, otherwise below. */
function Stamp({ line: { at, read, unsent } }: Pick<MessageLineProps, 'line'>) {
  return (
    <span className="float-right mt-1.5 -mb-0.5 ml-3 flex items-center gap-1 text-xs text-muted">
      {unsent?.state === 'sending' && (
        <>
          <Clock size={12} />
          <span className="sr-only">Отправляется, </span>
        </>
      )}
      <time dateTime={at} title={exactTime(at)}>
        {clock(at)}
      </time>
      {read === 'last' && <span>· прочитано</span>}
      {read === 'yes' && (
        <>
          <CheckCheck size={14} />
          <span className="sr-only">, прочитано</span>
        </>
      )}
    </span>
  )
}

/** Why a message was not sent, and what can be done about it. */
function Stuck({ unsent: { id, state, error }, outbox }: { unsent: Unsent; outbox: Outbox }) {
  return (
    <div className="mt-1 flex max-w-[36rem] flex-wrap items-center justify-end gap-x-3 text-sm">
      <span className={clsx('flex items-center gap-1.5', state === 'refused' ? 'text-danger' : 'text-muted')}>
        <CircleAlert size={16} className="shrink-0" />
        {state === 'refused' ? error : 'Не отправлено: ждём связи'}
      </span>
      <button type="button" className="link min-h-11" onClick={() => outbox.retry(id)}>
        Повторить
      </button>
      <button type="button" className="link min-h-11" onClick={() => outbox.drop(id)}>
        Удалить
      </button>
    </div>
  )
}
