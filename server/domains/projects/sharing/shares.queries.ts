// Joins accounts (users), companies (companies), products (products).
import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { projectLines, type ProjectRow, projects } from '../projects.tables.ts'
import { projectRemarks, projectShares, type RemarkRow, type ShareRow } from './shares.tables.ts'

export interface OpenedProject {
  project: ProjectRow
  /** `null`: the address without settings. */
  share: ShareRow | null
  /** Every change of the project or of its lines writes its row anew. */
  version: string
}

/** The project that is opened under this key, unless its owner is blocked. */
export async function findOpened(db: Db | Tx, key: string): Promise<OpenedProject | undefined> {
  const [row] = await db
    .select({ project: projects, share: projectShares, version: sql<string>`${projects}.xmin::text` })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.ownerId))
    .leftJoin(projectShares, and(eq(projectShares.projectId, projects.id), eq(projectShares.key, key)))
    .where(
      and(
        // Each half has an index of its own.
        sql`${projects.id} in (select p.id from projects p where p.share_key = ${key}::uuid
          union all select s.project_id from project_shares s where s.key = ${key}::uuid)`,
        isNull(users.blockedAt),
      ),
    )
  return row
}

export async function listShares(db: Db | Tx, projectId: string): Promise<ShareRow[]> {
  return db
    .select()
    .from(projectShares)
    .where(eq(projectShares.projectId, projectId))
    .orderBy(desc(projectShares.createdAt), desc(projectShares.key))
}

export async function insertShare(tx: Tx, row: typeof projectShares.$inferInsert): Promise<void> {
  await tx.insert(projectShares).values(row)
}

export async function deleteShare(tx: Tx, projectId: string, key: string): Promise<boolean> {
  const rows = await tx
    .delete(projectShares)
    .where(and(eq(projectShares.key, key), eq(projectShares.projectId, projectId)))
    .returning({ key: projectShares.key })
  return rows.length > 0
}

/** Names of the companies that have one of these plants, on sale or not. */
export async function listSuppliersOf(db: Db, plantIds: number[]): Promise<string[]> {
  if (plantIds.length === 0) return []
  const rows = await db
    .selectDistinct({ name: companies.name })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(inArray(products.plantId, plantIds))
  return rows.map(({ name }) => name)
}

export async function countRemarks(tx: Tx, projectId: string): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(projectRemarks).where(eq(projectRemarks.projectId, projectId))
  return row?.count ?? 0
}

export async function hasLine(tx: Tx, projectId: string, lineId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: projectLines.id })
    .from(projectLines)
    .where(and(eq(projectLines.id, lineId), eq(projectLines.projectId, projectId)))
  return rows.length > 0
}

export async function insertRemark(tx: Tx, row: typeof projectRemarks.$inferInsert): Promise<void> {
  await tx.insert(projectRemarks).values(row)
}

/** The newest first. */
export async function listRemarks(db: Db, projectId: string): Promise<RemarkRow[]> {
  return db
    .select()
    .from(projectRemarks)
    .where(eq(projectRemarks.projectId, projectId))
    .orderBy(desc(projectRemarks.id))
}

export async function deleteRemark(tx: Tx, projectId: string, id: string): Promise<boolean> {
  const rows = await tx
    .delete(projectRemarks)
    .where(and(eq(projectRemarks.id, id), eq(projectRemarks.projectId, projectId)))
    .returning({ id: projectRemarks.id })
  return rows.length > 0
}
