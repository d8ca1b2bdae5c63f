import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jwtVerify, SignJWT } from 'jose'
import type { Config } from './config.ts'
import { AppError } from './errors.ts'

/** Who is asking: a signed-in person. Visitors are `null`. */
export interface Actor {
  id: string
  isStaff: boolean
  /** The company of which the person is the creator or an employee. */
  companyId: number | null
}

/** Seconds for which an access token is good (API.md section 4). */
const accessLifetime = 15 * 60

export interface Tokens {
  /** A signed access token for the person with this id. */
  signAccess(userId: string): Promise<string>
  /** The person's id. Throws UNAUTHENTICATED for anything but a valid access token. */
  verifyAccess(token: string): Promise<string>
}

export function tokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret)
  return {
    signAccess: userId =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setAudience('access')
        .setIssuedAt()
        .setExpirationTime(`${accessLifetime}s`)
        .sign(key),
    verifyAccess: async token => {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience: 'access' })
        if (payload.sub) return payload.sub
      } catch {
        // Falls through: the reason is nobody's business.
      }
      throw new AppError('UNAUTHENTICATED')
    },
  }
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
