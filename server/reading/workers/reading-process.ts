import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { NamedPlant } from '#server/reading/names/named-plants.ts'
import { damaged } from '#server/reading/tables/cells.ts'
import type { FromWorker, Numbered, ReadingParts, ReadingTask, Refusal, ToWorker } from './tasks.ts'

export interface ReadingLimits {
  /** From handing the task over until everything is understood. */
  milliseconds: number
  /** Of the process's memory. */
  bytes: number
}

/** A file or text that cannot be read, with the reason for its owner. */
export class ReadingRefused extends Error {
  readonly code: Refusal['code']

  constructor({ code, sentence }: Refusal) {
    super(sentence)
    this.code = code
  }
}

/** The process was ended from outside, or could not be started: reading again may succeed. */
export class ReadingInterrupted extends Error {}

const worker = fileURLToPath(new URL('reading-worker.ts', import.meta.url))

/** Milliseconds for starting and for indexing the names: longer than on the busiest machine. */
const startWithin = 30_000
/** Milliseconds between two checks of the process's memory. */
const watchEvery = 40
const pageSize = 4096
const megabyte = 1024 * 1024

const tooLarge: Refusal = {
  code: 'too_large',
  sentence: 'Чтобы это прочитать, нужно слишком много памяти. Разделите список на части или уберите лишнее оформление.',
}
const tooSlow = (milliseconds: number): Refusal => ({
  code: 'too_slow',
  sentence: `Прочитать не удалось за ${Math.ceil(milliseconds / 1000)} секунд. Разделите список на части или уберите лишнее оформление.`,
})
const broken: Refusal = { code: 'unreadable', sentence: damaged }

function spawnWorker(bytes: number): ChildProcess {
  // Less than the whole limit, because Node needs memory outside the heap too.
  const heap = Math.floor((bytes / megabyte) * 0.8)
  const command = [process.execPath, `--max-old-space-size=${heap}`, '--max-semi-space-size=16', worker]
  // If memory runs out, the system kills this process and not the server.
  const script = 'echo 1000 > /proc/self/oom_score_adj; exec "$0" "$@"'
  const [file = '', ...args] = process.platform === 'linux' ? ['/bin/sh', '-c', script, ...command] : command
  return spawn(file, args, {
    // Without the server's secrets.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
}

/** The resident memory of a process in bytes; 0 if the system does not provide it. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const text = pid === undefined ? '' : await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * pageSize
}

/** The outcome of a process that ended by itself while it was reading. */
function outcomeOfExit(code: number | null, signal: NodeJS.Signals | null): Error {
  // V8 aborts the process when its heap is full.
  if (signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134 || code === 133) return new ReadingRefused(tooLarge)
  if (signal === 'SIGSEGV' || signal === 'SIGILL' || signal === 'SIGBUS') return new ReadingRefused(broken)
  return new ReadingInterrupted(`The process that reads ended with ${code ?? signal}`)
}

export interface ReadingProcess {
  readonly pid: number | undefined
  /** False when it has ended. */
  isUsable(): boolean
  /** The memory that it takes now, in bytes. */
  memory(): Promise<number>
  /**
   * One task at a time. `directory`: the plants, the same array for the same version of the directory. Throws
   * ReadingRefused if the file cannot be read or exceeds the limits, and ReadingInterrupted.
   */
  read(
    task: ReadingTask,
    directory: { plants: NamedPlant[]; version: string },
    limits: ReadingLimits,
    onProgress?: (done: number, total: number) => void,
  ): Promise<ReadingParts>
  end(): void
}

/** Starts a process that reads; it ends with this one, however this one ends. */
export function startReadingProcess(memory: number): ReadingProcess {
  const child = spawnWorker(memory)
  let isUsable = true
  let plantsVersion: string | null = null
  let tasks = 0
  // An idle process does not keep the server alive.
  child.unref()
  child.channel?.unref()
  child.once('error', () => {
    isUsable = false
  })
  child.once('exit', () => {
    isUsable = false
  })

  function end(): void {
    isUsable = false
    child.kill('SIGKILL')
  }

  const send = (message: ToWorker) =>
    child.send({ ...message, at: tasks }, error => {
      // The handler of the exit reports the reason.
      if (error) end()
    })

  return {
    pid: child.pid,
    isUsable: () => isUsable,
    memory: () => memoryOf(child.pid),
    end,
    async read(task, { plants, version }, { milliseconds, bytes }, onProgress) {
      const parts: ReadingParts = { sheets: [], questions: [], rows: [], lines: [], attached: [] }
      const { promise, resolve, reject } = Promise.withResolvers<ReadingParts>()
      const stop = (why: Error) => {
        end()
        reject(why)
      }
      let timer = setTimeout(() => stop(new ReadingInterrupted('not started in time')), startWithin)
      function begin(): void {
        clearTimeout(timer)
        timer = setTimeout(() => stop(new ReadingRefused(tooSlow(milliseconds))), milliseconds)
        send({ is: 'task', task })
      }
      const watch = setInterval(() => {
        void memoryOf(child.pid).then(taken => {
          if (taken > bytes) stop(new ReadingRefused(tooLarge))
        })
      }, watchEvery)
      tasks++
      function hear(message: Numbered<FromWorker>): void {
        if (message.at !== tasks) return
        if (message.is === 'ready') begin()
        else if (message.is === 'part') (parts[message.list] as unknown[]).push(...message.items)
        else if (message.is === 'progress') onProgress?.(message.done, message.total)
        else if (message.is === 'refused') reject(new ReadingRefused(message.refusal))
        else if (message.is === 'failed') reject(new Error(`Reading failed: ${message.error}`))
        else resolve(parts)
      }
      const fail = (error: Error) => reject(new ReadingInterrupted(error.message))
      const exit = (code: number | null, signal: NodeJS.Signals | null) => reject(outcomeOfExit(code, signal))
      child.on('message', hear)
      child.once('error', fail)
      child.once('exit', exit)
      child.channel?.ref()
      try {
        if (!isUsable) throw new ReadingInterrupted('The process that reads has ended')
        if (plantsVersion === version) begin()
        else send({ is: 'plants', plants })
        plantsVersion = version
        return await promise
      } finally {
        clearTimeout(timer)
        clearInterval(watch)
        child.off('message', hear).off('error', fail).off('exit', exit)
        child.channel?.unref()
      }
    },
  }
}
