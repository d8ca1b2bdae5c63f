import { type RefObject, useEffect } from 'react'

/** What the keyboard stops at. */
const stops = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex="0"]'
/** These use the arrow keys themselves. */
const ownArrows = 'select, textarea, [role=combobox], input:is([type=radio], [type=date], [type=number], [type=range])'

const stopsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(stops)]

/** What the key does: to the row below (1) or above (-1); 0: nothing. J and K work in the Russian layout too. */
function stepOf({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, isTyping: boolean): number {
  if (altKey || ctrlKey || metaKey || shiftKey) return 0
  if (key === 'ArrowDown' || (code === 'KeyJ' && !isTyping)) return 1
  if (key === 'ArrowUp' || (code === 'KeyK' && !isTyping)) return -1
  return 0
}

/**
 * Lets the arrow keys move the focus between the rows of a table or list, to the same control of the next row; J and K
 * do the same, and from nowhere in particular lead to its first row, so that nobody has to press Tab through the page.
 */
export function useRowKeys(rows: RefObject<HTMLTableElement | HTMLUListElement | null>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const within = rows.current
      const { target } = event
      if (!within || event.defaultPrevented || !(target instanceof HTMLElement)) return
      const isNowhere = target === document.body || target.id === 'main'
      if (!isNowhere && (!within.contains(target) || target.matches(ownArrows))) return
      const step = stepOf(event, target.matches('input:not([type=checkbox])'))
      if (step === 0 || (isNowhere && event.key.startsWith('Arrow'))) return
      const all = [...within.querySelectorAll(':scope > tbody > tr, :scope > li')].filter(
        row => stopsOf(row).length > 0,
      )
      const here = all.findIndex(row => row.contains(target))
      const current = all[here]
      // From the head down to the first row; from nowhere too.
      const next = current ? all[here + step] : all[0]
      if (!next) return
      event.preventDefault()
      const found = stopsOf(next)
      const place = current ? stopsOf(current).indexOf(target) : 0
      found[Math.min(Math.max(place, 0), found.length - 1)]?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [rows])
}
