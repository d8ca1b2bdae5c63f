// Joins accounts (users) and companies (companies, companyMembers).
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { MissingChoice } from '#contract/price-lists.ts'
import { isActive } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { priceListAddresses, priceListLetters, receivedLetters } from './by-mail.tables.ts'

export type Address = typeof priceListAddresses.$inferSelect

export async function findAddress(db: Db | Tx, companyId: number): Promise<Address | undefined> {
  const [row] = await db.select().from(priceListAddresses).where(eq(priceListAddresses.companyId, companyId))
  return row
}

/** Gives a company an address, if it has none. */
export async function insertAddress(tx: Db | Tx, companyId: number, token: string): Promise<void> {
  await tx.insert(priceListAddresses).values({ companyId, token }).onConflictDoNothing()
}

export async function updateAddress(
  tx: Tx,
  companyId: number,
  changes: { token?: string; applies?: MissingChoice | null },
): Promise<void> {
  await tx.update(priceListAddresses).set(changes).where(eq(priceListAddresses.companyId, companyId))
}

/**
 * Who sends a list to this address: a member of its company, by the last e-mail that they have confirmed. One statement,
 * whichever of it is unknown.
 */
export async function findSender(db: Db | Tx, token: string, email: string) {
  const [row] = await db
    .select({ personId: users.id, companyId: companyMembers.companyId })
    .from(priceListAddresses)
    .innerJoin(companies, and(eq(companies.id, priceListAddresses.companyId), isNull(companies.blockedAt)))
    .innerJoin(companyMembers, eq(companyMembers.companyId, companies.id))
    .innerJoin(users, and(eq(users.id, companyMembers.userId), isActive))
    .where(and(eq(priceListAddresses.token, token), sql`lower(${users.confirmedEmail}) = ${email}`))
  return row
}

/** Where a member is answered, if they still are one. */
export async function findAnswered(tx: Tx, personId: string, companyId: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ email: users.confirmedEmail })
    .from(companyMembers)
    .innerJoin(users, and(eq(users.id, companyMembers.userId), isActive))
    .where(and(eq(companyMembers.userId, personId), eq(companyMembers.companyId, companyId)))
  return row?.email ?? undefined
}

/** Remembers a letter. Returns false if one with any of these keys has come before. */
export async function rememberLetter(tx: Tx, companyId: number, keys: string[]): Promise<boolean> {
  const rows = await tx
    .insert(receivedLetters)
    .values([...new Set(keys)].map(key => ({ companyId, key })))
    .onConflictDoNothing()
    .returning({ key: receivedLetters.key })
  return rows.length === new Set(keys).size
}

/** Forgets letters that could not come again: they would be too old. */
export async function forgetLetters(db: Db, days: number): Promise<void> {
  await db.delete(receivedLetters).where(sql`${receivedLetters.receivedAt} < now() - make_interval(days => ${days})`)
}

export async function insertLetter(tx: Tx, listId: string, isAnswered: boolean): Promise<void> {
  await tx.insert(priceListLetters).values({ listId, isAnswered })
}

export async function findLetter(tx: Db | Tx, listId: string) {
  const [row] = await tx.select().from(priceListLetters).where(eq(priceListLetters.listId, listId))
  return row
}

export async function markApplyingItself(tx: Tx, listId: string): Promise<void> {
  await tx.update(priceListLetters).set({ appliesItself: true }).where(eq(priceListLetters.listId, listId))
}

/** Takes the letter that a list came by; the next one who asks finds none. */
export async function takeLetter(tx: Tx, listId: string) {
  const [row] = await tx.delete(priceListLetters).where(eq(priceListLetters.listId, listId)).returning()
  return row
}
