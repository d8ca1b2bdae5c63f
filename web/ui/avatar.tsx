import { clsx } from 'clsx'

interface AvatarProps {
  /** `get_avatar`, which is never empty: the default is a drawn one. */
  src: string
  /** Empty beside the person's name. */
  alt?: string
  /** The size as a class: `size-11`. */
  className: string
}

/** A person's round picture. */
export function Avatar({ src, alt = '', className }: AvatarProps) {
  return (
    <img
      src={src}
      alt={alt}
      width={96}
      height={96}
      decoding="async"
      className={clsx('shrink-0 rounded-full border border-line bg-sunken object-cover', className)}
    />
  )
}
