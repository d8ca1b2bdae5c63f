import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { LineChange } from '#contract/requests.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ChevronDown, History } from '#web/ui/icons.ts'
import { dayText } from '../dates.ts'
import { inSentence, lineName, quantityText, wishText } from '../words.ts'
import { changedText, differencesOf, unasked } from './change-texts.ts'

interface ChangesNoticeProps {
  changes: readonly LineChange[]
  /** When it was sent. */
  since: string
  /** Where a further request for what has changed is written. */
  to: string
}

/** Says quietly what has changed in a project since a request was sent, and leads on to asking for that. */
export function ChangesNotice({ changes, since, to }: ChangesNoticeProps) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  if (changes.length === 0) return null
  const left = unasked(changes).length
  return (
    <section aria-label="Изменения с отправки запроса" className="rounded-lg bg-leaf-soft px-4 py-3 text-leaf-strong">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <History size={20} className="shrink-0 max-sm:hidden" />
        <div className="min-w-0 grow basis-72">
          <p className="font-semibold">
            С отправки запроса {dayText(since.slice(0, 10))} {changedText(changes.length)}
          </p>
          <p className="text-sm">
            Компании видят то, что было отправлено.
            {left > 0 && ' Чтобы они узнали о новом, спросите ещё раз: прежний запрос останется как есть.'}
          </p>
        </div>
        {left > 0 && (
          <ButtonLink to={to} variant="secondary" className="max-sm:w-full">
            Запросить изменённое
          </ButtonLink>
        )}
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(open => !open)}
        className="-ml-2.5 inline-flex min-h-11 items-center gap-1.5 rounded-md px-2.5 text-sm font-semibold"
      >
        <ChevronDown size={18} className={clsx('transition-transform', isOpen && 'rotate-180')} />
        {isOpen ? 'Свернуть изменения' : 'Показать изменения'}
      </button>
      <ul
        id={listId}
        hidden={!isOpen}
        aria-label="Что изменилось"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-y-auto"
      >
        {changes.map(change => (
          <li key={change.line} className="border-t border-leaf/25 py-2 wrap-anywhere">
            <Change change={change} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Change({ change }: { change: LineChange }) {
  const { before, after, asked_in } = change
  const line = after ?? before
  if (!line) return null
  return (
    <>
      <p className="font-semibold">{lineName(line)}</p>
      {before && after ? (
        differencesOf(change).map(text => (
          <p key={text} className="text-sm">
            {text}
          </p>
        ))
      ) : (
        <p className="text-sm">
          {after ? 'добавлена' : 'удалена из проекта'}
          {[inSentence(wishText(line)), quantityText(line.quantity, line.unit)]
            .filter(Boolean)
            .map(text => `, ${text}`)}
        </p>
      )}
      {asked_in && (
        <p className="text-sm">
          <Link to={`/requests/${asked_in}`} className="link inline-block py-0.5">
            Уже спросили в другом запросе
          </Link>
        </p>
      )}
    </>
  )
}
