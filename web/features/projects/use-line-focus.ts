import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { ProjectLine } from '#contract/projects.ts'
import { nextQuestion } from './view.ts'

/**
 * A line that was answered by pointer keeps its height until the pointer leaves it: the next question must not slide below
 * a finger that is about to press again. What the pointer then goes to stays where it is.
 */
function holdHeight(item: Element | undefined): void {
  if (!(item instanceof HTMLElement) || !item.matches(':hover')) return
  item.style.minHeight = `${item.offsetHeight}px`
  item.addEventListener(
    'pointerleave',
    ({ clientY }) => {
      const { bottom, height } = item.getBoundingClientRect()
      item.style.minHeight = ''
      const shrunk = height - item.offsetHeight
      if (clientY >= bottom - 1 && shrunk > 0) window.scrollBy({ top: -shrunk, behavior: 'instant' })
    },
    { once: true },
  )
}

/** Where the focus is among the lines in this list, `shown` in their order, when lines are answered, moved and opened. */
export function useLineFocus(
  list: RefObject<HTMLDivElement | null>,
  lines: readonly ProjectLine[],
  shown: readonly ProjectLine[],
) {
  const itemOf = (line: string) =>
    [...(list.current?.querySelectorAll('[data-row]') ?? [])].find(item => item.getAttribute('data-row') === line)
  function focusLine(line: string | null) {
    const item = line === null ? null : itemOf(line)
    const control =
      item?.querySelector<HTMLElement>('[data-candidate]') ?? item?.querySelector<HTMLElement>('[data-edit]')
    control?.focus({ preventScroll: true })
    item?.scrollIntoView({ block: 'nearest' })
  }

  /** What had the focus is gone: its line has it then, unless the person is elsewhere by now. */
  const keepFocus = (line: string) => document.activeElement === document.body && focusLine(line)

  /** The line whose question was answered last, and whether the focus has gone on from it. */
  const answered = useRef<string | null>(null)
  useEffect(() => {
    const last = answered.current
    const line = last === null ? undefined : lines.find(one => one.id === last)
    if (last === null || (line?.state === 'several' && line.plant === null)) return
    answered.current = null
    // Only from where the answer was given: the person may be elsewhere by now.
    const isThere = document.activeElement === document.body || itemOf(last)?.contains(document.activeElement)
    if (isThere) focusLine(nextQuestion(shown, last) ?? last)
  })

  /** What had the focus in a line that is moved: moved in the document, it loses it. */
  const moved = useRef<Element | null>(null)
  useEffect(() => {
    const element = moved.current
    if (!(element instanceof HTMLElement) || !element.isConnected || document.activeElement !== document.body) return
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest' })
  })

  // From anywhere on the page to the first line, without the way there by Tab.
  const toFirst = useRef(() => focusLine(null))
  useLayoutEffect(() => {
    toFirst.current = () => focusLine(shown.find(({ state }) => state !== 'note')?.id ?? null)
  })
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      const { code, altKey, ctrlKey, metaKey, shiftKey, target } = event
      if (code !== 'KeyJ' || altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return
      const isFree = target instanceof HTMLElement && !target.matches('input, select, textarea, [contenteditable]')
      if (!isFree || target.closest('[data-row], [role="dialog"], [role="menu"]')) return
      event.preventDefault()
      toFirst.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return {
    focusLine,
    keepFocus,
    /** The question of this line is being answered: the next one has the focus then. */
    answer(line: string): void {
      answered.current = line
      holdHeight(itemOf(line))
    },
    /** What has the focus keeps it, although its line moves. */
    move(): void {
      moved.current = document.activeElement
    },
    /** Something else has got the focus. */
    leave(target: Element): void {
      if (target !== moved.current) moved.current = null
    },
  }
}
