import { AppError } from '../errors.ts'

/** What is counted of the bodies in progress: their number, bytes held in memory, and bytes of files on disk. */
export interface Burden {
  bodies: number
  texts: number
  files: number
}

/** One body's share of the counts. */
export interface Share {
  /**
   * Counts what has arrived of it. Throws TOO_MANY_REQUESTS or UNAVAILABLE, with the seconds to wait, when it is too
   * much.
   */
  add(kind: keyof Burden, amount: number): void
  /** Releases the share; may be called again. */
  release(): void
}

export interface BodiesUnderWay {
  /** Counts one more body from this address. Throws like `Share.add`. */
  admit(address: string): Share
}

const megabyte = 1024 * 1024

/** One address may be shared by a whole office or village; all addresses share one memory and one disk. */
const bounds = {
  address: { bodies: 256, texts: 16 * megabyte, files: 512 * megabyte },
  all: { bodies: 2000, texts: 64 * megabyte, files: 2048 * megabyte },
}
const retryAfter = 10

const none = (): Burden => ({ bodies: 0, texts: 0, files: 0 })

/** Counts the bodies that are being received or answered by this process, for each address and together. */
export function bodiesUnderWay(most = bounds): BodiesUnderWay {
  const all = none()
  const addresses = new Map<string, Burden>()

  return {
    admit(address) {
      const own = addresses.get(address) ?? none()
      addresses.set(address, own)
      const share = none()
      function add(kind: keyof Burden, amount: number): void {
        for (const burden of [all, own, share]) burden[kind] += amount
        if (own[kind] > most.address[kind]) {
          throw new AppError(
            'TOO_MANY_REQUESTS',
            'С вашего адреса сейчас отправляется слишком много. Подождите немного.',
            undefined,
            retryAfter,
          )
        }
        if (all[kind] > most.all[kind]) {
          throw new AppError(
            'UNAVAILABLE',
            'Сейчас отправляется слишком много данных. Попробуйте ещё раз.',
            undefined,
            retryAfter,
          )
        }
      }
      function release(): void {
        for (const kind of ['bodies', 'texts', 'files'] as const) {
          all[kind] -= share[kind]
          own[kind] -= share[kind]
          share[kind] = 0
        }
        if (own.bodies === 0) addresses.delete(address)
      }
      try {
        add('bodies', 1)
      } catch (error) {
        release()
        throw error
      }
      return { add, release }
    },
  }
}
