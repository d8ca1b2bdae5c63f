// Joins plants (plants), products (variants).
import { and, asc, count, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type ProjectLineRow, type ProjectRow, projectLines, projects } from './projects.tables.ts'
import { projectShares } from './sharing/shares.tables.ts'

export async function findProject(db: Db | Tx, ownerId: string, id: string): Promise<ProjectRow | undefined> {
  const [row] = await db
    .select()
    .from(projects)
    .where(and(eq(projects.id, id), eq(projects.ownerId, ownerId)))
  return row
}

/** The same, locked to change its lines. */
export async function lockProject(tx: Tx, ownerId: string, id: string): Promise<ProjectRow | undefined> {
  const [row] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.id, id), eq(projects.ownerId, ownerId)))
    .for('no key update')
  return row
}

/** Condition for subqueries: lines of the outer project. Qualified, because lines have an `id` too. */
const ownId = sql`${projects}.id`

/** Whether others can read it under any address. */
const isShared = sql<boolean>`(${projects.shareKey} is not null
  or exists (select from ${projectShares} where ${projectShares.projectId} = ${ownId}))`

export async function countProjects(tx: Db | Tx, ownerId: string): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(projects).where(eq(projects.ownerId, ownerId))
  return row?.count ?? 0
}

export async function listProjects(db: Db, ownerId: string, { limit, offset }: { limit: number; offset: number }) {
  const ofLines = (which: ReturnType<typeof sql>) =>
    sql<number>`(select count(*)::int from ${projectLines} where ${projectLines.projectId} = ${ownId} and ${which})`
  return db
    .select({
      project: projects,
      linesCount: ofLines(sql`not ${projectLines.isNote}`),
      isShared,
      chosenCount: ofLines(sql`${projectLines.chosenVariantId} is not null`),
    })
    .from(projects)
    .where(eq(projects.ownerId, ownerId))
    .orderBy(desc(projects.updatedAt), desc(projects.id))
    .limit(limit)
    .offset(offset)
}

export async function insertProject(tx: Tx, row: typeof projects.$inferInsert): Promise<void> {
  await tx.insert(projects).values(row)
}

export async function updateProject(tx: Tx, id: string, changes: Partial<typeof projects.$inferInsert>): Promise<void> {
  await tx
    .update(projects)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(projects.id, id))
}

export async function deleteProject(db: Db, ownerId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(projects)
    .where(and(eq(projects.id, id), eq(projects.ownerId, ownerId)))
    .returning({ id: projects.id })
  return rows.length > 0
}

export async function listLines(db: Db | Tx, projectId: string): Promise<ProjectLineRow[]> {
  return db
    .select()
    .from(projectLines)
    .where(eq(projectLines.projectId, projectId))
    .orderBy(asc(projectLines.position), asc(projectLines.id))
}

export async function countLines(tx: Tx, projectId: string): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(projectLines).where(eq(projectLines.projectId, projectId))
  return row?.count ?? 0
}

export async function insertLines(tx: Tx, rows: (typeof projectLines.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(projectLines).values(rows)
}

export async function findLine(tx: Tx, projectId: string, id: string): Promise<ProjectLineRow | undefined> {
  const [row] = await tx
    .select()
    .from(projectLines)
    .where(and(eq(projectLines.id, id), eq(projectLines.projectId, projectId)))
  return row
}

export async function updateLine(
  tx: Tx,
  id: string,
  changes: Partial<typeof projectLines.$inferInsert>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.update(projectLines).set(changes).where(eq(projectLines.id, id))
}

/** Moves a line; the lines in between shift by one. */
export async function moveLine(tx: Tx, { id, projectId, position: from }: ProjectLineRow, to: number): Promise<void> {
  if (from === to) return
  await tx
    .update(projectLines)
    .set({
      position: sql`case when ${projectLines.id} = ${id} then ${to}::int
        when ${from}::int < ${to}::int and ${projectLines.position} > ${from}::int and ${projectLines.position} <= ${to}::int
          then ${projectLines.position} - 1
        when ${from}::int > ${to}::int and ${projectLines.position} >= ${to}::int and ${projectLines.position} < ${from}::int
          then ${projectLines.position} + 1
        else ${projectLines.position} end`,
    })
    .where(eq(projectLines.projectId, projectId))
}

export async function deleteLine(tx: Tx, { id, projectId, position }: ProjectLineRow): Promise<void> {
  await tx.delete(projectLines).where(eq(projectLines.id, id))
  await tx
    .update(projectLines)
    .set({ position: sql`${projectLines.position} - 1` })
    .where(and(eq(projectLines.projectId, projectId), gt(projectLines.position, position)))
}

/** Stores the choices of these lines. */
export async function chooseVariants(tx: Tx, chosen: { line: string; variant: number | null }[]): Promise<void> {
  if (chosen.length === 0) return
  // A variant may have been deleted meanwhile.
  await tx.execute(sql`update ${projectLines} set chosen_variant_id = ${variants.id}
    from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as picked(line uuid, variant int)
    left join ${variants} on ${variants.id} = picked.variant
    where ${projectLines.id} = picked.line`)
}

/** Zones of these plants by id; a merged plant has the id and zone of the one it was merged into. */
export async function listPlantZones(db: Db | Tx, ids: number[]) {
  if (ids.length === 0) return new Map<number, { id: number; zone: number | null }>()
  const asked = db
    .select({ asked: plants.id, now: sql<number>`coalesce(${plants.mergedIntoId}, ${plants.id})`.as('now') })
    .from(plants)
    .where(inArray(plants.id, ids))
    .as('asked')
  const rows = await db
    .select({ asked: asked.asked, id: plants.id, zone: plants.zone })
    .from(asked)
    .innerJoin(plants, eq(plants.id, asked.now))
  return new Map(rows.map(row => [row.asked, { id: row.id, zone: row.zone }]))
}

/** Projects of a person, for the export of their data, those that follow `after`. */
export async function listOwnProjects(db: Db, ownerId: string, after: { id: string } | undefined, limit: number) {
  return db
    .select({
      id: projects.id,
      name: projects.name,
      zone: projects.zone,
      regionId: projects.regionId,
      placeId: projects.placeId,
      isShared,
      createdAt: projects.createdAt,
      updatedAt: projects.updatedAt,
      lines: sql<
        unknown[]
      >`(select coalesce(json_agg(json_build_object('text', ${projectLines.text}, 'name', ${projectLines.name},
        'quantity', ${projectLines.quantity}, 'unit', ${projectLines.unit}, 'wish', ${projectLines.wish},
        'plantId', ${projectLines.plantId}, 'chosenVariantId', ${projectLines.chosenVariantId}) order by ${projectLines.position}), '[]')
        from ${projectLines} where ${projectLines.projectId} = ${ownId})`,
    })
    .from(projects)
    .where(and(eq(projects.ownerId, ownerId), after && gt(projects.id, after.id)))
    .orderBy(asc(projects.id))
    .limit(limit)
}

export async function deleteProjectsOf(tx: Tx, ownerId: string): Promise<void> {
  await tx.delete(projects).where(eq(projects.ownerId, ownerId))
}
