import { Worker } from 'node:worker_threads'
import { AppError } from '#server/platform/http/errors.ts'
import type { PrintLabels } from './labels-on-paper.ts'
import type { PrintList } from './list-on-paper.ts'

export type PrintJob = { list: PrintList } | { labels: PrintLabels }

/** The maximum time in milliseconds and memory in megabytes for printing one list. */
const longest = 60_000
const memory = 256

/** Prints in a separate thread, because thousands of variants take seconds. Throws UNAVAILABLE if it takes too long. */
export function printInThread(job: PrintJob): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('print-thread.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    const timer = setTimeout(() => void thread.terminate(), longest)
    thread.once('message', (content: Uint8Array) => resolve(Buffer.from(content)))
    thread.once('error', reject)
    thread.once('exit', () => {
      clearTimeout(timer)
      reject(new AppError('UNAVAILABLE', 'Напечатать не удалось. Попробуйте ещё раз.'))
    })
  })
}
