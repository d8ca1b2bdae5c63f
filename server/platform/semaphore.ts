import { AppError } from './http/errors.ts'

/** A place in the queue before a semaphore. */
export interface Turn {
  /**
   * Settles when it is the caller's turn; never once the caller has left. Rejects with UNAVAILABLE when too many wait.
   */
  entered: Promise<void>
  /** Leaves the queue; does nothing after entry. */
  giveUp(): void
}

/** Allows so many operations at once; the others wait in order of arrival. */
export interface Semaphore {
  enter(): Turn
  /** To be called once by each caller that entered. */
  leave(): void
}

export function semaphore(slots: number, waitingMax = Number.POSITIVE_INFINITY): Semaphore {
  let free = slots
  const waiting = new Set<() => void>()
  return {
    enter() {
      if (free > 0) {
        free--
        return { entered: Promise.resolve(), giveUp: () => {} }
      }
      if (waiting.size >= waitingMax) {
        return { entered: Promise.reject(new AppError('UNAVAILABLE')), giveUp: () => {} }
      }
      const { promise, resolve }: PromiseWithResolvers<void> = Promise.withResolvers()
      waiting.add(resolve)
      return { entered: promise, giveUp: () => void waiting.delete(resolve) }
    },
    leave() {
      const [next] = waiting
      if (!next) {
        free++
        return
      }
      waiting.delete(next)
      next()
    },
  }
}
