// Joins accounts (users), companies (companyMembers).
import { and, asc, desc, eq, gt, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AppealOutcome } from '#contract/reports.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { decisions } from './decisions.tables.ts'

export type DecisionRow = typeof decisions.$inferSelect

export async function insertDecision(tx: Tx, row: typeof decisions.$inferInsert): Promise<void> {
  await tx.insert(decisions).values(row)
}

/** Of the person, or of the company in which they work now. */
const concerns = ({ id, companyId }: Actor): SQL | undefined =>
  companyId === null ? eq(decisions.personId, id) : or(eq(decisions.personId, id), eq(decisions.companyId, companyId))

const isBlockOf = (personId: string) =>
  and(eq(decisions.personId, personId), eq(decisions.subject, 'person'), eq(decisions.action, 'block'))
/** Nobody is blocked more often. */
const listedBlocks = 100

/** Newest first. */
export async function listDecisions(
  db: Db,
  actor: Actor,
  { limit, offset }: { limit: number; offset: number },
): Promise<DecisionRow[]> {
  return db.select().from(decisions).where(concerns(actor)).orderBy(desc(decisions.id)).limit(limit).offset(offset)
}

export async function countDecisions(db: Db, actor: Actor): Promise<number> {
  return db.$count(decisions, concerns(actor))
}

/** Decisions by which moderators have blocked a person, the latest first. */
export async function listBlockDecisions(db: Db, personId: string): Promise<DecisionRow[]> {
  return db.select().from(decisions).where(isBlockOf(personId)).orderBy(desc(decisions.id)).limit(listedBlocks)
}

/** One of them, locked. */
export async function lockBlockDecision(tx: Tx, personId: string, id: string): Promise<DecisionRow | undefined> {
  const [row] = await tx
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, id), isBlockOf(personId)))
    .for('no key update')
  return row
}

/** A decision that concerns the actor, locked. */
export async function lockOwnDecision(tx: Tx, actor: Actor, id: string): Promise<DecisionRow | undefined> {
  const [row] = await tx
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, id), concerns(actor)))
    .for('no key update')
  return row
}

export async function setAppealed(tx: Tx, id: string, actorId: string, appealText: string) {
  const [row] = await tx
    .update(decisions)
    .set({ appealText, appealedAt: sql`now()`, appealedById: actorId })
    .where(and(eq(decisions.id, id), isNull(decisions.appealedAt)))
    .returning()
  return row
}

const isWaiting = and(isNotNull(decisions.appealedAt), isNull(decisions.judgedAt))
const staff = alias(users, 'staff')

/** Appeals that wait, the oldest first. */
export async function listAppeals(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return db
    .select({
      decision: decisions,
      person: { id: users.id, name: users.name },
      staff: { id: staff.id, name: staff.name },
    })
    .from(decisions)
    .innerJoin(users, eq(users.id, decisions.appealedById))
    .innerJoin(staff, eq(staff.id, decisions.staffId))
    .where(isWaiting)
    .orderBy(asc(decisions.appealedAt), asc(decisions.id))
    .limit(limit)
    .offset(offset)
}

export async function countAppeals(db: Db): Promise<number> {
  return db.$count(decisions, and(isWaiting, isNotNull(decisions.appealedById)))
}

export async function lockDecision(tx: Tx, id: string): Promise<DecisionRow | undefined> {
  const [row] = await tx.select().from(decisions).where(eq(decisions.id, id)).for('no key update')
  return row
}

export async function setJudged(
  tx: Tx,
  id: string,
  { staffId, outcome, answer }: { staffId: string; outcome: AppealOutcome; answer: string },
): Promise<void> {
  await tx
    .update(decisions)
    .set({ outcome, answer, judgedAt: sql`now()`, judgedById: staffId })
    .where(eq(decisions.id, id))
}

/** Whether a later decision says the same of the same thing and was not taken back. */
export async function hasNewerDecision(
  tx: Tx,
  { id, action, subject, subjectId, part }: Pick<DecisionRow, 'id' | 'action' | 'subject' | 'subjectId' | 'part'>,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: decisions.id })
    .from(decisions)
    .where(
      and(
        gt(decisions.id, id),
        eq(decisions.action, action),
        eq(decisions.subject, subject),
        eq(decisions.subjectId, subjectId),
        eq(decisions.part, part),
        or(isNull(decisions.outcome), ne(decisions.outcome, 'taken_back')),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** The moderators who could judge, with their companies: with a confirmed address, and neither blocked nor gone. */
export async function listModerators(db: Db | Tx, staffEmails: string[]) {
  if (staffEmails.length === 0) return []
  return db
    .select({ id: users.id, companyId: companyMembers.companyId })
    .from(users)
    .leftJoin(companyMembers, eq(companyMembers.userId, users.id))
    .where(
      and(
        sql`lower(${users.email}) = any(${sql.param(staffEmails)}::text[])`,
        sql`lower(${users.confirmedEmail}) = lower(${users.email})`,
        isNull(users.deletedAt),
        isNull(users.blockedAt),
      ),
    )
}

/** What was decided about the person, those that follow `after`. */
export async function listOwnDecisions(db: Db, userId: string, after: { id: string } | undefined, limit: number) {
  return db
    .select({
      id: decisions.id,
      action: decisions.action,
      subject: decisions.subject,
      subjectName: decisions.subjectName,
      reason: decisions.reason,
      rule: decisions.rule,
      createdAt: decisions.createdAt,
      appeal: decisions.appealText,
      appealedAt: decisions.appealedAt,
      outcome: decisions.outcome,
      answer: decisions.answer,
      judgedAt: decisions.judgedAt,
    })
    .from(decisions)
    .where(and(eq(decisions.personId, userId), after && sql`${decisions.id} > ${after.id}::uuid`))
    .orderBy(asc(decisions.id))
    .limit(limit)
}

/** Decisions about a company stay, without what the person said against them. */
export async function deleteDecisionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(decisions).where(eq(decisions.personId, userId))
  await tx.update(decisions).set({ appealText: '', appealedById: null }).where(eq(decisions.appealedById, userId))
}
