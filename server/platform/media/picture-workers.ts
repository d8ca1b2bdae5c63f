import { availableParallelism } from 'node:os'
import { pictureLimits } from '#contract/media.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { memoryQueue } from './memory-queue.ts'
import { memoryToEncode, ownMemory, type PictureHeader, secondsToEncode, workingMemory } from './picture-header.ts'
import { type PictureProcess, startPictureProcess, type Work } from './picture-process.ts'

/** The most expensive picture accepted: 12 bits per sample, four channels, 40 megapixels. One such at a time. */
const dearest: PictureHeader = {
  format: 'heif',
  compression: 'av1',
  width: pictureLimits.pixels,
  height: 1,
  channels: 4,
  depth: 'ushort',
  bitsPerSample: 12,
  isProgressive: false,
}

/** Bytes that a stored picture takes at most as AVIF (measured: 120 MB for 1280 × 1920), and seconds on a busy machine. */
const memoryForAvif = 256 * 1024 * 1024
const avifSeconds = 60

const defaults = {
  /** Bytes that all processes may take in total. */
  budget: memoryToEncode(dearest),
  /** One core is left for requests. */
  processes: Math.max(1, availableParallelism() - 1),
  /** Ten products of twelve photos; in half a minute a single core decodes about as many. */
  waiting: 120,
  waitSeconds: 30,
  /** Seconds, including the start of a process. */
  inspectSeconds: 20,
  encodeSeconds: secondsToEncode,
  /** Seconds after which an idle process ends. */
  idleSeconds: 10,
}

/** Processes that decode pictures: started when needed, ended when idle for a while. */
export function pictureWorkers(options: Partial<typeof defaults> = {}) {
  const { budget, processes, waiting, waitSeconds, inspectSeconds, encodeSeconds, idleSeconds } = {
    ...defaults,
    ...options,
  }
  const queue = memoryQueue({ budget, atOnce: processes, waiting, waitSeconds })
  const all = new Set<PictureProcess>()
  const idle = new Map<PictureProcess, NodeJS.Timeout>()

  function takeProcess(): PictureProcess {
    for (const [process, timer] of idle) {
      clearTimeout(timer)
      idle.delete(process)
      if (process.isUsable()) return process
      all.delete(process)
    }
    const process = startPictureProcess()
    all.add(process)
    return process
  }

  function giveBack(process: PictureProcess): void {
    const end = () => {
      idle.delete(process)
      all.delete(process)
      process.end()
    }
    if (process.isUsable()) idle.set(process, setTimeout(end, idleSeconds * 1000).unref())
    else end()
  }

  function run(work: Work, cost: number, seconds: number): Promise<unknown> {
    return queue.run(cost, async () => {
      const process = takeProcess()
      try {
        return await process.run({ ...work, memory: cost - ownMemory }, seconds)
      } finally {
        giveBack(process)
      }
    })
  }

  return {
    /** The data of the file's header; `null` if it is not a picture. Throws DamagedPicture and UNAVAILABLE. */
    inspect: (path: string) =>
      run({ name: 'inspect', path }, ownMemory + workingMemory, inspectSeconds) as Promise<PictureHeader | null>,
    /** The picture upright, without metadata, in every width. Throws DamagedPicture and UNAVAILABLE. */
    encode: (path: string, header: PictureHeader) =>
      run({ name: 'encode', path }, memoryToEncode(header), encodeSeconds(header)) as Promise<EncodedPicture>,
    /** A stored picture as AVIF (picture-avif.ts). */
    avif: (content: Buffer, width: number) =>
      run({ name: 'avif', content, width }, ownMemory + memoryForAvif, avifSeconds) as Promise<Uint8Array>,
    /** The ids of the running processes. */
    pids: () => [...all].flatMap(({ pid, isUsable }) => (pid !== undefined && isUsable() ? [pid] : [])),
    end() {
      for (const process of all) process.end()
    },
  }
}

export type PictureWorkers = ReturnType<typeof pictureWorkers>
