/** No screen shows more of a plant; what is larger only takes time on a nursery's mobile line. */
export const longestSide = 2560
const quality = 0.85

interface Size {
  width: number
  height: number
}

/** The size in which a picture is sent, `null` when it is small enough as it is. */
export function scaledSize({ width, height }: Size): Size | null {
  const longest = Math.max(width, height)
  if (longest <= longestSide) return null
  const scaled = (side: number) => Math.max(1, Math.round((side * longestSide) / longest))
  return { width: scaled(width), height: scaled(height) }
}

/**
 * A photo as it is sent: upright and no larger than needed. What the browser cannot decode goes as it is; the server
 * has the last word.
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
    // JPEG knows no transparency: without a ground it would come out black.
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
