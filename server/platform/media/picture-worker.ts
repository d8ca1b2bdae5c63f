/**
 * The process that reads untrusted pictures (started by picture-process.ts): one at a time, with tasks and results sent
 * over the channel to its parent. A picture may crash it, but nothing else.
 */
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { pictureLimits } from '#contract/media.ts'
import { encodeAvif, encodePicture } from './encode-picture.ts'
import type { PictureHeader } from './picture-header.ts'
import type { Task, TaskAnswer } from './picture-process.ts'

/** Milliseconds between two checks of the memory in use. */
const watchEvery = 20

sharp.cache(false)
sharp.concurrency(1)
// The decoders of all other formats are disabled.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    ...['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map(format => `VipsForeignLoad${format}File`),
    'VipsForeignLoadWebpBuffer',
  ],
})

const end = () => process.kill(process.pid, 'SIGKILL')
// At once, even while decoding: the parent that would read the result is gone.
process.once('disconnect', end)
// A signal to the whole group is for the parent, which may still want the result.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

function answer(content: TaskAnswer, then = () => {}): void {
  if (process.connected) process.send?.(content, then)
}

async function inspect(path: string): Promise<PictureHeader | null> {
  const metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!metadata) return null
  const { format, compression, width, height, channels, depth, bitsPerSample, isProgressive } = metadata
  return { format, compression, width, height, channels, depth, bitsPerSample, isProgressive }
}

const encode = (path: string) =>
  encodePicture(sharp(path, { limitInputPixels: pictureLimits.pixels, failOn: 'error' }).autoOrient())

/** Nobody waits for it: everything else on this machine comes first. */
function avif(content: Uint8Array, width: number): Promise<Buffer> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  return encodeAvif(sharp(content), width)
}

const memoryAtStart = process.memoryUsage.rss()
const taken = () => process.memoryUsage.rss() - memoryAtStart

function resultOf(task: Task): Promise<unknown> {
  switch (task.name) {
    case 'inspect':
      return inspect(task.path)
    case 'encode':
      return encode(task.path)
    case 'avif':
      return avif(task.content, task.width)
  }
}

async function work(task: Task): Promise<void> {
  const watch = setInterval(() => {
    // The file holds more than its header says.
    if (taken() > task.memory) answer({ failure: 'too much memory' }, end)
  }, watchEvery)
  try {
    const result = await resultOf(task)
    answer({ result, memoryKept: taken() })
  } catch (error) {
    answer({ failure: (error as Error).message })
  } finally {
    clearInterval(watch)
  }
}

process.on('message', (task: Task) => void work(task))
