import { tellByEmail, tellingSubject, type UnsubscribeUrl } from '#server/domains/telling/telling.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { confirmVariants } from '../variants/variants.queries.ts'
import type { ConfirmTokens } from './confirm-tokens.ts'
import { ageingByEmail } from './freshness-email.ts'
import { offersAgeing } from './freshness.events.ts'
import { freshnessTelling } from './freshness.jobs.ts'
import { claimNotice, isListener, listAgeing, listDue, listListeners } from './freshness.queries.ts'

export interface FreshnessDeps {
  /** Where mail programs end such letters. */
  unsubscribeUrl?: UnsubscribeUrl
  db: Db
  tokens: ConfirmTokens
  publicUrl: string
}

/** Companies that are looked for at once. */
const atOnce = 100

/**
 * Tells the people of each company whose offers age, at most once a fortnight whichever process does it: a company is
 * told in the transaction that notes that it was.
 */
export async function tellAgeing(
  { db, tokens, publicUrl, unsubscribeUrl }: FreshnessDeps,
  signal: AbortSignal,
): Promise<void> {
  for (let last = 0; !signal.aborted;) {
    const due = await listDue(db, last, atOnce)
    const companies = due.length > 0 ? await listAgeing(db, due) : []
    for (const { id: companyId, name: company, sizes, oldest } of companies) {
      if (signal.aborted) return
      await db.transaction(async tx => {
        if (!(await claimNotice(tx, companyId))) return
        for (const { id: personId, email } of await listListeners(tx, companyId)) {
          await offersAgeing.emit(tx, { personId, companyId, sizes })
          // Without a confirmed address there is nobody to write to.
          if (email === null) continue
          const token = tokens.tokenOf(companyId, personId)
          const letter = ageingByEmail(email, { company, sizes, oldest }, publicUrl, token)
          const subject = tellingSubject({ type: 'offers_ageing', companyId })
          const about = { kind: 'freshness', subject, path: '/products/my_products' } as const
          await tellByEmail(tx, [{ email: letter, personId }], about, unsubscribeUrl)
        }
      })
    }
    const end = due.at(-1)
    if (end === undefined || due.length < atOnce) return
    last = end
  }
}

export const freshnessTeller = (deps: FreshnessDeps): JobHandler =>
  doneBy(freshnessTelling, (_data, { signal }) => tellAgeing(deps, signal))

/**
 * Confirms all that a company offers, for whoever has the link of an email, as often as they like. Throws NOT_FOUND for
 * one that is not signed, too old, or of somebody who does not work there any more.
 */
export async function confirmByLink(db: Db, tokens: ConfirmTokens, token: string): Promise<{ confirmed: number }> {
  const owner = tokens.read(token)
  if (!owner || !(await isListener(db, owner.companyId, owner.userId))) {
    throw new AppError('NOT_FOUND', 'Ссылка не действует.')
  }
  return { confirmed: await confirmVariants(db, owner.companyId, null) }
}
