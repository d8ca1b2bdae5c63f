/** No screen shows more detail of a plant; larger files only take longer on a nursery's mobile connection. */
export const longestSide = 2560
const quality = 0.85

interface Size {
  width: number
  height: number
}

/** The size in which a picture is sent, `null` if it is small enough. */
export function scaledSize({ width, height }: Size): Size | null {
  const longest = Math.max(width, height)
  if (longest <= longestSide) return null
  const scaled = (side: number) => Math.max(1, Math.round((side * longestSide) / longest))
  return { width: scaled(width), height: scaled(height) }
}

/**
 * A photo prepared for sending: upright and no larger than needed. Files that the browser cannot decode are sent
 * unchanged, and the server decides.
 */
export async function scaleDown(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!bitmap) return file
  try {
    const size = scaledSize(bitmap)
    if (!size) return file
    const canvas = Object.assign(document.createElement('canvas'), size)
    const context = canvas.getContext('2d')
    if (!context) return file
    // JPEG has no transparency: without a background it would become black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, size.width, size.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, size.width, size.height)
    const scaled = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
    return scaled ?? file
  } finally {
    bitmap.close()
  }
}
