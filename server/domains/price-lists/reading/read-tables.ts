import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { priceListLimits } from '#contract/price-lists.ts'
import type { Sheet } from './cells.ts'

export type WorkerMessage =
  | { is: 'sheet'; sheet: Sheet }
  | { is: 'rows'; rows: Sheet['rows'] }
  | { is: 'done' }
  | { is: 'failed'; failure: string }

export type Tables = { sheets: Sheet[] } | { failure: string }

export interface ReadingLimits {
  milliseconds: number
  bytes: number
}

const usual: ReadingLimits = { milliseconds: priceListLimits.readingTime, bytes: priceListLimits.readingMemory }

const worker = fileURLToPath(new URL('table-worker.ts', import.meta.url))

/** Milliseconds between two checks of the process's memory. */
const watchEvery = 40
const pageSize = 4096

const tooLarge = 'Файл требует слишком много памяти. Разделите его на части или уберите лишнее оформление.'
const tooSlow = 'Файл не удалось прочитать за минуту. Разделите его на части или уберите лишнее оформление.'
const broken = 'Файл повреждён: таблицу в нём не удалось прочитать.'

function spawnWorker(bytes: number): ChildProcess {
  // Less than the whole limit, because Node needs memory outside the heap too.
  const heap = Math.floor((bytes / 1024 / 1024) * 0.8)
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
async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * pageSize
}

/**
 * Reads a file as sheets of cells. The format (xlsx, xls, ods, CSV or TSV) is recognized by content, not by name. The
 * file is read in a separate process, so that only that process ends if time or memory runs out. In this case, and for
 * files that are not tables, `failure` is a sentence for the file's owner. Throws if the process was ended from
 * outside; reading again may then succeed.
 */
export async function readTables(bytes: Uint8Array, limits: Partial<ReadingLimits> = {}): Promise<Tables> {
  const { milliseconds, bytes: memory } = { ...usual, ...limits }
  const child = spawnWorker(memory)
  const sheets: Sheet[] = []
  let ended: string | null = null
  const end = (reason: string) => {
    ended ??= reason
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => end(tooSlow), milliseconds)
  async function watchMemory() {
    if (child.pid !== undefined && (await memoryOf(child.pid)) > memory) end(tooLarge)
  }
  const watch = setInterval(() => void watchMemory(), watchEvery)
  try {
    return await new Promise<Tables>((resolve, reject) => {
      child.on('message', (message: WorkerMessage) => {
        if (ended !== null) return
        if (message.is === 'sheet') sheets.push(message.sheet)
        else if (message.is === 'rows') sheets.at(-1)?.rows.push(...message.rows)
        else if (message.is === 'failed') resolve({ failure: message.failure })
        else resolve({ sheets })
      })
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        if (ended !== null) resolve({ failure: ended })
        // V8 aborts the process when its heap is full.
        else if (signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134 || code === 133)
          resolve({ failure: tooLarge })
        else if (signal === 'SIGSEGV' || signal === 'SIGILL' || signal === 'SIGBUS') resolve({ failure: broken })
        else reject(new Error(`The process that reads tables ended with ${code ?? signal}`))
      })
      child.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), error => {
        // The exit handler reports the reason.
        if (error) child.kill('SIGKILL')
      })
    })
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
  }
}
