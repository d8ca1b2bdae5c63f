import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

interface RestoredFocus<Region extends HTMLElement> {
  ref: RefObject<Region | null>
  tabIndex: -1
  onFocus: () => void
  onBlur: (event: FocusEvent) => void
}

/**
 * An action may remove the focused button or its whole entry. The list's region then gets the focus, so that keyboard
 * users do not have to start again from the top of the page.
 */
export function useRestoredFocus<Region extends HTMLElement>(): RestoredFocus<Region> {
  const ref = useRef<Region>(null)
  const isWithin = useRef(false)
  useEffect(() => {
    if (isWithin.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  })
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      isWithin.current = true
    },
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !ref.current?.contains(relatedTarget)) isWithin.current = false
    },
  }
}
