import type { Metadata } from 'sharp'

/** The data of a file's header, before anything is decoded. */
export type PictureHeader = Pick<
  Metadata,
  'format' | 'compression' | 'width' | 'height' | 'channels' | 'depth' | 'bitsPerSample' | 'isProgressive'
>

const megabyte = 1024 * 1024

/** Bytes of a process that has decoded nothing yet (measured: 85 MB). */
export const ownMemory = 96 * megabyte
/** Bytes that any picture takes besides its pixels: reading the header, scaling, encoding in three widths. */
export const workingMemory = 64 * megabyte

/** By content, whatever the file's name. libvips reports AVIF as HEIF with this compression; HEIC has another. */
export function isAccepted({ format, compression }: PictureHeader): boolean {
  if (format === 'heif') return compression === 'av1'
  return format === 'jpeg' || format === 'png' || format === 'webp' || format === 'gif'
}

/**
 * Peak bytes per pixel that libvips 8.18 takes, rounded up by a fifth or more. Measured as VmHWM of a process that only
 * encodes one picture of 40 megapixels (`node bench/picture-memory.ts`); the comment of each case has the figure.
 */
function bytesPerPixel({ format, channels, depth, bitsPerSample, isProgressive }: PictureHeader): number {
  switch (format) {
    // Decoded smaller, a few lines at a time: 0.9. Progressive: all coefficients are kept, 2.3 a channel.
    case 'jpeg':
      return isProgressive ? 3 * channels : 2
    // A few lines at a time: 1.5; of 16 bits or turned: 3.7. Interlaced: the whole picture, 9.8 in 16 bits and 4 channels.
    case 'png':
      return (depth === 'ushort' ? 5 : 3) + (isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0)
    // The decoder's own frames, their colours converted, and a copy: 18.8 in 8 bits, 25.5 in 10 and 12.
    case 'heif':
      return (bitsPerSample ?? 12) > 8 ? 30 : 22
    // The canvas of an animation and the frame that is drawn on it.
    case 'webp':
      return 14
    default:
      return 8
  }
}

/** Bytes that a process takes in total while it decodes the picture and encodes it in every width. */
export function memoryToEncode(header: PictureHeader): number {
  return ownMemory + workingMemory + header.width * header.height * bytesPerPixel(header)
}

/** Seconds after which decoding is aborted: ten times what the slowest format (AVIF, 0.15 s per megapixel) takes. */
export function secondsToEncode({ width, height }: PictureHeader): number {
  return 15 + (1.5 * width * height) / 1_000_000
}
