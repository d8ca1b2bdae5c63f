import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { avifSrcSet, type NeededWidths, pictureSrcSet, thumbnailWidth } from '#contract/media.ts'

interface StoredImageProps extends ComponentProps<'img'> {
  /** The address of a stored picture in any width or of a plant's drawing; any other picture is shown as it is. */
  src: string
  /** Its displayed width, for the browser's choice of file (`(width < 40rem) 50vw, 20rem`). */
  sizes: string
  /** The widths of files that its screens need; all by default. */
  needed?: NeededWidths | undefined
}

/** A picture in the file that fits its displayed width, as AVIF where the browser knows it. */
export function StoredImage({ src, sizes, needed, alt, ...rest }: StoredImageProps) {
  const avif = avifSrcSet(src, needed)
  if (avif === undefined) return <img {...rest} src={src} alt={alt} />
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      {/* `sizes` and `srcSet` first: a browser that sets `src` before them would load it. */}
      <img {...rest} sizes={sizes} srcSet={pictureSrcSet(src)} src={src} alt={alt} />
    </picture>
  )
}

interface PictureProps {
  /** The address of a stored picture in any width. */
  src: string
  alt: string
  /** Its displayed width, for the browser's choice of file (`(width < 40rem) 50vw, 20rem`). */
  sizes: string
  /** The widths of files that its screens need; all by default. */
  needed?: NeededWidths
  /** For pictures above the fold: loaded at once, before all others. All others are lazy. */
  eager?: boolean
  /** Width : height of the box; the picture fills it and is cropped if necessary. */
  ratio?: readonly [number, number]
  className?: string
}

/** A plant's picture in a box of known size, so that nothing moves; the background is close to that of drawings. */
export function Picture({ src, alt, sizes, needed, eager, ratio = [4, 3], className }: PictureProps) {
  return (
    <StoredImage
      src={src}
      sizes={sizes}
      needed={needed}
      width={thumbnailWidth}
      height={Math.round((thumbnailWidth * ratio[1]) / ratio[0])}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      className={clsx('plate h-auto w-full object-cover', className)}
      style={{ aspectRatio: `${ratio[0]} / ${ratio[1]}` }}
    />
  )
}
