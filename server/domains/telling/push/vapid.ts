import webpush from 'web-push'
import type { Db } from '#server/platform/database/database.ts'
import { sealer } from '#server/platform/sealing.ts'
import { findKeys, insertKeys } from '../telling.queries.ts'

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

const owner = 'push keys'

/**
 * The installation's VAPID keys, made at the first start and kept in the database, which all its processes share; the
 * private one is sealed with the installation's secret. With another secret it cannot be opened: then new ones take its
 * place, and browsers subscribe anew.
 */
export async function vapidKeys(db: Db, secret: string): Promise<VapidKeys> {
  const seals = sealer(secret, owner)
  let found: Awaited<ReturnType<typeof findKeys>>
  const open = async (): Promise<VapidKeys | null> => {
    found = await findKeys(db)
    const privateKey = found && seals.open(found.privateKey, owner)
    return found && privateKey ? { publicKey: found.publicKey, privateKey } : null
  }
  const kept = await open()
  if (kept) return kept
  const { publicKey, privateKey } = webpush.generateVAPIDKeys()
  await insertKeys(db, { publicKey, privateKey: seals.seal(privateKey, owner) }, found)
  const made = await open()
  if (!made) throw new Error('another process has just sealed the keys of pushes with another secret (SECRET_KEY)')
  return made
}

/** The same, read once. */
export function keptKeys(db: Db, secret: string): () => Promise<VapidKeys> {
  let keys: Promise<VapidKeys> | null = null
  return () => {
    keys ??= vapidKeys(db, secret).catch((error: unknown) => {
      keys = null
      throw error
    })
    return keys
  }
}
