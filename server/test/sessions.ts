import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { type Tokens, tokens } from '#server/platform/http/session.ts'

/** Prefix of the token hashes of the tests' own sessions, which databaseState leaves out. */
export const testSession = 'test session'

/**
 * The id of this person's session with a second factor, created without a sign-in if missing; no row is created for an
 * unknown person.
 */
export async function sessionOf(db: Db, userId: string): Promise<string> {
  await openSessions(db, [userId])
  return userId
}

/** A session of each of these people, with one statement; its id is the person's. */
async function openSessions(db: Db, userIds: string[]): Promise<void> {
  await db.execute(sql`
    insert into refresh_tokens (id, token_hash, user_id, has_second_factor)
    select id, ${`${testSession} `}::text || id, id, true from users
    where id in (select jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)::uuid)
    on conflict do nothing`)
}

/** Of each secret, made once. */
const signers = new Map<string, Tokens>()

/** Authorization headers of these people, for a server with this secret. */
export async function bearersOf(db: Db, secret: string, userIds: string[]): Promise<string[]> {
  const signer = signers.get(secret) ?? tokens(secret)
  signers.set(secret, signer)
  await openSessions(db, userIds)
  return Promise.all(userIds.map(async id => `Bearer ${await signer.signAccess(id, id)}`))
}

/** An Authorization header of this person, for a server with this secret. */
export async function bearerOf(db: Db, secret: string, userId: string): Promise<string> {
  const [authorization = ''] = await bearersOf(db, secret, [userId])
  return authorization
}
