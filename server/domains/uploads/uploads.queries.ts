import { and, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uploads } from './uploads.tables.ts'

export async function insertUpload(tx: Tx, row: typeof uploads.$inferInsert): Promise<void> {
  await tx.insert(uploads).values(row)
}

/** Deletes all of a person's uploads except the newest. */
export async function deleteOldest(tx: Tx, ownerId: string, kept: number): Promise<void> {
  const newest = tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(eq(uploads.ownerId, ownerId))
    .orderBy(desc(uploads.id))
    .limit(kept)
  await tx.delete(uploads).where(and(eq(uploads.ownerId, ownerId), notInArray(uploads.id, newest)))
}

/** Those of these uploads that exist and belong to this person. */
export function selectUploads(db: Db | Tx, ownerId: string, ids: string[]) {
  return db
    .select({ id: uploads.id, mediaKey: uploads.mediaKey, publicKey: uploads.publicKey })
    .from(uploads)
    .where(and(eq(uploads.ownerId, ownerId), sql`${uploads.id} = any(${sql.param(ids)}::uuid[])`))
}

export type WaitingUpload = Awaited<ReturnType<typeof selectUploads>>[number]

/** Deletes those of the person's uploads that exist, and returns their ids. */
export async function takeUploads(tx: Tx, ownerId: string, ids: string[]): Promise<string[]> {
  const taken = await tx
    .delete(uploads)
    .where(and(eq(uploads.ownerId, ownerId), inArray(uploads.id, ids)))
    .returning({ id: uploads.id })
  return taken.map(upload => upload.id)
}

export async function deleteExpired(db: Db | Tx, hours: number): Promise<void> {
  await db.delete(uploads).where(lt(uploads.createdAt, sql`now() - make_interval(hours => ${hours})`))
}

export async function listOwnUploads(db: Db, userId: string) {
  return db
    .select({ id: uploads.id, mediaKey: uploads.mediaKey, createdAt: uploads.createdAt })
    .from(uploads)
    .where(eq(uploads.ownerId, userId))
}

export async function deleteUploadsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(uploads).where(eq(uploads.ownerId, userId))
}
