import { thumbnailWidth } from '#contract/media.ts'
import { fileOf, type MediaStore } from './media.ts'

/** Pixels of the longer side: three hundred to the inch at the size of a logo on paper. */
const side = 360

/**
 * A stored picture as PNG, which PDFs take; `null` if its file is gone. The file is one that the picture worker has
 * written, so that it may be decoded here.
 */
export async function pictureForPrint(
  { files }: Pick<MediaStore, 'files'>,
  key: string | null,
): Promise<Buffer | null> {
  const content = key === null ? null : await files.read(fileOf(key, thumbnailWidth))
  if (content === null) return null
  // Loaded on first use: most processes never need it.
  const { default: sharp } = await import('sharp')
  return sharp(content).resize(side, side, { fit: 'inside', withoutEnlargement: true }).png().toBuffer()
}
