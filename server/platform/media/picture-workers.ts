import { availableParallelism } from 'node:os'
import { pictureLimits } from '#contract/media.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { memoryQueue } from './memory-queue.ts'
import { memoryToEncode, ownMemory, type PictureHeader, secondsToEncode, workingMemory } from './picture-header.ts'
import { type PictureProcess, startPictureProcess, type Task } from './picture-process.ts'

/** The dearest picture that is taken: 12 bits a sample, four channels, all 40 megapixels. One such at a time. */
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

const defaults = {
  /** Bytes that all processes may take together. */
  budget: memoryToEncode(dearest),
  /** A core is left for answering. */
  processes: Math.max(1, availableParallelism() - 1),
  /** Ten products of twelve photos; in half a minute a single core decodes about as many. */
  waiting: 120,
  waitSeconds: 30,
  /** Seconds, the start of a process included. */
  inspectSeconds: 20,
  encodeSeconds: secondsToEncode,
  /** Seconds after which a process that has nothing to do ends. */
  idleSeconds: 10,
}

/** Processes that decode pictures: started when there is something to decode, ended when there has been nothing for a while. */
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

  function run(name: Task['name'], path: string, cost: number, seconds: number): Promise<unknown> {
    return queue.run(cost, async () => {
      const process = takeProcess()
      try {
        return await process.run({ name, path, memory: cost - ownMemory }, seconds)
      } finally {
        giveBack(process)
      }
    })
  }

  return {
    /** What the file says of its picture; `null` for what is none. Throws DamagedPicture and UNAVAILABLE. */
    inspect: (path: string) =>
      run('inspect', path, ownMemory + workingMemory, inspectSeconds) as Promise<PictureHeader | null>,
    /** The picture turned upright, without its metadata, in every width. Throws DamagedPicture and UNAVAILABLE. */
    encode: (path: string, header: PictureHeader) =>
      run('encode', path, memoryToEncode(header), encodeSeconds(header)) as Promise<EncodedPicture>,
    /** The numbers of the processes that there are. */
    pids: () => [...all].flatMap(({ pid, isUsable }) => (pid !== undefined && isUsable() ? [pid] : [])),
    end() {
      for (const process of all) process.end()
    },
  }
}

export type PictureWorkers = ReturnType<typeof pictureWorkers>
