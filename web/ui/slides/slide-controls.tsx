import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from '#web/ui/icons.ts'
import { IconButton } from '../icon-button.tsx'
import type { Slides } from './use-slides.ts'

/** The style of controls over a picture: opaque, with the focus ring inside, to be visible on any picture. */
export const overPicture = 'rounded-full! -outline-offset-4 bg-surface/90 text-leaf shadow-card hover:bg-surface'

/** Previous and next buttons at the sides of a strip. */
export function SlideArrows({ slides }: { slides: Slides }) {
  const place = 'absolute top-1/2 -translate-y-1/2 noscript:hidden'
  return (
    <>
      <IconButton
        label="Предыдущее изображение"
        icon={<ChevronLeft size={24} />}
        className={clsx(place, overPicture, 'left-2 sm:left-3')}
        onClick={() => slides.goTo(slides.current - 1)}
      />
      <IconButton
        label="Следующее изображение"
        icon={<ChevronRight size={24} />}
        className={clsx(place, overPicture, 'right-2 sm:right-3')}
        onClick={() => slides.goTo(slides.current + 1)}
      />
    </>
  )
}

export function SlideCounter({ current, count, className }: { current: number; count: number; className?: string }) {
  return (
    <p
      aria-live="polite"
      className={clsx('pointer-events-none px-3 py-1 text-sm tabular-nums noscript:hidden', overPicture, className)}
    >
      <span className="sr-only">Изображение </span>
      {current + 1} <span aria-hidden>/</span>
      <span className="sr-only">из</span> {count}
    </p>
  )
}
