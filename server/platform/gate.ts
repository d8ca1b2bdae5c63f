import { AppError } from './http/errors.ts'

/** A place in the queue before a gate. */
export interface Turn {
  /** Settles when it is one's turn; never when one has given up before. Rejects with UNAVAILABLE when too many wait. */
  entered: Promise<void>
  /** Leaves the queue; nothing once one has entered. */
  giveUp(): void
}

/** Lets so many do something at once; the others wait in the order in which they came. */
export interface Gate {
  enter(): Turn
  /** To be called once by whoever has entered. */
  leave(): void
}

export function gate(slots: number, waitingMax = Number.POSITIVE_INFINITY): Gate {
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
      const { promise, resolve } = Promise.withResolvers<void>()
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
