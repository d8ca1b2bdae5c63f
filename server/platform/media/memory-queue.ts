import { AppError } from '../http/errors.ts'

interface Waiting {
  cost: number
  start(): void
}

interface Options {
  /** Bytes that all work under way may take together. */
  budget: number
  /** How much work may be under way. */
  atOnce: number
  /** How much more may wait, and for how many seconds. */
  waiting: number
  waitSeconds: number
}

/** Seconds after which another try makes sense. */
const retryAfter = 15

const overloaded = () =>
  new AppError(
    'UNAVAILABLE',
    'Сейчас загружают слишком много снимков. Попробуйте ещё раз чуть позже.',
    undefined,
    retryAfter,
  )

/** Work that shares one budget of memory, in the order in which it came. */
export function memoryQueue({ budget, atOnce, waiting, waitSeconds }: Options) {
  const queue: Waiting[] = []
  let used = 0
  let running = 0

  // What is dear is not overtaken by what is cheap, or it would wait for ever.
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
        // It may have stood before others that fit.
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
    /** Runs the work, of so many bytes, when its turn comes. Throws UNAVAILABLE when too much waits or for too long. */
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
