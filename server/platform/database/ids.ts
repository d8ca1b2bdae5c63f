import { randomBytes } from 'node:crypto'

const largestCount = 0xfff
let latest = { time: 0, count: 0 }

/** Later than the one before, also within a millisecond and when the clock has been set back. */
function nextMoment(): typeof latest {
  const now = Date.now()
  if (now > latest.time) latest = { time: now, count: 0 }
  else if (latest.count < largestCount) latest = { time: latest.time, count: latest.count + 1 }
  else latest = { time: latest.time + 1, count: 0 }
  return latest
}

/**
 * A UUID of version 7 (RFC 9562): the time in milliseconds first, so that new rows are adjacent in indexes, then a counter
 * (section 6.2, method 1), so that those of one process are in the order in which they were made: lists sort by them. With a
 * `time` of its own, in milliseconds since 1970, chance stands in the counter's place.
 */
export function uuidv7(time?: number): string {
  const bytes = randomBytes(16)
  const moment = time === undefined ? nextMoment() : { time, count: bytes.readUInt16BE(6) & largestCount }
  bytes.writeUIntBE(moment.time, 0, 6)
  bytes.writeUInt16BE(0x7000 | moment.count, 6)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
