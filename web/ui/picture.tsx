import { clsx } from 'clsx'
import { pictureSrcSet, thumbnailWidth } from '#contract/media.ts'

interface PictureProps {
  /** The address of a stored picture in any width. */
  src: string
  alt: string
  /** Its displayed width, for the browser's choice of file (`(width < 40rem) 50vw, 20rem`). */
  sizes: string
  /** For pictures above the fold: loaded at once. All others are lazy. */
  eager?: boolean
  /** Width : height of the box; the picture fills it and is cropped if necessary. */
  ratio?: readonly [number, number]
  className?: string
}

/** A plant's picture in a box of known size, so that nothing moves; the background is close to that of drawings. */
export function Picture({ src, alt, sizes, eager, ratio = [4, 3], className }: PictureProps) {
  return (
    <img
      src={src}
      srcSet={pictureSrcSet(src)}
      sizes={sizes}
      width={thumbnailWidth}
      height={Math.round((thumbnailWidth * ratio[1]) / ratio[0])}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={clsx('plate h-auto w-full object-cover', className)}
      style={{ aspectRatio: `${ratio[0]} / ${ratio[1]}` }}
    />
  )
}
