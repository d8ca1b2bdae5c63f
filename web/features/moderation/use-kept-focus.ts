import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

interface KeptFocus<Region extends HTMLElement> {
  ref: RefObject<Region | null>
  tabIndex: -1
  onFocus: () => void
  onBlur: (event: FocusEvent) => void
}

/**
 * What is done to an entry may take the button away that had the focus, or the whole entry. The region of the list then
 * has the focus, so that those who work by keyboard go on from there and not from the top of the page.
 */
export function useKeptFocus<Region extends HTMLElement>(): KeptFocus<Region> {
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
