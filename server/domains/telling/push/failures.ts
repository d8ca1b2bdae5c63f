/** After how many failures in a row, without any success, a browser's subscription is given up. */
export const failuresMost = 20

/** Subscriptions whose failures are remembered at most. */
const remembered = 10_000

const failures = new Map<string, number>()

/** Counts in this process, by the subscription's id. True if it is to be given up. */
export function hasFailedTooOften(id: string): boolean {
  const count = (failures.get(id) ?? 0) + 1
  failures.delete(id)
  if (count >= failuresMost) return true
  failures.set(id, count)
  const [oldest] = failures.keys()
  if (failures.size > remembered && oldest !== undefined) failures.delete(oldest)
  return false
}

export function forgetFailures(id: string): void {
  failures.delete(id)
}
