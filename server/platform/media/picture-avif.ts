import pLimit from 'p-limit'
import { imageWidth, pictureWidths } from '#contract/media.ts'
import type { FileStore } from './file-store.ts'
import { avifOf, fileOf } from './media.ts'
import { pictureWorkers } from './picture-workers.ts'

/** Files that may wait; those asked for meanwhile are asked for again, as long as people look at them. */
const waitingAtMost = 500

/** The WebP that stands in for an AVIF: the narrowest one that is as wide. */
export const standInWidth = (width: number): number => pictureWidths.find(stored => stored >= width) ?? imageWidth

/** A picture to be made as AVIF, as WebP, and the bytes of what is shown if the AVIF is not smaller. */
interface Original {
  webp: Buffer
  standInSize: number
}

export interface AvifMaker {
  /** Makes a file of a stored picture in the background, unless it is being made or too many wait. */
  ask(key: string, width: number): void
  /** The same of another picture, and with any name; `read` returns `null` if there is no such picture. */
  askFor(name: string, width: number, read: () => Promise<Original | null>): void
  /** Resolves when all files that were asked for are made. */
  idle(): Promise<void>
  stop(): void
}

/**
 * Makes AVIF files of pictures, one at a time, in a process of low priority. An empty file says that its picture is not
 * smaller as AVIF. Two servers may make the same file, with the same content.
 */
export function avifMaker(files: FileStore, logError: (error: unknown) => void): AvifMaker {
  const workers = pictureWorkers({ processes: 1 })
  const oneAtATime = pLimit(1)
  const underway = new Map<string, Promise<void>>()

  async function readStored(key: string, width: number): Promise<Original | null> {
    const [webp, standIn] = await Promise.all([
      files.read(fileOf(key, imageWidth)),
      files.stat(fileOf(key, standInWidth(width))),
    ])
    return webp && standIn && { webp, standInSize: standIn.size }
  }

  async function make(name: string, width: number, original: Original | null): Promise<void> {
    if (!original) return
    const avif = await workers.avif(original.webp, width)
    await files.write(name, avif.length < original.standInSize ? Buffer.from(avif) : Buffer.alloc(0))
  }

  function askFor(name: string, width: number, read: () => Promise<Original | null>): void {
    if (underway.has(name) || underway.size >= waitingAtMost) return
    const made = oneAtATime(async () => make(name, width, await read()))
      .catch(logError)
      .finally(() => underway.delete(name))
    underway.set(name, made)
  }

  return {
    ask: (key, width) => askFor(avifOf(key, width), width, () => readStored(key, width)),
    askFor,
    async idle() {
      await Promise.all(underway.values())
    },
    stop() {
      oneAtATime.clearQueue()
      workers.end()
    },
  }
}
