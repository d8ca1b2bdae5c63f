import { AppError } from '../http/errors.ts'
import type { Limit, Limits } from '../http/limits/limits.ts'

/** Pictures and bytes that one person may upload, in all ways together. */
interface Figures {
  pictures: number
  bytes: number
}

const gigabyte = 1024 ** 3

/** A nursery that enters 600 products with five unscaled photos each in a day stays within these limits. */
export const intakeFigures: { hour: Figures; day: Figures } = {
  hour: { pictures: 600, bytes: 3 * gigabyte },
  day: { pictures: 3000, bytes: 10 * gigabyte },
}

/** Applies the limits to each sender: a person by id, a visitor by address. */
export interface PictureIntake {
  /** Counts a picture when it starts to arrive. Throws TOO_MANY_REQUESTS. */
  takePicture(sender: string): Promise<void>
  /** Counts bytes. Throws TOO_MANY_REQUESTS. */
  takeBytes(sender: string, bytes: number): Promise<void>
}

export function pictureIntake(limit: Limits['limit'], { hour, day } = intakeFigures): PictureIntake {
  const both = (what: string, of: (figures: Figures) => number) => [
    limit({ name: `${what}-hour`, points: of(hour), seconds: 3600 }),
    limit({ name: `${what}-day`, points: of(day), seconds: 86_400 }),
  ]
  const pictures = both('pictures', figures => figures.pictures)
  // A limit counts small whole numbers.
  const kilobytes = both('picture-kilobytes', figures => Math.ceil(figures.bytes / 1024))

  async function take(limits: Limit[], sender: string, points: number, what: string): Promise<void> {
    for (const each of limits) {
      await each.take(sender, points).catch(error => {
        if (!(error instanceof AppError)) throw error
        const detail = `Слишком много ${what} за короткое время. Остальные добавьте позже.`
        throw new AppError('TOO_MANY_REQUESTS', detail, undefined, error.retryAfter)
      })
    }
  }

  return {
    takePicture: sender => take(pictures, sender, 1, 'снимков'),
    takeBytes: (sender, bytes) => take(kilobytes, sender, Math.ceil(bytes / 1024), 'файлов'),
  }
}
