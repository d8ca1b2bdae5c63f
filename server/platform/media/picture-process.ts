import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError } from '../http/errors.ts'

/** What a process does: with an uploaded file, or with the content of a stored one. */
export type Work = { name: 'inspect' | 'encode'; path: string } | { name: 'avif'; content: Uint8Array; width: number }

/** A task for the process; `memory`: bytes that it may take beyond those with which it started. */
export type Task = Work & { memory: number }

/** `memoryKept`: bytes that it has not released. */
export type TaskAnswer = { result: unknown; memoryKept: number } | { failure: string }

/** A picture that cannot be decoded, or that crashes the decoding process. */
export class DamagedPicture extends Error {}

const worker = fileURLToPath(new URL('picture-worker.ts', import.meta.url))

/**
 * Kilobytes of data (`ulimit -d`) above which the system refuses more: twice what the most expensive picture takes, as
 * Node reserves half a gigabyte that it never uses. The worker's own check is tighter, but runs only at intervals.
 */
const dataLimit = 2.5 * 1024 * 1024
/** When memory runs out, the system kills this process and not the server. */
const limited = `echo 1000 > /proc/self/oom_score_adj; ulimit -d ${dataLimit}; exec "$0" "$@"`

/** Without the server's secrets; freed memory is returned to the system, and large pictures are not put on disk. */
const environment = {
  PATH: process.env.PATH,
  MALLOC_ARENA_MAX: '2',
  VIPS_DISC_THRESHOLD: '8g',
  VIPS_WARNING: '1',
}

function spawnWorker(): ChildProcess {
  const command = [process.execPath, '--max-old-space-size=128', worker]
  const [file = '', ...args] = process.platform === 'linux' ? ['/bin/sh', '-c', limited, ...command] : command
  return spawn(file, args, {
    env: environment,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
}

export interface PictureProcess {
  readonly pid: number | undefined
  /** False when it has ended or should take no more. */
  isUsable(): boolean
  /**
   * One task at a time. Throws DamagedPicture for a bad picture, and UNAVAILABLE if the process was ended from outside or
   * was not ready within so many seconds.
   */
  run(task: Task, seconds: number): Promise<unknown>
  end(): void
}

function unavailable(cause: string): AppError {
  const error = new AppError('UNAVAILABLE', 'Снимок не удалось обработать. Попробуйте ещё раз.', undefined, 5)
  error.cause = cause
  return error
}

/** Bytes that a process may keep for the next picture; one that keeps more is replaced. */
const keptAtMost = 48 * 1024 * 1024

/** Starts a process that decodes pictures; it ends with this one, however this one ends. */
export function startPictureProcess(): PictureProcess {
  const child = spawnWorker()
  let usable = true
  // An idle process does not keep the server alive.
  child.unref()
  child.channel?.unref()

  function end(): void {
    usable = false
    child.kill('SIGKILL')
  }
  const gone = new Promise<Error>(resolve => {
    child.once('error', error => resolve(unavailable(error.message)))
    child.once('exit', (code, signal) => {
      // Killed: by the system, short of memory, or by a person. Any other exit is caused by the picture.
      const reason = `the process ended with ${code ?? signal}`
      resolve(signal === 'SIGKILL' || code === 127 ? unavailable(reason) : new DamagedPicture(reason))
    })
  })
  void gone.then(() => {
    usable = false
  })

  return {
    pid: child.pid,
    isUsable: () => usable,
    end,
    async run(task, seconds) {
      child.channel?.ref()
      let timer: NodeJS.Timeout | undefined
      let listener: ((content: TaskAnswer) => void) | undefined
      const answered = new Promise<TaskAnswer>(resolve => {
        listener = resolve
        child.on('message', listener)
      })
      const late = new Promise<Error>(resolve => {
        timer = setTimeout(() => resolve(unavailable(`no answer in ${seconds} s`)), seconds * 1000)
      })
      child.send(task, () => {})
      try {
        const outcome = await Promise.race([answered, gone, late])
        if (outcome instanceof Error) {
          end()
          throw outcome
        }
        if ('failure' in outcome) throw new DamagedPicture(outcome.failure)
        if (outcome.memoryKept > keptAtMost) end()
        return outcome.result
      } finally {
        clearTimeout(timer)
        if (listener) child.off('message', listener)
        child.channel?.unref()
      }
    },
  }
}
