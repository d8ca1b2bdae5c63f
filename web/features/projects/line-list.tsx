import { clsx } from 'clsx'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import type { LineState, ProjectLine } from '#contract/projects.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { type LineActions, LineItem } from './line-item.tsx'
import { lineKeys } from './line-keys.ts'
import { sectionPrices } from './totals.ts'
import { useLineFocus } from './use-line-focus.ts'
import { useOpenLine } from './use-open-line.ts'
import { countsOf, firstShown, groupsOf, numbersOf, type Shown, stateOrder, viewOf } from './view.ts'
import { lineForms, stateNames } from './words.ts'

interface LineListProps {
  lines: readonly ProjectLine[]
  /** Of lines that are being changed. */
  busy: ReadonlySet<string>
  /** Stable: a new object draws every line again. */
  actions: Omit<LineActions, 'onOpen'>
  /** What was done last, for those who do not see it. */
  said: string
  /** What is to be known of lines besides, by their ids. */
  notes?: ReadonlyMap<string, string> | undefined
  /** Beside the choice of lines. */
  tools?: ReactNode
  /** Above the lines. */
  children?: ReactNode
}

/** As many are laid out also where they are out of sight. */
const fewLines = 40

/** The lines of a schedule: by what they need or in their order, answered by keys. */
export function LineList({ lines, busy, actions, said, notes, tools, children }: LineListProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [view, setView] = useState(() => viewOf(firstShown(lines), lines))
  const groups = groupsOf(view, lines)
  const shown = groups.flatMap(group => group.lines)
  const isInOrder = view.shown === 'schedule'
  const numbers = useMemo(() => numbersOf(lines), [lines])
  const sections = useMemo(() => (isInOrder ? sectionPrices(lines) : null), [isInOrder, lines])

  const focus = useLineFocus(list, lines, shown)
  const { open, actions: stable } = useOpenLine(actions, focus)
  const canMove = isInOrder && stable.editing.onMove !== undefined
  const onKeyDown = lineKeys({ shown, open, busy, canMove, actions: stable, focusLine: focus.focusLine })

  return (
    <section aria-labelledby={id}>
      {/* On a desk the list begins at once: what it is its rows say themselves. */}
      <h2 id={id} className="mb-3 text-2xl xl:sr-only">
        Строки
      </h2>
      <div className="flex flex-wrap-reverse items-center justify-between gap-x-4">
        <Filters lines={lines} shown={view.shown} onShow={next => setView(viewOf(next, lines))} />
        {tools}
      </div>
      <output className="sr-only">{said}</output>
      {children}
      {/* The keys work on the focused control of a line. */}
      <div ref={list} onKeyDown={onKeyDown} onFocus={({ target }) => focus.leave(target)} role="presentation">
        {groups.map(group => (
          <div key={group.state ?? ''} className="mb-6">
            {group.state !== null && groups.length > 1 && (
              <h3 className="mb-2 font-serif text-lg">
                {stateNames[group.state]}{' '}
                <span className="font-sans text-sm text-muted tabular-nums">{group.lines.length}</span>
              </h3>
            )}
            <ul
              aria-label={group.state === null ? 'Строки по порядку' : stateNames[group.state]}
              className="overflow-hidden rounded-lg border border-line bg-surface"
            >
              {group.lines.map(line =>
                line.state === 'note' ? (
                  <Note key={line.id} line={line} section={sections?.get(line.id)} />
                ) : (
                  <li
                    key={line.id}
                    data-row={line.id}
                    className={clsx(
                      'scroll-mt-28 border-line px-3 py-1.5 transition-colors not-first:border-t focus-within:bg-leaf-soft/35 max-md:py-3',
                      // Hundreds of lines: those out of sight are not laid out.
                      lines.length > fewLines &&
                        open?.id !== line.id &&
                        '[contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]',
                    )}
                  >
                    <LineItem
                      line={line}
                      number={numbers.get(line.id) ?? 0}
                      open={open?.id === line.id ? open.part : null}
                      busy={busy.has(line.id)}
                      canMove={canMove}
                      note={notes?.get(line.id) ?? ''}
                      actions={stable}
                    />
                  </li>
                ),
              )}
            </ul>
          </div>
        ))}
        {shown.length === 0 && <p className="py-6 text-muted">Таких строк больше нет.</p>}
      </div>
    </section>
  )
}

interface NoteProps {
  line: ProjectLine
  section: { lines: number; price: number } | undefined
}

/** A heading of the schedule, with what its lines come to. */
function Note({ line: { name, text }, section }: NoteProps) {
  const isHeading = section !== undefined && section.lines > 0
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-line bg-sunken/60 px-4 py-2.5 not-first:border-t sm:px-5">
      <span className={clsx('min-w-0 wrap-anywhere', isHeading ? 'font-serif text-lg' : 'text-sm text-muted')}>
        {name || text}
      </span>
      {isHeading && (
        <span className="text-sm text-muted tabular-nums">
          {counted(section.lines, lineForms)}
          {section.price > 0 && `, ${formatPrice(section.price)}`}
        </span>
      )}
    </li>
  )
}

interface FiltersProps {
  lines: readonly ProjectLine[]
  shown: Shown
  onShow: (shown: Shown) => void
}

const pill =
  'inline-flex shrink-0 min-h-10 items-center gap-2 rounded-full border border-line bg-surface px-3.5 text-sm font-semibold text-leaf hover:border-leaf aria-pressed:border-leaf aria-pressed:bg-leaf aria-pressed:text-on-leaf'

/** Two orders, and each state alone with how many lines are in it. */
function Filters({ lines, shown, onShow }: FiltersProps) {
  const counts = useMemo(() => countsOf(lines), [lines])
  const states = stateOrder.filter((state: LineState) => counts[state] > 0 || state === shown)
  const button = (value: Shown, label: string, count?: number) => (
    <button key={value} type="button" aria-pressed={shown === value} onClick={() => onShow(value)} className={pill}>
      {label}
      {count !== undefined && <span className="font-normal tabular-nums">{count}</span>}
    </button>
  )
  return (
    <fieldset className="mb-3 flex gap-2 xl:mb-1.5 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap">
      <legend className="sr-only">Какие строки показать</legend>
      {button('questions', 'Сначала вопросы')}
      {button('schedule', 'Как в ведомости')}
      {states.length > 1 && states.map(state => button(state, stateNames[state], counts[state]))}
    </fieldset>
  )
}

const key = 'rounded-sm border border-edge/60 bg-surface px-1 font-sans font-semibold'

/** What the keys do, in one line that opens; not on phones, which have none. */
export function KeysHint() {
  return (
    <details className="mb-2 text-sm text-muted max-md:hidden">
      <summary className="w-fit py-0.5">С клавиатуры</summary>
      <p className="mt-1">
        <kbd className={key}>J</kbd> — к строкам, <kbd className={key}>↓</kbd> <kbd className={key}>↑</kbd> — по ним,{' '}
        <kbd className={key}>1</kbd>–<kbd className={key}>9</kbd> — выбрать растение или открытое предложение,{' '}
        <kbd className={key}>0</kbd> — нет в справочнике, <kbd className={key}>E</kbd> — изменить.
      </p>
    </details>
  )
}
