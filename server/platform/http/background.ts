import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { AppError } from './errors.ts'

/** Work that continues after the response, so that the response time reveals nothing about it. */
export interface Background {
  /** Starts it once the response is being sent; an error is logged. Throws UNAVAILABLE while too much waits. */
  run(work: () => Promise<void>): void
  /** Settles when all started work has ended. */
  settle(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    background: Background
  }
}

/** Tasks run at once, and how many may wait: more than a process gets in a minute. */
const [atOnce, waitingMax] = [2, 1000]

/** Gives an app its background work; closing the app waits for all of it. */
export function addBackground(app: FastifyInstance): Background {
  const turn = pLimit(atOnce)
  const underWay = new Set<Promise<void>>()
  const afterAnswer = () => new Promise<void>(resolve => setImmediate(resolve))

  async function settle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay)
  }

  app.addHook('onClose', settle)
  const background: Background = {
    run(work) {
      if (underWay.size >= waitingMax) throw new AppError('UNAVAILABLE')
      const done: Promise<void> = turn(async () => {
        await afterAnswer()
        await work()
      })
        .catch((error: unknown) => app.log.error({ err: error }, 'work in the background failed'))
        .finally(() => underWay.delete(done))
      underWay.add(done)
    },
    settle,
  }
  app.decorate('background', background)
  return background
}
