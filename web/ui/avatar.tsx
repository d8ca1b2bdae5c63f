import { clsx } from 'clsx'
import { StoredImage } from './picture.tsx'

interface AvatarProps {
  /** `get_avatar`, which is never empty: the default is a drawn one. */
  src: string
  /** Empty beside the person's name. */
  alt?: string
  /** The size as a class: `size-11`. */
  className: string
  /** The same for the choice of file, if it is larger than `size-14`. */
  sizes?: string
}

/** A person's round picture. */
export function Avatar({ src, alt = '', className, sizes = '3.5rem' }: AvatarProps) {
  return (
    <StoredImage
      src={src}
      sizes={sizes}
      needed={sizes === '3.5rem' ? [160, 320] : undefined}
      alt={alt}
      width={96}
      height={96}
      decoding="async"
      className={clsx('shrink-0 rounded-full border border-line bg-sunken object-cover', className)}
    />
  )
}
