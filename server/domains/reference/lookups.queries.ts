import { and, asc, eq, inArray, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type LookupKind, lookups } from './lookups.tables.ts'

/** The offered entries of a list, in display order; with hidden ones on request. */
export async function listLookups(db: Db | Tx, kind: LookupKind, { withHidden = false } = {}) {
  return db
    .select({ id: lookups.id, name: lookups.name, description: lookups.description })
    .from(lookups)
    .where(and(eq(lookups.kind, kind), withHidden ? isNull(lookups.mergedIntoId) : sql`not ${lookups.isHidden}`))
    .orderBy(asc(lookups.position), asc(lookups.id))
}

function selectEntries(db: Db | Tx) {
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

/** All entries of all lists, including hidden and merged ones. */
export async function listAllLookups(db: Db | Tx) {
  return selectEntries(db)
}

const asked = alias(lookups, 'asked')

/** Entries by id, given as values or columns, from any list, with those that replaced them; and all of one list. */
export function selectLookups(db: Db | Tx, ids: (number | SQLWrapper)[], kind?: LookupKind) {
  const among = sql`(${sql.join([sql`null`, ...ids.map(id => sql`${id}`)], sql`, `)})`
  const merged = db
    .select({ id: asked.mergedIntoId })
    .from(asked)
    .where(sql`${asked.id} in ${among}`)
  return selectEntries(db).where(
    or(sql`${lookups.id} in ${among}`, inArray(lookups.id, merged), kind && eq(lookups.kind, kind)),
  )
}

export interface LookupRow {
  kind: LookupKind
  seedKey: string
  name: string
  description: string
  position: number
}

/** Adds new entries from the data files and updates those that staff have not edited. */
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
