/**
 * Every stored picture exists in these widths (pixels; narrower originals are not enlarged), and its address ends in
 * `-<width>.webp`. `get_image` is the widest one, `get_thumbnail` the middle one; the others follow from the address.
 */
export const pictureWidths = [320, 640, 1280] as const
export type PictureWidth = (typeof pictureWidths)[number]
export const imageWidth: PictureWidth = 1280
export const thumbnailWidth: PictureWidth = 640

const widthSuffix = /-\d+\.webp$/

/** The address of the same picture in another width. */
export function pictureAt(address: string, width: PictureWidth): string {
  return address.replace(widthSuffix, `-${width}.webp`)
}

/** A `srcset` with all widths of a stored picture. */
export function pictureSrcSet(address: string): string {
  return pictureWidths.map(width => `${pictureAt(address, width)} ${width}w`).join(', ')
}

/** Limits of a picture, which is recognised by content (API.md section 1); `side`: pixels of the longer side. */
export const pictureLimits = { bytes: 10 * 1024 * 1024, pixels: 40_000_000, side: 12_000 } as const
/** For the `accept` of a file field. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const
