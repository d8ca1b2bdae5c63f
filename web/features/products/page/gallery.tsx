import { clsx } from 'clsx'
import { type MouseEvent, useState } from 'react'
import { pictureAt } from '#contract/media.ts'
import { Drawn } from '#web/ui/drawn.tsx'
import { Maximize2 } from '#web/ui/icons.ts'
import { StoredImage } from '#web/ui/picture.tsx'
import { FullScreen, type SlidePicture } from '#web/ui/slides/full-screen.tsx'
import { overPicture, SlideArrows, SlideCounter } from '#web/ui/slides/slide-controls.tsx'
import { useSlides } from '#web/ui/slides/use-slides.ts'

const sizes = '(width < 64rem) 100vw, (width < 82rem) 57vw, 45rem'

/** Clicks that open a new tab or window or download the link are left to the browser. */
const isPlainClick = (event: MouseEvent) => !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)

/**
 * The pictures side by side in a strip with scroll snapping. Without scripts it can be swiped or scrolled, the thumbnails
 * are links into it, and a picture is a link to its largest file.
 */
export function Gallery({ pictures }: { pictures: SlidePicture[] }) {
  const slides = useSlides(pictures.length)
  /** The number of this opening of the full screen; 0: closed. */
  const [opening, setOpening] = useState(0)
  const several = pictures.length > 1
  return (
    // Key events from the pictures, arrows and thumbnails bubble up to here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys only repeat what the buttons do
    <div onKeyDown={slides.onKeyDown}>
      <div className="relative max-sm:-mx-4">
        <ul
          {...slides.stripProps}
          aria-label="Изображения растения"
          className={clsx(
            'plate flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth border-line sm:rounded-lg sm:border',
            '[scrollbar-width:none] noscript:[scrollbar-width:auto]',
          )}
        >
          {pictures.map((picture, index) => (
            <li key={picture.id} id={slideId(index)} className="relative w-full shrink-0 snap-start snap-always">
              <a
                href={picture.src}
                className="block cursor-zoom-in -outline-offset-4"
                onClick={event => {
                  if (!isPlainClick(event)) return
                  event.preventDefault()
                  setOpening(opening + 1)
                }}
              >
                <StoredImage
                  src={picture.src}
                  sizes={sizes}
                  width={1280}
                  height={960}
                  alt={picture.alt}
                  loading={index === 0 ? 'eager' : 'lazy'}
                  fetchPriority={index === 0 ? 'high' : undefined}
                  decoding="async"
                  className="aspect-4/3 h-auto w-full object-contain"
                />
                <span className="sr-only">. Открыть во весь экран</span>
              </a>
              <Drawn src={picture.src} />
            </li>
          ))}
        </ul>
        {several && <SlideArrows slides={slides} />}
        <div className="pointer-events-none absolute right-2 bottom-2 flex items-center gap-2 sm:right-3 sm:bottom-3">
          {several && <SlideCounter current={slides.current} count={pictures.length} />}
          <span aria-hidden className={clsx('grid size-8 place-items-center noscript:hidden', overPicture)}>
            <Maximize2 size={16} />
          </span>
        </div>
      </div>
      {several && <Thumbnails pictures={pictures} current={slides.current} onChoose={slides.goTo} />}
      {opening > 0 && (
        <FullScreen
          key={opening}
          label="Изображения растения"
          pictures={pictures}
          first={slides.current}
          onClose={last => {
            // The event comes after the closing; the picture may have been opened again by then.
            setOpening(now => (now === opening ? 0 : now))
            slides.goTo(last, 'instant')
          }}
        />
      )}
    </div>
  )
}

const slideId = (index: number) => `izobrazhenie-${index + 1}`

interface ThumbnailsProps {
  pictures: SlidePicture[]
  current: number
  onChoose: (index: number) => void
}

function Thumbnails({ pictures, current, onChoose }: ThumbnailsProps) {
  return (
    <ul className="mt-3 flex flex-wrap gap-2 sm:gap-3">
      {pictures.map((picture, index) => (
        <li key={picture.id}>
          <a
            href={`#${slideId(index)}`}
            aria-label={`Показать изображение ${index + 1}`}
            aria-current={index === current ? 'true' : undefined}
            className={clsx(
              'block overflow-hidden rounded-md border-2 transition-colors',
              index === current ? 'border-leaf noscript:border-line' : 'border-line hover:border-edge',
            )}
            onClick={event => {
              if (!isPlainClick(event)) return
              event.preventDefault()
              onChoose(index)
            }}
          >
            <StoredImage
              src={pictureAt(picture.src, 320)}
              sizes="(width < 40rem) 4rem, 6rem"
              width={96}
              height={72}
              alt=""
              loading="lazy"
              decoding="async"
              className="plate aspect-4/3 w-16 object-cover sm:w-24"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
