import { kindOf, tellByEmail, tellingSubject, type UnsubscribeUrl } from '#server/domains/telling/telling.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { findCompanyName, findDealSubject, findReader, findSubject, listColleagues } from './telling.queries.ts'
import { type TradeFacts, tradeByEmail } from './trade-email.ts'
import { type TradeLetter, tradeMailing } from './trade.jobs.ts'

interface MailingDeps {
  db: Db
  publicUrl: string
  /** Where mail programs end such letters. */
  unsubscribeUrl?: UnsubscribeUrl
}

async function factsOf(tx: Tx, { requestId, dealId, companyId }: TradeLetter): Promise<TradeFacts | null> {
  const request = await findSubject(tx, requestId)
  if (!request) return null
  const deal = dealId === undefined ? undefined : await findDealSubject(tx, dealId)
  const company = deal?.company ?? (companyId === undefined ? undefined : await findCompanyName(tx, companyId))
  return {
    project: request.projectName,
    buyer: request.buyer,
    company: company ?? '',
    lines: request.lines,
    deadline: request.deadline,
    reason: deal?.reason ?? '',
    requestId,
    dealId: dealId ?? null,
    confirmBy: deal?.confirmBy ?? null,
  }
}

/** Writes an e-mail for everybody who is to hear of it and has a confirmed address. */
async function write({ db, publicUrl, unsubscribeUrl }: MailingDeps, letter: TradeLetter): Promise<void> {
  await db.transaction(async tx => {
    const facts = await factsOf(tx, letter)
    if (!facts) return
    const { to, type, actorId } = letter
    const readers = 'companyId' in to ? await listColleagues(tx, [to.companyId]) : await findReader(tx, to.buyerId)
    const letters = readers.flatMap(({ id, email }) =>
      email === null || id === actorId ? [] : [{ email: tradeByEmail(email, type, facts, publicUrl), personId: id }],
    )
    await tellByEmail(
      tx,
      letters,
      { kind: kindOf(type), subject: tellingSubject(letter), path: '/notifications' },
      unsubscribeUrl,
    )
  })
}

export const tradeMailer = (deps: MailingDeps): JobHandler => doneBy(tradeMailing, letter => write(deps, letter))
