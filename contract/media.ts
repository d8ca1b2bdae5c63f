/**
 * Every stored picture exists in these widths (pixels; narrower originals are not enlarged), and its address ends in
 * `-<width>.webp`. `get_image` is the widest one, `get_thumbnail` the middle one; the others follow from the address.
 */
export const pictureWidths = [320, 640, 1280] as const
export type PictureWidth = (typeof pictureWidths)[number]
export const imageWidth: PictureWidth = 1280
export const thumbnailWidth: PictureWidth = 640

/**
 * The widths in which a stored picture can be asked for as AVIF, which is a third smaller: `-<width>.avif`. 400 to 560
 * are half of a phone's screen, where two cards stand side by side, with two to three pixels to the point; 720 is the
 * whole of it with two, and the widest column of a desk's. These files are made after the first request, which, like
 * all others until then, is answered with a WebP.
 */
export const avifWidths = [160, 320, 400, 480, 560, 720, 960, 1280] as const

const widthSuffix = /-\d+\.webp$/

/** The widths in which the drawing of a plant (`/drawings/plants/<id>.svg`) can be asked for as AVIF, in the same way. */
export const drawingWidths = [160, 320, 480, 560, 720, 960] as const
const drawingSuffix = /(?<=\/drawings\/plants\/\d+)\.svg$/

/** Ends the key of a stored picture that is drawn from what is known of a plant. */
export const drawnMark = '-drawn'

/** Whether the picture at this address is a drawing of a plant: nobody is to take it for a photo. */
export const isDrawing = (address: string): boolean => /-drawn-|\/drawings\//.test(address)

/** The smallest and the largest width that any screen needs, in pixels. */
export type NeededWidths = readonly [least: number, most: number]

/** The address of the same picture in another width. */
export function pictureAt(address: string, width: PictureWidth): string {
  return address.replace(widthSuffix, `-${width}.webp`)
}

/** A `srcset` with all widths of a stored picture; `undefined` for any other picture. */
export function pictureSrcSet(address: string): string | undefined {
  if (!widthSuffix.test(address)) return undefined
  return pictureWidths.map(width => `${pictureAt(address, width)} ${width}w`).join(', ')
}

/**
 * A `srcset` with the widths of a stored picture or a plant's drawing as AVIF that are needed (all by default: of a page
 * with many small pictures half would be the addresses of widths that no screen needs); `undefined` for any other picture.
 */
export function avifSrcSet(address: string, [least, most]: NeededWidths = [0, 9999]): string | undefined {
  const all = (suffix: RegExp, widths: readonly number[]) =>
    widths
      .filter(width => width >= least && width <= most)
      .map(width => `${address.replace(suffix, `-${width}.avif`)} ${width}w`)
      .join(', ')
  if (widthSuffix.test(address)) return all(widthSuffix, avifWidths)
  if (drawingSuffix.test(address)) return all(drawingSuffix, drawingWidths)
  return undefined
}

/** Limits of a picture, which is recognised by content (API.md section 1); `side`: pixels of the longer side. */
export const pictureLimits = { bytes: 10 * 1024 * 1024, pixels: 40_000_000, side: 12_000 } as const
/** For the `accept` of a file field. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const
