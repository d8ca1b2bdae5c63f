import type { Db } from '../database/database.ts'

type Listener = (text: string) => void

/**
 * Who listens to notices of an embedded database. It has one connection, and a transaction that is under way holds it:
 * what is to be heard meanwhile cannot go through it, and need not, as all listeners are in this process.
 */
const listeners = new WeakMap<Db, Map<string, Set<Listener>>>()

/** Declares that all listeners of this database are in this process. */
export const hearsInProcess = (db: Db): void => void listeners.set(db, new Map())

/** Adds a listener; the answer removes it. */
export function hearInProcess(db: Db, channel: string, listener: Listener): () => void {
  const ofChannel = listeners.get(db)
  const set = ofChannel?.get(channel) ?? new Set()
  ofChannel?.set(channel, set.add(listener))
  return () => void set.delete(listener)
}

/** Hands texts to the listeners; false if there may be others in other processes. */
export function tellInProcess(db: Db, channel: string, texts: string[]): boolean {
  const ofChannel = listeners.get(db)
  if (!ofChannel) return false
  for (const text of texts) for (const listener of ofChannel.get(channel) ?? []) listener(text)
  return true
}
