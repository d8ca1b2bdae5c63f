import { AppError } from '../http/errors.ts'

/**
 * Milliseconds that a caller whose time is up waits on for a commit under way, so that 503 almost always means that
 * nothing was changed: requests sent again after it must not be carried out twice.
 */
export const commitWait = 500

/** The statements of one transaction, as either driver sends them. */
export class TransactionWork {
  /** The caller no longer waits for it: nothing more may be sent. */
  isOver = false
  /** A statement failed, and the transaction did not go back to a savepoint: the database would "commit" nothing. */
  #failure: unknown = null

  /** Runs a statement. Throws UNAVAILABLE when the transaction is over, and for a commit the failure that prevents it. */
  async run<Result>(text: string, send: () => Promise<Result>): Promise<Result> {
    this.refuseWhenOver()
    if (text === 'commit') this.refuseWhenFailed()
    try {
      const result = await send()
      if (text.startsWith('rollback to savepoint')) this.#failure = null
      return result
    } catch (error) {
      this.#failure ??= error
      throw error
    }
  }

  refuseWhenOver(): void {
    if (this.isOver) throw new AppError('UNAVAILABLE')
  }

  refuseWhenFailed(): void {
    if (this.#failure) throw this.#failure
  }
}
