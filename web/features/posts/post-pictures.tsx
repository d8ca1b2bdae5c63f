import { clsx } from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { isDrawing } from '#contract/media.ts'
import type { Attachment } from '#contract/posts.ts'
import { Drawn } from '#web/ui/drawn.tsx'
import { Picture } from '#web/ui/picture.tsx'

const FullScreen = lazy(async () => ({ default: (await import('#web/ui/slides/full-screen.tsx')).FullScreen }))

interface PostPicturesProps {
  pictures: readonly Attachment[]
  author: string
  /** The post is at the top of the screen: its pictures are loaded at once. */
  isFirst: boolean
}

/** One picture is shown wide, two and four as squares, of three the first wide. A click opens them full-screen. */
export function PostPictures({ pictures, author, isFirst }: PostPicturesProps) {
  const [first, setFirst] = useState<number | null>(null)
  if (pictures.length === 0) return null
  const alt = (index: number) => {
    const what = isDrawing(pictures[index]?.get_image ?? '') ? 'Рисунок' : 'Снимок'
    return pictures.length > 1 ? `${what} ${index + 1} из ${pictures.length}, ${author}` : `${what}, ${author}`
  }
  const isWide = (index: number) => pictures.length === 1 || (pictures.length === 3 && index === 0)
  return (
    <>
      <ul
        aria-label="Снимки записи"
        className="mt-3 grid grid-cols-2 gap-1 overflow-hidden rounded-lg max-sm:-mx-4 max-sm:rounded-none"
      >
        {pictures.map((picture, index) => (
          <li key={picture.id} className={clsx(isWide(index) && 'col-span-2')}>
            <button
              type="button"
              onClick={() => setFirst(index)}
              className="relative block w-full cursor-zoom-in -outline-offset-4"
            >
              <Picture
                src={picture.get_image}
                alt={alt(index)}
                sizes={
                  isWide(index)
                    ? '(width < 40rem) calc(100vw - 2rem), 38rem'
                    : '(width < 40rem) calc(50vw - 1rem), 19rem'
                }
                ratio={pictures.length === 1 ? [4, 3] : isWide(index) ? [16, 10] : [1, 1]}
                // Alone it is shown whole: a tall one would lose its top.
                className={pictures.length === 1 ? 'object-contain!' : undefined}
                eager={isFirst}
              />
              <Drawn src={picture.get_image} />
              <span className="sr-only">. Открыть во весь экран</span>
            </button>
          </li>
        ))}
      </ul>
      {first !== null && (
        <Suspense>
          <FullScreen
            label="Снимки записи"
            pictures={pictures.map(({ id, get_image }, index) => ({ id, src: get_image, alt: alt(index) }))}
            first={first}
            onClose={() => setFirst(null)}
          />
        </Suspense>
      )}
    </>
  )
}
