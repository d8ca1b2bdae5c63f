import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Plan, PlanningTask } from '#server/domains/transport/planning/task.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type Asker, hasLeft, type PlaceLimits, readingPlaces } from '#server/reading/workers/places.ts'

export interface PlanningQuestion {
  at: number
  task: PlanningTask
}
export type PlanningAnswer = { at: number; plan: Plan } | { at: number; error: string }

export interface PlanningPoolOptions extends PlaceLimits {
  /** Milliseconds after which a plan is given up and its process killed; a start takes some of them. */
  milliseconds: number
  /** Megabytes of its heap. */
  megabytes: number
  /** Seconds after which an idle process ends. */
  idleSeconds: number
}

const usual: PlanningPoolOptions = {
  places: { list: 0, member: 1, visitor: 0 },
  waiting: { list: 0, member: 24, visitor: 0 },
  // What each way of choosing comes to is still worked out when one is chosen.
  ofPerson: 2,
  ofNetwork: 12,
  waitSeconds: 20,
  milliseconds: 10_000,
  megabytes: 256,
  idleSeconds: 120,
}

const retryAfter = 10
const words = {
  tooManyOfOne: () =>
    new AppError('TOO_MANY_REQUESTS', 'Сначала досчитается то, что вы уже попросили.', undefined, retryAfter),
  tooManyInAll: () =>
    new AppError('UNAVAILABLE', 'Сейчас считается слишком много перевозок. Попробуйте ещё раз.', undefined, retryAfter),
}
const interrupted = () =>
  new AppError('UNAVAILABLE', 'Посчитать перевозку не удалось. Попробуйте ещё раз.', undefined, 5)

const worker = fileURLToPath(new URL('planning-worker.ts', import.meta.url))

function start(megabytes: number): ChildProcess {
  const command = [process.execPath, `--max-old-space-size=${megabytes}`, worker]
  // If memory runs out, the system kills this process and not the server.
  const script = 'echo 1000 > /proc/self/oom_score_adj; exec "$0" "$@"'
  const [file = '', ...args] = process.platform === 'linux' ? ['/bin/sh', '-c', script, ...command] : command
  const child = spawn(file, args, {
    // Without the server's secrets.
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.unref()
  child.channel?.unref()
  return child
}

/**
 * Plans lorries in a process of its own, which is started when it is needed, ends when it is idle for a while, and is
 * killed alone when a task takes too long: whoever is served meanwhile does not wait.
 */
export function planningPool(options: Partial<PlanningPoolOptions> = {}) {
  const settings = { ...usual, ...options }
  const places = readingPlaces(settings, words)
  let idle: { child: ChildProcess; timer: NodeJS.Timeout } | null = null
  const all = new Set<ChildProcess>()
  let tasks = 0
  let isClosed = false

  function end(child: ChildProcess): void {
    all.delete(child)
    if (idle?.child === child) idle = null
    child.kill('SIGKILL')
  }

  function take(): ChildProcess {
    if (idle) {
      const { child, timer } = idle
      clearTimeout(timer)
      idle = null
      return child
    }
    const child = start(settings.megabytes)
    all.add(child)
    const gone = () => end(child)
    child.once('exit', gone).once('error', gone)
    return child
  }

  function giveBack(child: ChildProcess): void {
    if (isClosed || !all.has(child) || idle) return end(child)
    idle = { child, timer: setTimeout(() => end(child), settings.idleSeconds * 1000).unref() }
  }

  async function ask(task: PlanningTask): Promise<Plan> {
    if (isClosed) throw new AppError('UNAVAILABLE', 'Процесс заканчивает работу.')
    const child = take()
    const at = ++tasks
    const { promise, resolve, reject } = Promise.withResolvers<Plan>()
    const fail = () => reject(interrupted())
    const timer = setTimeout(() => {
      end(child)
      fail()
    }, settings.milliseconds)
    const hear = (message: PlanningAnswer) => {
      if (message.at !== at) return
      if ('plan' in message) resolve(message.plan)
      else reject(new Error(`Planning failed: ${message.error}`))
    }
    child.on('message', hear).once('exit', fail).once('error', fail)
    child.channel?.ref()
    try {
      const question: PlanningQuestion = { at, task }
      child.send(question, error => {
        if (error) end(child)
      })
      return await promise
    } finally {
      clearTimeout(timer)
      child.off('message', hear).off('exit', fail).off('error', fail)
      child.channel?.unref()
      giveBack(child)
    }
  }

  return {
    /** Throws TOO_MANY_REQUESTS if the asker has too much under way, UNAVAILABLE if too many wait or the asker has left. */
    plan: (asker: Asker, signal: AbortSignal | undefined, task: PlanningTask): Promise<Plan> =>
      places.at(asker, signal, () => {
        if (signal?.aborted) throw hasLeft()
        return ask(task)
      }),
    /** The ids of the running processes. */
    pids: () => [...all].flatMap(({ pid }) => pid ?? []),
    close() {
      isClosed = true
      for (const child of all) end(child)
    },
  }
}

export type PlanningPool = ReturnType<typeof planningPool>

/** The one of this process. */
export const planners = planningPool()
