import { type KeyboardEvent, useRef, useState } from 'react'

/**
 * A strip that the browser itself scrolls and snaps, by thumb, wheel or link; this only follows it and moves it for
 * buttons and keys. Whether it glides is the strip's `scroll-behavior`, so that reduced motion is respected.
 */
export function useSlides(count: number, first = 0) {
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(first)
  // While the strip glides to where a button sent it, the slides in between are not current.
  const target = useRef<number | null>(null)

  function goTo(index: number, behavior: ScrollBehavior = 'auto') {
    const list = strip.current
    if (!list) return
    const wanted = (index + count) % count
    target.current = wanted
    setCurrent(wanted)
    // Focus stays with what is seen; left on a slide out of sight it would pull the strip back.
    if (list.contains(document.activeElement) && document.activeElement !== list) {
      list.children[wanted]?.querySelector('a')?.focus({ preventScroll: true })
    }
    list.scrollTo({ left: wanted * list.clientWidth, behavior })
  }

  // The person takes over in mid-glide.
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
