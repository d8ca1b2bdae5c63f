import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Config } from './config.ts'
import { AppError } from './errors.ts'

/** Who is asking: a signed-in person. Visitors are `null`. */
export interface Actor {
  id: string
  isStaff: boolean
  /** The company of which the person is the creator or an employee. */
  companyId: number | null
  /** The refresh token to which the access token belongs. */
  sessionId?: string | undefined
}

/** Seconds for which an access token is good (API.md section 4). */
const accessLifetime = 15 * 60

interface TokenHolder {
  userId: string
  sessionId?: string
}

export interface Tokens {
  /** A signed access token for the person with this id, given for the refresh token with that one. */
  signAccess(userId: string, sessionId?: string): Promise<string>
  /** Whom the token was given to. Throws UNAUTHENTICATED for anything but a valid access token. */
  verifyAccess(token: string): Promise<TokenHolder>
  /** To whom an access token of ours was given that has run out; `null` for any other. */
  holderOfExpired(token: string): Promise<string | null>
}

/** How many tokens are remembered as genuine, so that a page's many requests are not each a matter of cryptography. */
const rememberedTokens = 10_000

export function tokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret)
  const verified = new LRUCache<string, { holder: TokenHolder; expiresAt: number }>({ max: rememberedTokens })
  return {
    signAccess: (userId, sessionId) =>
      new SignJWT(sessionId === undefined ? {} : { sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setAudience('access')
        .setIssuedAt()
        .setExpirationTime(`${accessLifetime}s`)
        .sign(key),
    verifyAccess: async token => {
      const known = verified.get(token)
      if (known && known.expiresAt > Date.now()) return known.holder
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience: 'access' })
        const { sub: userId, sid, exp = 0 } = payload
        if (userId) {
          const holder = { userId, ...(typeof sid === 'string' ? { sessionId: sid } : {}) }
          verified.set(token, { holder, expiresAt: exp * 1000 })
          return holder
        }
      } catch {
        // Falls through: the reason is nobody's business.
      }
      throw new AppError('UNAUTHENTICATED')
    },
    holderOfExpired: async token => {
      try {
        await jwtVerify(token, key, { algorithms: ['HS256'], audience: 'access' })
      } catch (error) {
        // Thrown when everything else, the signature first, has been found right.
        if (error instanceof errors.JWTExpired) return error.payload.sub ?? null
      }
      return null
    },
  }
}

/** When the access token of an Authorization header that has been verified ends, in milliseconds since 1970. */
export function endOfAccess(authorization: string): number {
  return (decodeJwt(authorization.slice('Bearer '.length)).exp ?? 0) * 1000
}

/** The secret from the configuration, or one made on the first start and kept beside the embedded database. */
export function secretKey(config: Config): string {
  if (config.secretKey) return config.secretKey
  const path = join(config.dataDir, 'secret-key')
  mkdirSync(config.dataDir, { recursive: true })
  try {
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8')
}
