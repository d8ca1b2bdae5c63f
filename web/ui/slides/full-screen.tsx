import { useEffect, useRef } from 'react'
import { X } from '#web/ui/icons.ts'
import { IconButton } from '../icon-button.tsx'
import { StoredImage } from '../picture.tsx'
import { overPicture, SlideArrows, SlideCounter } from './slide-controls.tsx'
import { useSlides } from './use-slides.ts'

export interface SlidePicture {
  id: number | string
  src: string
  alt: string
}

interface FullScreenProps {
  /** The subject of the pictures in a word or two. */
  label: string
  pictures: readonly SlidePicture[]
  first: number
  /** Receives the index of the last picture shown. */
  onClose: (last: number) => void
}

/** The pictures in full screen. The browser's dialog provides the focus trap and Esc, and restores the focus. */
export function FullScreen({ label, pictures, first, onClose }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const slides = useSlides(pictures.length, first)
  const strip = slides.stripProps.ref

  useEffect(() => {
    // `showModal` throws on an open dialog.
    if (!dialog.current?.open) dialog.current?.showModal()
    strip.current?.scrollTo({ left: first * strip.current.clientWidth, behavior: 'instant' })
  }, [first, strip])

  return (
    <dialog
      ref={dialog}
      aria-label="Изображения во весь экран"
      className="m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden border-0 bg-cover p-0 text-on-cover backdrop:bg-veil"
      onClose={() => onClose(slides.current)}
      onKeyDown={event => {
        // React events bubble to the parent component, and a gallery handles the same keys.
        event.stopPropagation()
        slides.onKeyDown(event)
      }}
    >
      {/* First, so that it gets the focus instead of the strip. */}
      <IconButton
        label="Закрыть"
        icon={<X size={24} />}
        className={`absolute top-3 right-3 z-10 ${overPicture}`}
        onClick={() => dialog.current?.close()}
      />
      <ul
        {...slides.stripProps}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="flex h-full snap-x snap-mandatory overflow-x-auto overscroll-contain scroll-smooth -outline-offset-4 outline-on-cover [scrollbar-width:none]"
      >
        {pictures.map(picture => (
          <li key={picture.id} className="h-full w-full shrink-0 snap-start snap-always">
            <StoredImage
              src={picture.src}
              sizes="100vw"
              alt={picture.alt}
              loading="lazy"
              decoding="async"
              className="h-full w-full object-contain"
            />
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <>
          <SlideArrows slides={slides} />
          <SlideCounter
            current={slides.current}
            count={pictures.length}
            className="absolute bottom-4 left-1/2 -translate-x-1/2"
          />
        </>
      )}
    </dialog>
  )
}
