import { clsx } from 'clsx'

interface AvatarProps {
  /** `get_avatar`: never empty, a drawn one is the default. */
  src: string
  /** Empty beside the person's name. */
  alt?: string
  /** The size: `size-11`. */
  className: string
}

/** A person's picture, round. */
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
