import type { Lookup } from '#contract/common.ts'
import type { DescribedLookup } from '#contract/reference.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Shows } from '#server/platform/http/cache/content-changes.ts'
import { listAllLookups, listLookups } from './lookups.queries.ts'
import type { LookupKind } from './lookups.tables.ts'
import { lookupsScope } from './reference.scopes.ts'

export async function getLookups(db: Db, kind: LookupKind): Promise<Lookup[]> {
  return (await listLookups(db, kind)).map(({ id, name }) => ({ id, name }))
}

/** Handlers of the calls that list the lookups of a kind. */
export function lookupHandlers(db: Db) {
  return (kind: LookupKind) =>
    ({ shows }: { shows: Shows }) => {
      shows(lookupsScope)
      return getLookups(db, kind)
    }
}

/** For filters: an entry that is no longer offered for choice stays as long as something uses it. */
export async function getFilterLookups(db: Db, kind: LookupKind): Promise<Lookup[]> {
  return (await listLookups(db, kind, { withHidden: true })).map(({ id, name }) => ({ id, name }))
}

export async function getDescribedLookups(db: Db, kind: LookupKind): Promise<DescribedLookup[]> {
  return (await listLookups(db, kind)).map(({ id, name, description }) => ({ id, name, description }))
}

export type LookupEntry = Awaited<ReturnType<typeof listAllLookups>>[number]

/**
 * Entries by id, and offered entries by their key in the data files. A merged entry is represented by the one that
 * replaced it, which must be among the rows.
 */
export function lookupsAmong(rows: LookupEntry[]) {
  const rowOf = new Map(rows.map(row => [row.id, row]))
  const present = (row: LookupEntry | undefined): LookupEntry | null =>
    (row?.mergedIntoId ? rowOf.get(row.mergedIntoId) : row) ?? null
  const byKey = new Map(rows.map(row => [`${row.kind}/${row.seedKey}`, row]))
  return {
    byId: (id: number | null): LookupEntry | null => (id === null ? null : present(rowOf.get(id))),
    byKey(kind: LookupKind, seedKey: string | null): LookupEntry | null {
      const row = seedKey === null ? null : present(byKey.get(`${kind}/${seedKey}`))
      return row?.isHidden ? null : row
    },
  }
}
export type Lookups = ReturnType<typeof lookupsAmong>

/** All lists with one query. */
export async function readAllLookups(db: Db | Tx): Promise<Lookups> {
  return lookupsAmong(await listAllLookups(db))
}
