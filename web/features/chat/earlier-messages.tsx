import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { useEarlier } from './use-earlier.ts'

/** Above the first message: loads earlier ones when scrolled near, or on click. */
export function EarlierMessages({ earlier }: { earlier: ReturnType<typeof useEarlier> }) {
  const mark = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => {
    // After a failure only on click, otherwise it would retry endlessly.
    if (!earlier.isError) earlier.load()
  })
  useEffect(() => {
    if (!mark.current) return
    const root = mark.current.closest('[data-scroller]')
    const observer = new IntersectionObserver(entries => entries.at(-1)?.isIntersecting && load(), {
      root,
      rootMargin: '400px 0px 0px',
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={mark} className="mb-3 text-center [overflow-anchor:none]">
      <Button variant="quiet" size="sm" busy={earlier.isPending} onClick={earlier.load}>
        {earlier.isError ? 'Не загрузились, попробовать ещё раз' : 'Более ранние сообщения'}
      </Button>
    </div>
  )
}
