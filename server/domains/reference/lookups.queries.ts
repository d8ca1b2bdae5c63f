import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type LookupKind, lookups } from './lookups.tables.ts'

/** The entries of a list that are offered, in the order in which they are shown; with the hidden ones where asked. */
export async function listLookups(db: Db | Tx, kind: LookupKind, { withHidden = false } = {}) {
  return db
    .select({ id: lookups.id, name: lookups.name, description: lookups.description })
    .from(lookups)
    .where(and(eq(lookups.kind, kind), withHidden ? isNull(lookups.mergedIntoId) : sql`not ${lookups.isHidden}`))
    .orderBy(asc(lookups.position), asc(lookups.id))
}

/** Entries by their ids, whatever list they are of. */
export async function findLookups(db: Db | Tx, ids: number[]) {
  return db
    .select({ id: lookups.id, name: lookups.name, description: lookups.description })
    .from(lookups)
    .where(inArray(lookups.id, ids))
}

/** Every entry of every list, the hidden and the merged ones too. */
export async function listAllLookups(db: Db | Tx) {
  return db
    .select({
      id: lookups.id,
      kind: lookups.kind,
      seedKey: lookups.seedKey,
      name: lookups.name,
      description: lookups.description,
      isHidden: lookups.isHidden,
      mergedIntoId: lookups.mergedIntoId,
    })
    .from(lookups)
}

export interface LookupRow {
  kind: LookupKind
  seedKey: string
  name: string
  description: string
  position: number
}

/** Adds what is new in the data files and updates what staff have not touched. */
export async function putLookups(tx: Tx, rows: LookupRow[]): Promise<void> {
  await tx
    .insert(lookups)
    .values(rows)
    .onConflictDoUpdate({
      target: [lookups.kind, lookups.seedKey],
      set: { name: sql`excluded.name`, description: sql`excluded.description`, position: sql`excluded.position` },
      setWhere: isNull(lookups.editedAt),
    })
}
