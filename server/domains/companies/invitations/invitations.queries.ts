// Joins accounts (users).
import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import { invitationDays } from '#contract/invitations.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { companies, companyMembers } from '../companies.tables.ts'
import { companyInvitations } from './invitations.tables.ts'

const oldest = sql`now() - make_interval(days => ${invitationDays})`
const isOpen = sql`${companyInvitations.createdAt} > ${oldest}`
const isTo = (email: string) => sql`lower(${companyInvitations.email}) = lower(${email})`

export type InvitationRow = typeof companyInvitations.$inferSelect

/** Open invitations of a company, the latest first. */
export async function listInvitations(db: Db, companyId: number): Promise<InvitationRow[]> {
  return db
    .select()
    .from(companyInvitations)
    .where(and(eq(companyInvitations.companyId, companyId), isOpen))
    .orderBy(desc(companyInvitations.createdAt), desc(companyInvitations.id))
}

export async function countInvitations(tx: Tx, companyId: number): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(companyInvitations)
    .where(and(eq(companyInvitations.companyId, companyId), isOpen))
  return row?.count ?? 0
}

/** Writes an invitation in place of an earlier one to the same address. */
export async function putInvitation(
  tx: Tx,
  row: Omit<typeof companyInvitations.$inferInsert, 'createdAt'>,
): Promise<InvitationRow> {
  await tx.delete(companyInvitations).where(and(eq(companyInvitations.companyId, row.companyId), isTo(row.email)))
  const [written] = await tx.insert(companyInvitations).values(row).returning()
  if (!written) throw new Error('insert returned no row')
  return written
}

/** Whether the company had this invitation. */
export async function deleteInvitation(tx: Tx, companyId: number, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(companyInvitations)
    .where(and(eq(companyInvitations.companyId, companyId), eq(companyInvitations.id, id)))
    .returning({ id: companyInvitations.id })
  return deleted.length > 0
}

/** An open invitation with the company that invites. */
export async function findInvitation(db: Db | Tx, tokenHash: string) {
  const [row] = await db
    .select({ invitation: companyInvitations, company: companies })
    .from(companyInvitations)
    .innerJoin(companies, eq(companies.id, companyInvitations.companyId))
    .where(and(eq(companyInvitations.tokenHash, tokenHash), isOpen))
  return row
}

/** Deletes what can be accepted no more. */
export async function deleteExpiredInvitations(db: Db | Tx): Promise<void> {
  await db.delete(companyInvitations).where(lt(companyInvitations.createdAt, oldest))
}

/** Invitations that a person has sent. */
export async function listOwnInvitations(db: Db, userId: string) {
  return db
    .select({ email: companyInvitations.email, createdAt: companyInvitations.createdAt })
    .from(companyInvitations)
    .where(eq(companyInvitations.createdById, userId))
    .orderBy(desc(companyInvitations.createdAt))
}

/** Whoever has this address, confirmed or not: whether moderators have blocked them, and whether they have a company. */
export async function findInvited(db: Db | Tx, email: string) {
  const [row] = await db
    .select({
      id: users.id,
      isBlocked: sql<boolean>`${users.blockedAt} is not null or ${users.deletedAt} is not null`,
      isConfirmed: sql<boolean>`lower(${users.confirmedEmail}) is not distinct from lower(${users.email})`,
      companyId: companyMembers.companyId,
    })
    .from(users)
    .leftJoin(companyMembers, eq(companyMembers.userId, users.id))
    .where(sql`lower(${users.email}) = lower(${email})`)
  return row
}

/** The person's address, if it is confirmed. */
export async function confirmedEmailOf(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.select({ email: users.confirmedEmail }).from(users).where(eq(users.id, userId))
  return row?.email ?? null
}
