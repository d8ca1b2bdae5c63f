import { pictureLimits, pictureTypes } from '#contract/media.ts'

/** What a file chooser offers. */
export const acceptedTypes = pictureTypes.join(',')

/** Why a file is no photo that can be sent, `null` when it may be one. */
export function refuseType({ name, type }: Pick<File, 'name' | 'type'>): string | null {
  if (pictureTypes.some(known => known === type)) return null
  if (/\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type))
    return `«${name}»: снимки HEIC пока не принимаем, сохраните его как JPEG`
  return `«${name}» не похож на снимок: подойдут JPEG, PNG, WebP, AVIF и GIF`
}

/** Why a picture that is ready to be sent would be refused, `null` when nothing speaks against it. */
export function refuseSize(picture: Pick<Blob, 'size'>): string | null {
  return picture.size > pictureLimits.bytes ? 'Снимок больше 10 МБ: уменьшите его и добавьте снова' : null
}
