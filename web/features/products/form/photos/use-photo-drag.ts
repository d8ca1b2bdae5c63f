import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { movedTo } from '#web/ui/photos/photo-list.ts'

interface Dragging {
  key: string
  /** Keys in the order that dropping now would give. */
  order: readonly string[]
  /** The pointer's position in the window. */
  x: number
  y: number
}

interface Slot {
  left: number
  top: number
  right: number
  bottom: number
}

/** Within this distance of the window's edges the page scrolls, by this step each frame (pixels). */
const scrollZone = 80
const scrollStep = 12
/** Smaller movements (pixels) during a click are not a drag. */
const threshold = 6

/** The index of the slot under a point of the page, or of the nearest one. */
export function slotAt(slots: readonly Slot[], x: number, y: number): number {
  const distances = slots.map(({ left, top, right, bottom }) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)),
  )
  return distances.indexOf(Math.min(...distances))
}

/**
 * Dragging within a list by mouse, pen and finger. The list's nodes do not move until the photo is dropped: only their
 * CSS `order` changes, so that neither the pointer nor the focus loses its element. (@dnd-kit injects style elements,
 * which the site's content security policy forbids.)
 */
export function usePhotoDrag(
  list: RefObject<HTMLElement | null>,
  keys: readonly string[],
  onDrop: (key: string, to: number) => void,
) {
  const [dragging, setDragging] = useState<Dragging | null>(null)
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  function start(event: PointerEvent, key: string): void {
    if (event.button !== 0 || keys.length < 2 || !list.current) return
    const { clientX: startX, clientY: startY, pointerId } = event
    // Slots keep their positions on the page whatever they contain, so the photos cannot flicker back and forth.
    const slots = [...list.current.children].map((child): Slot => {
      const { left, top, right, bottom } = child.getBoundingClientRect()
      return { left: left + scrollX, top: top + scrollY, right: right + scrollX, bottom: bottom + scrollY }
    })
    const from = keys.indexOf(key)
    const pointer = { x: startX, y: startY }
    let to = from
    let isDragging = false
    let frame = 0

    function place(): void {
      to = slotAt(slots, pointer.x + scrollX, pointer.y + scrollY)
      setDragging({ key, order: movedTo(keys, from, to), ...pointer })
    }
    function scroll(): void {
      const isNearTop = pointer.y < scrollZone
      if (isNearTop || pointer.y > innerHeight - scrollZone) {
        scrollBy({ top: isNearTop ? -scrollStep : scrollStep, behavior: 'instant' })
        place()
      }
      frame = requestAnimationFrame(scroll)
    }
    function onMove(move: globalThis.PointerEvent): void {
      if (move.pointerId !== pointerId) return
      pointer.x = move.clientX
      pointer.y = move.clientY
      if (!isDragging && Math.hypot(pointer.x - startX, pointer.y - startY) < threshold) return
      if (!isDragging) {
        isDragging = true
        frame = requestAnimationFrame(scroll)
      }
      place()
    }
    function end(): void {
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', onKey)
      cancelAnimationFrame(frame)
      setDragging(null)
    }
    function onUp(up: globalThis.PointerEvent): void {
      if (up.pointerId !== pointerId) return
      if (isDragging && to !== from) onDrop(key, to)
      end()
    }
    function onKey(press: KeyboardEvent): void {
      if (press.key === 'Escape') end()
    }
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', onKey)
    stop.current = end
  }

  return { dragging, start }
}
