import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DamagedPicture, startPictureProcess } from './picture-process.ts'
import { pictureWorkers } from './picture-workers.ts'
import { readPictures } from './pictures.ts'

const minute = 60_000
const folder = mkdtempSync(join(tmpdir(), 'dendro-workers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function received(name: string, content: Buffer) {
  const path = join(folder, name)
  writeFileSync(path, content)
  return { field: 'image', filename: name, path }
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#506a3c' } })
const small = received('small.jpg', await plain(60, 40).jpeg().toBuffer())
/** Some seconds of work for a decoder. */
const large = received('large.avif', await plain(6300, 6300).avif({ effort: 0 }).toBuffer())

function workersOf(options: Parameters<typeof pictureWorkers>[0] = {}) {
  const workers = pictureWorkers({ processes: 1, ...options })
  onTestFinished(workers.end)
  return workers
}

/** Megabytes in memory. */
const residentOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** The process that is decoding. */
async function decoderOf(workers: ReturnType<typeof pictureWorkers>): Promise<number> {
  return vi.waitFor(
    () => {
      const [pid] = workers.pids()
      if (pid === undefined || residentOf(pid) < 200) throw new Error('nothing is being decoded yet')
      return pid
    },
    { timeout: minute, interval: 10 },
  )
}

const isGone = (pid: number) => vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: minute })

describe('a decoding process', { timeout: 3 * minute }, () => {
  it.each([
    ['killed, as the system does when memory runs out', 'SIGKILL', { code: 'UNAVAILABLE', retryAfter: 5 }],
    ['brought down by the picture', 'SIGSEGV', { code: 'INVALID_INPUT', fields: { image: [{ code: 'damaged' }] } }],
  ] as const)('may be %s: the next picture is decoded by another', async (_what, signal, refusal) => {
    const workers = workersOf()
    const answer = expect(readPictures([large], workers)).rejects.toMatchObject(refusal)
    const pid = await decoderOf(workers)
    process.kill(pid, signal)
    await answer
    await expect(readPictures([small], workers)).resolves.toMatchObject([{ files: [{}, {}, {}] }])
    expect(workers.pids()).not.toContain(pid)
  })

  it('that hangs is ended after its time limit', async () => {
    const workers = workersOf({ encodeSeconds: () => 15 })
    const answer = expect(readPictures([large], workers)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const pid = await decoderOf(workers)
    process.kill(pid, 'SIGSTOP')
    await answer
    await isGone(pid)
    await expect(readPictures([small], workers)).resolves.toHaveLength(1)
  })

  it('ends when it is idle', async () => {
    const workers = workersOf({ idleSeconds: 0.1 })
    await readPictures([small, small], workers)
    const [pid = 0] = workers.pids()
    await isGone(pid)
    expect(workers.pids()).toEqual([])
    await expect(readPictures([small], workers)).resolves.toHaveLength(1)
  })

  it('takes no more memory than allowed, whatever the file’s header says', async () => {
    const decoder = startPictureProcess()
    const task = { name: 'encode', path: large.path, memory: 100 * 1024 * 1024 } as const
    await expect(decoder.run(task, 60)).rejects.toThrow(DamagedPicture)
    await isGone(decoder.pid ?? 0)
    expect(decoder.isUsable()).toBe(false)
  })

  it('is killed first when memory runs out, has its own memory limit, and has no secrets', async () => {
    vi.stubEnv('SECRET_KEY', 'hunter2')
    const workers = workersOf()
    await readPictures([small], workers)
    vi.unstubAllEnvs()
    const [pid = 0] = workers.pids()
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000')
    expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/Max data size +2684354560/)
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('hunter2')
  })
})

describe('concurrent pictures', { timeout: 3 * minute }, () => {
  it('wait in limited number', async () => {
    const workers = workersOf({ waiting: 2 })
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => readPictures([small], workers)))
    const refused = answers.filter(answer => answer.status === 'rejected').map(answer => answer.reason)
    expect(refused).toHaveLength(3)
    for (const error of refused) expect(error).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 15 })
  })

  it('wait for a limited time, and then free their place', async () => {
    const workers = workersOf({ waitSeconds: 0.5 })
    const first = readPictures([large], workers)
    await decoderOf(workers)
    await expect(readPictures([small], workers)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 15 })
    await expect(first).resolves.toHaveLength(1)
    await expect(readPictures([small], workers)).resolves.toHaveLength(1)
  })

  it('share one memory budget: expensive ones are decoded one at a time, however many processes are allowed', async () => {
    const workers = workersOf({ processes: 3, waitSeconds: 120 })
    let most = 0
    const watch = setInterval(() => {
      const taken = workers.pids().map(pid => (existsSync(`/proc/${pid}`) ? residentOf(pid) : 0))
      most = Math.max(
        most,
        taken.reduce((sum, one) => sum + one, 0),
      )
    }, 20)
    await expect(readPictures([large, large, large], workers)).resolves.toHaveLength(3)
    clearInterval(watch)
    expect(most).toBeGreaterThan(500)
    expect(most).toBeLessThan(1400)
  })
})
