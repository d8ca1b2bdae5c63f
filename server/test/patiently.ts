import type { TestAnswer } from './app.ts'

/**
 * Repeats a request while the server answers 503, as clients do. For tests that count the effects of hundreds of
 * simultaneous requests: on a busy machine some time out, and a change that was made but answered 503 would be counted
 * twice.
 */
export async function patiently(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
  const answer = await send()
  return answer.status === 503 ? patiently(send) : answer
}
