import type { DescribedLookup } from '#contract/catalogue.ts'
import type { Lookup } from '#contract/common.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { findLookups, listAllLookups, listLookups } from './lookups.queries.ts'
import type { LookupKind } from './lookups.tables.ts'

export async function getLookups(db: Db, kind: LookupKind): Promise<Lookup[]> {
  return (await listLookups(db, kind)).map(({ id, name }) => ({ id, name }))
}

export async function getDescribedLookups(db: Db, kind: LookupKind): Promise<DescribedLookup[]> {
  return (await listLookups(db, kind)).map(({ id, name, description }) => ({ id, name, description }))
}

/** Finds several entries with one query; an id that is `null` or unknown gives `null`. */
export async function lookupsById(
  db: Db,
  ids: (number | null)[],
): Promise<(id: number | null) => DescribedLookup | null> {
  const wanted = ids.filter(id => id !== null)
  const rows = wanted.length ? await findLookups(db, wanted) : []
  const byId = new Map(rows.map(row => [row.id, row]))
  return id => (id === null ? null : (byId.get(id) ?? null))
}

export type LookupEntry = Awaited<ReturnType<typeof listAllLookups>>[number]

/** All the lists with one query: entries by their ids, and by their names in the data files. */
export async function readAllLookups(db: Db | Tx) {
  const rows = await listAllLookups(db)
  const byId = new Map(rows.map(row => [row.id, row]))
  const byKey = new Map(rows.map(row => [`${row.kind}/${row.seedKey}`, row]))
  return {
    byId: (id: number | null): LookupEntry | null => (id === null ? null : (byId.get(id) ?? null)),
    byKey: (kind: LookupKind, seedKey: string | null): LookupEntry | null =>
      seedKey === null ? null : (byKey.get(`${kind}/${seedKey}`) ?? null),
  }
}
export type AllLookups = Awaited<ReturnType<typeof readAllLookups>>
