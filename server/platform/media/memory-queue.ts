import { AppError } from '../http/errors.ts'

interface Waiting {
  cost: number
  start(): void
}

interface Options {
  /** Bytes that all running tasks may take together. */
  budget: number
  /** How many tasks may run at once. */
  atOnce: number
  /** How many more may wait, and for how many seconds. */
  waiting: number
  waitSeconds: number
}

/** Seconds after which a retry makes sense. */
const retryAfter = 15

const overloaded = () =>
  new AppError(
    'UNAVAILABLE',
    'Сейчас загружают слишком много снимков. Попробуйте ещё раз чуть позже.',
    undefined,
    retryAfter,
  )

/** Tasks that share one memory budget, in order of arrival. */
export function memoryQueue({ budget, atOnce, waiting, waitSeconds }: Options) {
  const queue: Waiting[] = []
  let used = 0
  let running = 0

  // Small tasks do not overtake a large one: otherwise it could wait forever.
  function startNext(): void {
    for (let next = queue[0]; next && running < atOnce && used + next.cost <= budget; next = queue[0]) {
      queue.shift()
      used += next.cost
      running++
      next.start()
    }
  }

  function enter(cost: number): Promise<void> {
    if (queue.length >= waiting) throw overloaded()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(entry), 1)
        reject(overloaded())
        // It may have blocked others that fit.
        startNext()
      }, waitSeconds * 1000)
      const entry = {
        cost,
        start() {
          clearTimeout(timer)
          resolve()
        },
      }
      queue.push(entry)
      startNext()
    })
  }

  return {
    /** Runs a task that takes so many bytes when its turn comes. Throws UNAVAILABLE if too many wait, or for too long. */
    async run<T>(cost: number, work: () => Promise<T>): Promise<T> {
      const bounded = Math.min(cost, budget)
      await enter(bounded)
      try {
        return await work()
      } finally {
        used -= bounded
        running--
        startNext()
      }
    },
  }
}
