import { and, asc, desc, eq, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { NotificationSettings, ToldKind } from '#contract/notification-settings.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { prepared } from '#server/platform/database/prepared.ts'
import { nextDigest } from './decide.ts'
import type { SettingsRow } from './settings.ts'
import { notificationSettings, pushKeys, pushSubscriptions, tellings } from './telling.tables.ts'

export type Telling = typeof tellings.$inferSelect
export type Subscription = typeof pushSubscriptions.$inferSelect

export async function findSettings(db: Db | Tx, userId: string): Promise<SettingsRow | undefined> {
  const [row] = await db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId))
  return row
}

/** `kinds`: what the person has chosen of them, which is less than what they are told by. */
export async function putSettings(
  tx: Tx,
  userId: string,
  settings: NotificationSettings,
  kinds: SettingsRow['kinds'],
): Promise<void> {
  const { quiet, time_zone: timeZone, digest } = settings
  const now = new Date()
  const nextDigestAt = nextDigest(settings, now)
  const row = { kinds, quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null, timeZone, digest, nextDigestAt }
  await tx
    .insert(notificationSettings)
    .values({ userId, ...row, lastDigestAt: now })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: row })
}

/** What these people have chosen, and which of them have browsers that take pushes. */
export async function listChoices(db: Db | Tx, userIds: string[]) {
  const rows = await choices(db).execute({ userIds })
  return {
    rows: rows.flatMap(({ settings }) => settings ?? []),
    reached: new Set(rows.filter(({ isReached }) => isReached).map(({ userId }) => userId)),
  }
}

const choices = prepared(db => {
  const person = sql`person.id`
  return db
    .select({
      userId: sql<string>`${person}`,
      settings: notificationSettings,
      isReached: sql<boolean>`exists (select from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${person})`,
    })
    .from(sql`unnest(${sql.placeholder('userIds')}::uuid[]) as person (id)`)
    .leftJoin(notificationSettings, sql`${notificationSettings.userId} = ${person}`)
    .prepare('choices_of_being_told')
})

/** A browser belongs to whoever has signed in there last. */
export async function putSubscription(tx: Tx, row: typeof pushSubscriptions.$inferInsert): Promise<void> {
  const { userId, sessionId, p256dh, auth } = row
  await tx
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { userId, sessionId, p256dh, auth } })
}

/** Deletes the oldest ones above this number. */
export async function deleteExcessSubscriptions(tx: Tx, userId: string, most: number): Promise<void> {
  const kept = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(sql`${pushSubscriptions.createdAt} desc, ${pushSubscriptions.id} desc`)
    .limit(most)
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), sql`${pushSubscriptions.id} not in ${kept}`))
}

export async function deleteSubscription(db: Db | Tx, userId: string, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
}

export async function listSubscriptions(db: Db, userId: string): Promise<Subscription[]> {
  return db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.id))
}

export async function insertTellings(tx: Tx, rows: (typeof tellings.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(tellings).values(rows)
}

export async function findWaiting(db: Db, id: string): Promise<Telling | undefined> {
  const [row] = await db
    .select()
    .from(tellings)
    .where(and(eq(tellings.id, id), isNull(tellings.sentAt)))
  return row
}

/** The pushes that wait about the same as this one, with it. */
export async function listWaitingPushes(db: Db, { userId, subject }: Telling): Promise<string[]> {
  const rows = await db
    .select({ id: tellings.id })
    .from(tellings)
    .where(
      and(
        eq(tellings.userId, userId),
        eq(tellings.subject, subject),
        eq(tellings.channel, 'push'),
        isNull(tellings.sentAt),
      ),
    )
  return rows.map(({ id }) => id)
}

/** What waits for a person and is due. */
export async function listDueOf(db: Db | Tx, userId: string, until: Date): Promise<Telling[]> {
  return db
    .select()
    .from(tellings)
    .where(and(eq(tellings.userId, userId), isNull(tellings.sentAt), lte(tellings.dueAt, until)))
    .orderBy(asc(tellings.createdAt), asc(tellings.id))
}

/** Claims rows, so that nobody else tells them; returns those that were not told yet. All are locked in one order. */
async function claimThose(tx: Db | Tx, condition: SQL | undefined) {
  const waiting = tx
    .select({ id: tellings.id })
    .from(tellings)
    .where(and(condition, isNull(tellings.sentAt)))
    .orderBy(asc(tellings.id))
    .for('update')
  return tx
    .update(tellings)
    .set({ sentAt: sql`now()` })
    .where(inArray(tellings.id, waiting))
    .returning({ id: tellings.id, subject: tellings.subject })
}

/** Returns the ids of those that were not told yet. */
export async function claim(tx: Db | Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  return (await claimThose(tx, inArray(tellings.id, ids))).map(({ id }) => id)
}

/** Claims whatever waits for a person about these subjects; returns those of them about which something waited. */
export async function claimSubjects(tx: Tx, userId: string, subjects: string[]): Promise<Set<string>> {
  if (subjects.length === 0) return new Set()
  const isOf = and(eq(tellings.userId, userId), inArray(tellings.subject, subjects))
  return new Set((await claimThose(tx, isOf)).map(({ subject }) => subject))
}

/** Gives claimed rows back: they could not be told. */
export async function giveBack(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.update(tellings).set({ sentAt: null }).where(inArray(tellings.id, ids))
}

export async function setDue(db: Db | Tx, id: string, dueAt: Date): Promise<void> {
  await db.update(tellings).set({ dueAt }).where(eq(tellings.id, id))
}

export async function deleteTellings(db: Db | Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.delete(tellings).where(inArray(tellings.id, ids))
}

/** What has become of the push about the same: it has arrived somewhere or is under way, or it waits. */
export async function findPushOf(db: Db | Tx, { userId, subject, createdAt }: Telling) {
  const [row] = await db
    .select({ sentAt: tellings.sentAt })
    .from(tellings)
    .where(
      and(
        eq(tellings.userId, userId),
        eq(tellings.subject, subject),
        eq(tellings.channel, 'push'),
        // That of the same event was written just before the letter.
        gte(tellings.createdAt, sql`${createdAt.toISOString()}::timestamptz - interval '5 minutes'`),
      ),
    )
    .orderBy(desc(tellings.createdAt), desc(tellings.id))
    .limit(1)
  return row && (row.sentAt === null ? ('waiting' as const) : ('sent' as const))
}

/** Nothing that waits is told any more: it was read. `subjects` undefined: whatever it is about, but messages. */
export async function deleteWaiting(tx: Tx, userId: string, subjects?: string[]): Promise<void> {
  await tx
    .delete(tellings)
    .where(
      and(
        eq(tellings.userId, userId),
        isNull(tellings.sentAt),
        subjects ? inArray(tellings.subject, subjects) : sql`${tellings.kind} <> 'messages'`,
      ),
    )
}

export async function deleteWaitingBetween(tx: Tx, one: string, other: string, kinds: readonly ToldKind[]) {
  const isOf = (userId: string, actorId: string) => and(eq(tellings.userId, userId), eq(tellings.actorId, actorId))
  await tx
    .delete(tellings)
    .where(and(isNull(tellings.sentAt), inArray(tellings.kind, [...kinds]), or(isOf(one, other), isOf(other, one))))
}

export async function deleteOldTellings(db: Db): Promise<void> {
  await db.delete(tellings).where(sql`coalesce(${tellings.sentAt}, ${tellings.dueAt}) < now() - interval '8 days'`)
}

/** The settings of somebody whose digest is due, locked; nobody else writes it meanwhile. */
export async function lockDueDigest(tx: Tx): Promise<SettingsRow | undefined> {
  const [row] = await tx
    .select()
    .from(notificationSettings)
    .where(lte(notificationSettings.nextDigestAt, sql`now()`))
    .orderBy(asc(notificationSettings.nextDigestAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return row
}

export async function setDigested(tx: Tx, userId: string, lastDigestAt: Date, nextDigestAt: Date | null) {
  await tx
    .update(notificationSettings)
    .set({ lastDigestAt, nextDigestAt })
    .where(eq(notificationSettings.userId, userId))
}

/** The subjects of what a person was told outside the site since then. */
export async function listToldSubjects(tx: Tx, userId: string, since: Date): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ subject: tellings.subject })
    .from(tellings)
    .where(and(eq(tellings.userId, userId), gte(tellings.sentAt, since)))
  return new Set(rows.map(({ subject }) => subject))
}

export async function findKeys(db: Db) {
  const [row] = await db.select().from(pushKeys).where(eq(pushKeys.id, 1))
  return row
}

/**
 * Of several processes that start together one is first. `instead` of keys that cannot be opened: browsers have
 * subscribed to those, so their subscriptions go.
 */
export async function insertKeys(
  db: Db,
  keys: { publicKey: string; privateKey: string },
  instead: { publicKey: string } | undefined,
): Promise<void> {
  await db.transaction(async tx => {
    if (instead) {
      const gone = await tx.delete(pushKeys).where(eq(pushKeys.publicKey, instead.publicKey)).returning()
      if (gone.length > 0) await tx.delete(pushSubscriptions)
    }
    await tx
      .insert(pushKeys)
      .values({ id: 1, ...keys })
      .onConflictDoNothing()
  })
}

export async function deleteTellingOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(notificationSettings).where(eq(notificationSettings.userId, userId))
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
  await tx.delete(tellings).where(eq(tellings.userId, userId))
  await tx.delete(tellings).where(eq(tellings.actorId, userId))
}
