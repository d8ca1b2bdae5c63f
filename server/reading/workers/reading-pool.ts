import { createHash } from 'node:crypto'
import { priceListLimits } from '#contract/price-lists.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import type { NamedPlant } from '#server/reading/names/named-plants.ts'
import { type Asker, hasLeft, type PlaceLimits, readingPlaces } from './places.ts'
import { type ReadingLimits, type ReadingProcess, startReadingProcess } from './reading-process.ts'
import type { ReadingParts, ReadingTask } from './tasks.ts'

export interface PoolOptions extends PlaceLimits {
  /** Milliseconds in which a price list, or anything that somebody waits for at a screen, is read. */
  listTime: number
  previewTime: number
  /** Bytes of memory of one process. */
  memory: number
  /** A process that keeps more bytes than this after reading is not used again. */
  keptMemory: number
  /** Seconds after which an idle process ends. */
  idleSeconds: number
}

const megabyte = 1024 * 1024

const usual: PoolOptions = {
  places: { list: 1, member: 1, visitor: 1 },
  waiting: { list: 4, member: 24, visitor: 12 },
  ofPerson: 2,
  ofNetwork: 4,
  waitSeconds: 20,
  listTime: priceListLimits.readingTime,
  previewTime: 20_000,
  memory: priceListLimits.readingMemory,
  keptMemory: 300 * megabyte,
  idleSeconds: 120,
}

/** Reads one file or text in one of the processes. Throws ReadingRefused for its owner, and UNAVAILABLE. */
export type Read = (
  task: ReadingTask,
  names: Pick<NamedPlants, 'all'>,
  onProgress?: (done: number, total: number) => void,
) => Promise<ReadingParts>

const versions = new WeakMap<NamedPlant[], string>()

/** Tells versions of the directory apart, also where two parts of a process have each read it. */
function versionOf(plants: NamedPlant[]): string {
  const known = versions.get(plants)
  if (known !== undefined) return known
  const version = createHash('sha256').update(JSON.stringify(plants)).digest('base64')
  versions.set(plants, version)
  return version
}

/**
 * Processes that read what strangers have written and find out what it means, each with the index of the directory's
 * names. They are started when needed, ended when idle for a while, and killed alone if a file takes too much time or
 * memory.
 */
export function readingPool(options: Partial<PoolOptions> = {}) {
  const settings = { ...usual, ...options }
  const { listTime, previewTime, memory, keptMemory, idleSeconds } = settings
  const places = readingPlaces(settings)
  const all = new Set<ReadingProcess>()
  const idle = new Map<ReadingProcess, NodeJS.Timeout>()
  let isClosed = false

  function takeProcess(): ReadingProcess {
    // The one that was used last, so that the others come to their end.
    for (const [process, timer] of [...idle].toReversed()) {
      clearTimeout(timer)
      idle.delete(process)
      if (process.isUsable()) return process
      all.delete(process)
    }
    const process = startReadingProcess(memory)
    all.add(process)
    return process
  }

  async function giveBack(process: ReadingProcess): Promise<void> {
    const end = () => {
      idle.delete(process)
      all.delete(process)
      process.end()
    }
    if (isClosed || !process.isUsable() || (await process.memory()) > keptMemory) end()
    else idle.set(process, setTimeout(end, idleSeconds * 1000).unref())
  }

  const reading =
    (limits: ReadingLimits): Read =>
    async (task, names, onProgress) => {
      if (isClosed) throw new AppError('UNAVAILABLE', 'Процесс заканчивает работу.')
      const process = takeProcess()
      try {
        return await process.read(task, { plants: names.all, version: versionOf(names.all) }, limits, onProgress)
      } finally {
        await giveBack(process)
      }
    }

  return {
    /**
     * Has something read, and keeps the place at which it is read until `work` is done, so that no more of what was read
     * is held in memory than there are places. Throws TOO_MANY_REQUESTS if the asker has too much under way already, and
     * UNAVAILABLE if too many wait, or if the asker has left.
     */
    at: <Result>(
      asker: Asker,
      signal: AbortSignal | undefined,
      work: (read: Read) => Promise<Result>,
    ): Promise<Result> =>
      places.at(asker, signal, () => {
        if (signal?.aborted) throw hasLeft()
        return work(reading({ milliseconds: asker.kind === 'list' ? listTime : previewTime, bytes: memory }))
      }),
    /** The ids of the running processes. */
    pids: () => [...all].flatMap(({ pid, isUsable }) => (pid !== undefined && isUsable() ? [pid] : [])),
    waiting: places.waiting,
    /** Ends all processes; what they read is refused as UNAVAILABLE or, of a job, read again by the next process. */
    close() {
      isClosed = true
      for (const process of all) process.end()
    },
  }
}

export type ReadingPool = ReturnType<typeof readingPool>

/** The one of this process. */
export const readers = readingPool()
