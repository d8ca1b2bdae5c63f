import { type KeyboardEvent, useRef, useState } from 'react'

/**
 * A strip of slides that the browser scrolls and snaps; this hook tracks it and moves it for buttons and keys. Smooth
 * scrolling comes from the strip's `scroll-behavior`, which respects reduced motion.
 */
export function useSlides(count: number, first = 0) {
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(first)
  // While the strip scrolls to this slide, the ones in between are not current.
  const target = useRef<number | null>(null)

  function goTo(index: number, behavior: ScrollBehavior = 'auto') {
    const list = strip.current
    if (!list) return
    const wanted = (index + count) % count
    target.current = wanted
    setCurrent(wanted)
    // Focus moves with the slides; left on a slide out of view it would pull the strip back.
    if (list.contains(document.activeElement) && document.activeElement !== list) {
      list.children[wanted]?.querySelector('a')?.focus({ preventScroll: true })
    }
    list.scrollTo({ left: wanted * list.clientWidth, behavior })
  }

  // The person scrolls during the movement.
  function letGo() {
    target.current = null
  }

  return {
    current,
    goTo,
    stripProps: {
      ref: strip,
      onScroll() {
        const list = strip.current
        if (!list) return
        const position = list.scrollLeft / list.clientWidth
        if (target.current !== null && Math.abs(position - target.current) > 0.05) return
        target.current = null
        setCurrent(Math.min(count - 1, Math.max(0, Math.round(position))))
      },
      onPointerDown: letGo,
      onWheel: letGo,
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const places: Record<string, number> = {
        ArrowLeft: current - 1,
        ArrowRight: current + 1,
        Home: 0,
        End: count - 1,
      }
      const place = places[event.key]
      if (place === undefined || count < 2) return
      event.preventDefault()
      goTo(place)
    },
  }
}

export type Slides = ReturnType<typeof useSlides>
