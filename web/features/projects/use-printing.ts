import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: what is only for paper need not be on the screen. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const paper = window.matchMedia('print')
    // At once: the browser lays the page out when the listeners have returned.
    const set = (is: boolean) => flushSync(() => setPrinting(is))
    const onChange = (event: MediaQueryListEvent) => set(event.matches)
    const [before, after] = [() => set(true), () => set(false)]
    paper.addEventListener('change', onChange)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      paper.removeEventListener('change', onChange)
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinting
}
