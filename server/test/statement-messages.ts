/** Messages that run a statement: simple queries and prepared ones (protocol 3.0). */
const running = new Set(['Q', 'E'].map(letter => letter.charCodeAt(0)))
/** A message starts with one letter and its length in four bytes, which include themselves. */
const headLength = 5

/** Counts messages that run a statement in a stream of chunks of any size. */
export function messageCounter(): (piece: Uint8Array) => number {
  let waiting = Buffer.alloc(0)
  return piece => {
    waiting = Buffer.concat([waiting, piece])
    let count = 0
    // The first message of a connection has no letter and starts with its length.
    if (waiting[0] === 0) waiting = waiting.subarray(waiting.readInt32BE(0))
    while (waiting.length >= headLength) {
      const end = 1 + waiting.readInt32BE(1)
      if (waiting.length < end) break
      if (running.has(waiting[0] ?? 0)) count++
      waiting = waiting.subarray(end)
    }
    return count
  }
}
