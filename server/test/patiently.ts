import type { TestAnswer } from './app.ts'

/**
 * Sends a request again whenever the server answers that it cannot now, as clients do. What counts hundreds of
 * simultaneous requests sends them so: on a busy machine some come to the end of their time, and a change that was
 * answered 503 and made nevertheless would be counted twice.
 */
export async function patiently(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
  const answer = await send()
  return answer.status === 503 ? patiently(send) : answer
}
