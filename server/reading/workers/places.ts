import { AppError } from '#server/platform/http/errors.ts'

/** Who wants something read. Each kind has places of its own, so that none can starve another. */
export type Asker =
  /** A price list, read in the background. */
  { kind: 'list' } | { kind: 'member'; person: string; network: string } | { kind: 'visitor'; network: string }

export interface PlaceLimits {
  /** How many are read at the same time, and how many more may wait. */
  places: Record<Asker['kind'], number>
  waiting: Record<Asker['kind'], number>
  /** How many of one person, and of one network address, are read or wait. */
  ofPerson: number
  ofNetwork: number
  /** Seconds that anybody waits at most. */
  waitSeconds: number
}

/** Seconds after which a retry makes sense. */
const retryAfter = 10

const tooManyOfOne = () =>
  new AppError('TOO_MANY_REQUESTS', 'Сначала дочитается то, что вы уже отправили.', undefined, retryAfter)
const tooManyInAll = () =>
  new AppError('UNAVAILABLE', 'Сейчас читается слишком много списков. Попробуйте ещё раз.', undefined, retryAfter)
const ofReading = { tooManyOfOne, tooManyInAll }
export const hasLeft = () => new AppError('UNAVAILABLE', 'Ответа больше никто не ждёт.')

/** The senders to which a reading is counted, with how many each may have. */
const sendersOf = (asker: Asker, { ofPerson, ofNetwork }: PlaceLimits): [sender: string, most: number][] => [
  ...(asker.kind === 'member' ? [[`person ${asker.person}`, ofPerson] as [string, number]] : []),
  // Members behind one address are not kept out by its visitors.
  ...(asker.kind === 'list' ? [] : [[`${asker.kind} ${asker.network}`, ofNetwork] as [string, number]]),
]

/** The places at which lists are read, or something else is worked out, and the queues before them. */
export function readingPlaces(limits: PlaceLimits, { tooManyOfOne, tooManyInAll } = ofReading) {
  const queues: Record<Asker['kind'], (() => void)[]> = { list: [], member: [], visitor: [] }
  const free = { ...limits.places }
  const bySender = new Map<string, number>()

  function count(senders: [sender: string, most: number][], by: 1 | -1): void {
    for (const [sender] of senders) {
      const now = (bySender.get(sender) ?? 0) + by
      if (now === 0) bySender.delete(sender)
      else bySender.set(sender, now)
    }
  }

  /** Resolves at a free place; rejects after too long, or when nobody waits any more. */
  function enter(kind: Asker['kind'], signal: AbortSignal | undefined): Promise<void> {
    if (free[kind] > 0) {
      free[kind]--
      return Promise.resolve()
    }
    if (queues[kind].length >= limits.waiting[kind]) throw tooManyInAll()
    return new Promise((resolve, reject) => {
      const queue = queues[kind]
      const leave = (why: AppError) => {
        queue.splice(queue.indexOf(next), 1)
        end()
        reject(why)
      }
      const leaveUnheard = () => leave(hasLeft())
      const timer = setTimeout(() => leave(tooManyInAll()), limits.waitSeconds * 1000)
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leaveUnheard)
      }
      const next = () => {
        end()
        resolve()
      }
      signal?.addEventListener('abort', leaveUnheard, { once: true })
      queue.push(next)
    })
  }

  function leave(kind: Asker['kind']): void {
    const next = queues[kind].shift()
    if (next) next()
    else free[kind]++
  }

  return {
    /**
     * Runs `work` at a place of this kind, which it keeps to its end. Throws TOO_MANY_REQUESTS if the sender has too many
     * under way already, UNAVAILABLE if too many wait or it is nobody's turn for too long, or if nobody waits for the
     * answer any more.
     */
    async at<Result>(asker: Asker, signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
      if (signal?.aborted) throw hasLeft()
      const senders = sendersOf(asker, limits)
      if (senders.some(([sender, most]) => (bySender.get(sender) ?? 0) >= most)) throw tooManyOfOne()
      count(senders, 1)
      try {
        await enter(asker.kind, signal)
        try {
          return await work()
        } finally {
          leave(asker.kind)
        }
      } finally {
        count(senders, -1)
      }
    },
    /** How many wait. */
    waiting: () => Object.values(queues).reduce((sum, { length }) => sum + length, 0),
  }
}
