import pLimit from 'p-limit'
import { imageWidth, pictureWidths } from '#contract/media.ts'
import type { FileStore } from './file-store.ts'
import { avifOf, fileOf } from './media.ts'
import { pictureWorkers } from './picture-workers.ts'

/** Files that may wait; those asked for meanwhile are asked for again, as long as people look at them. */
const waitingAtMost = 500

/** The WebP that stands in for an AVIF: the narrowest one that is as wide. */
export const standInWidth = (width: number): number => pictureWidths.find(stored => stored >= width) ?? imageWidth

interface AvifMaker {
  /** Makes this file in the background, unless it is being made, too many wait, or there is no such picture. */
  ask(key: string, width: number): void
  /** Resolves when all files that were asked for are made. */
  idle(): Promise<void>
  stop(): void
}

/**
 * Makes AVIF files of stored pictures, one at a time, in a process of low priority. An empty
 * file says that its picture is not smaller as AVIF. Two servers may make the same file, with the same content.
 */
export function avifMaker(files: FileStore, logError: (error: unknown) => void): AvifMaker {
  const workers = pictureWorkers({ processes: 1 })
  const oneAtATime = pLimit(1)
  const underway = new Map<string, Promise<void>>()

  async function make(key: string, width: number): Promise<void> {
    const [largest, standIn] = await Promise.all([
      files.read(fileOf(key, imageWidth)),
      files.stat(fileOf(key, standInWidth(width))),
    ])
    if (!largest || !standIn) return
    const avif = await workers.avif(largest, width)
    await files.write(avifOf(key, width), avif.length < standIn.size ? Buffer.from(avif) : Buffer.alloc(0))
  }

  return {
    ask(key, width) {
      const name = avifOf(key, width)
      if (underway.has(name) || underway.size >= waitingAtMost) return
      const made = oneAtATime(() => make(key, width))
        .catch(logError)
        .finally(() => underway.delete(name))
      underway.set(name, made)
    },
    async idle() {
      await Promise.all(underway.values())
    },
    stop() {
      oneAtATime.clearQueue()
      workers.end()
    },
  }
}
