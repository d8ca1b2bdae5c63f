import { pictureLimits, pictureTypes } from '#contract/media.ts'

/** Types offered by the file chooser. */
export const acceptedTypes = pictureTypes.join(',')

/** Why a file cannot be a photo; otherwise `null`. */
export function refuseType({ name, type }: Pick<File, 'name' | 'type'>): string | null {
  if (pictureTypes.some(known => known === type)) return null
  if (/\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type))
    return `«${name}»: снимки HEIC пока не принимаем, сохраните его как JPEG`
  return `«${name}» не похож на снимок: подойдут JPEG, PNG, WebP, AVIF и GIF`
}

/** Why a picture ready for sending would be refused; otherwise `null`. */
export function refuseSize(picture: Pick<Blob, 'size'>): string | null {
  return picture.size > pictureLimits.bytes ? 'Снимок больше 10 МБ: уменьшите его и добавьте снова' : null
}
