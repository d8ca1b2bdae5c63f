import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { AppError } from './errors.ts'

/** The actor: a signed-in person. Visitors are `null`. */
export interface Actor {
  id: string
  isStaff: boolean
  /** The company of which the person is the creator or an employee. */
  companyId: number | null
  /**
   * Changes whenever something changes about whom and what the person does not see because of blocks, or does not want
   * to see; 0 while there has never been anything, so that nobody else pays for looking.
   */
  silences: number
}

/** The person who makes a request, and the session. */
export interface SignedIn extends Actor {
  sessionId: string
  /** A moderator without access to the admin in this session, which was signed in without the second factor. */
  needsSecondFactor: boolean
}

/** Seconds for which an access token is valid while its session exists (API.md section 4). */
const accessLifetime = 24 * 60 * 60

interface AccessToken {
  userId: string
  sessionId: string
  hasExpired: boolean
}

export interface Tokens {
  /** A signed access token for this person and session. */
  signAccess(userId: string, sessionId: string): Promise<string>
  /**
   * The person and session of the token; whether the session still exists is not checked. Throws UNAUTHENTICATED for
   * anything that is not an access token of ours.
   */
  readAccess(token: string): Promise<AccessToken>
}

export function tokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret)

  /** The claims of a genuine token; `null` for any other. */
  async function claimsOf(token: string): Promise<JWTPayload | null> {
    try {
      return (await jwtVerify(token, key, { algorithms: ['HS256'], audience: 'access' })).payload
    } catch (error) {
      // Thrown only after everything else, the signature first, has been verified. Other reasons are not disclosed.
      return error instanceof errors.JWTExpired ? error.payload : null
    }
  }

  return {
    signAccess: (userId, sessionId) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setAudience('access')
        .setIssuedAt()
        .setExpirationTime(`${accessLifetime}s`)
        .sign(key),
    readAccess: async token => {
      const { sub: userId, sid: sessionId, exp = 0 } = (await claimsOf(token)) ?? {}
      if (!userId || typeof sessionId !== 'string') throw new AppError('UNAUTHENTICATED')
      return { userId, sessionId, hasExpired: exp * 1000 <= Date.now() }
    },
  }
}

/** When the access token of an Authorization header that has been verified ends, in milliseconds since 1970. */
export function endOfAccess(authorization: string): number {
  return (decodeJwt(authorization.trim().slice('Bearer '.length)).exp ?? 0) * 1000
}
