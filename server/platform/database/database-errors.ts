/** A connection could not be opened, has ended, or did not answer in time. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST'

  constructor(cause: unknown) {
    const { message, code } = cause as { message?: string; code?: string }
    super(message || code || String(cause), { cause })
  }
}

/** Codes that mean a lost connection: our own and the system's. */
const lost = new Set([
  'CONNECTION_LOST',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * PostgreSQL's codes (SQLSTATE) for "not now": connections (08…), memory, disk (53100) and connections used up (53…), a
 * lock not granted (55P03), a deadlock (40P01) or a conflict with another transaction (40001), a cancelled statement
 * (57014), a server that stops, starts or was failed over (57P0x, 25006), a transaction idle for too long (25P03) and a
 * failing disk (58030).
 */
const notNow = /^(?:08...|53...|40001|40P01|55P03|57014|57P0.|25006|25P03|58030)$/

function isOrHas(error: unknown, matches: (code: string) => boolean): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && matches(code)) return true
  return cause !== undefined && cause !== null && isOrHas(cause, matches)
}

/**
 * The one place that knows which errors mean that the database cannot answer now, rather than that our query is wrong.
 */
export const isUnavailable = (error: unknown) => isOrHas(error, code => lost.has(code) || notNow.test(code))
