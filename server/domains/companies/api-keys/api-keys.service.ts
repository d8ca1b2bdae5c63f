import { type ApiKey, apiKeyLimits, apiKeyStart } from '#contract/api-keys.ts'
import { hashOfToken, newToken } from '#server/domains/accounts/tokens.ts'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor, SignedIn } from '#server/platform/http/session.ts'
import { companyIdOf, lockCompany } from '../companies.queries.ts'
import { countKeys, deleteKey, findKey, insertKey, listKeys, touchKey } from './api-keys.queries.ts'

type KeyRow = Awaited<ReturnType<typeof listKeys>>[number]

/** Letters that are shown of a key; the others cannot be guessed all the same. */
const shownLetters = apiKeyStart.length + 6

const present = ({ createdAt, lastUsedAt, createdBy, ...row }: KeyRow): ApiKey => ({
  ...row,
  created_at: createdAt.toISOString(),
  created_by: createdBy,
  last_used_at: lastUsedAt?.toISOString() ?? null,
})

/** Throws FORBIDDEN for somebody without a company. */
function companyOf({ companyId }: Actor): number {
  if (companyId === null) throw new AppError('FORBIDDEN', 'Ключи есть у компании: сначала создайте её.')
  return companyId
}

export async function listOwnKeys(db: Db, actor: Actor): Promise<ApiKey[]> {
  return (await listKeys(db, companyOf(actor))).map(present)
}

/** A new key, which is never shown again. Throws CONFLICT for one too many, and for somebody who has just left. */
export async function createKey(db: Db, actor: Actor, name: string): Promise<ApiKey & { key: string }> {
  const companyId = companyOf(actor)
  const key = apiKeyStart + newToken().key
  return db.transaction(async tx => {
    await lockCompany(tx, companyId)
    if ((await companyIdOf(tx, actor.id)) !== companyId) throw new AppError('CONFLICT', 'Вы больше не в этой компании.')
    if ((await countKeys(tx, companyId)) >= apiKeyLimits.perCompany) {
      throw new AppError('CONFLICT', `Ключей уже ${apiKeyLimits.perCompany}. Отзовите те, которые не нужны.`)
    }
    const id = uuidv7()
    const row = { id, companyId, createdById: actor.id, name, prefix: key.slice(0, shownLetters) }
    await insertKey(tx, { ...row, keyHash: hashOfToken(key) })
    const made = (await listKeys(tx, companyId)).find(one => one.id === id)
    if (!made) throw new Error('insert left no row')
    return { ...present(made), key }
  })
}

/** Throws NOT_FOUND for what is no key of the actor's company. */
export async function revokeKey(db: Db, actor: Actor, id: string) {
  if (!(await deleteKey(db, companyOf(actor), id))) throw new AppError('NOT_FOUND', 'Такого ключа нет.')
  return { message: 'key revoked' as const }
}

/**
 * The person for whom a program with this key acts, in their company and never as a moderator. Found by the hash of the
 * key, so that how long it takes tells nothing of other keys. Throws UNAUTHENTICATED.
 */
export async function actorOfKey(db: Db, key: string): Promise<SignedIn> {
  const found = await findKey(db, hashOfToken(key))
  if (!found) throw new AppError('UNAUTHENTICATED')
  // A database that is read-only at the moment can still be read.
  if (found.isTouchDue) await touchKey(db, found.id).catch(() => {})
  return {
    id: found.userId,
    isStaff: false,
    companyId: found.companyId,
    // Programs reach nothing of the social network.
    silences: 0,
    sessionId: found.id,
    needsSecondFactor: false,
  }
}
