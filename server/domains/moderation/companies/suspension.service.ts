import { isImpossibleInn } from '#contract/inn.ts'
import type { StaffCompany, StaffCompanySearch } from '#contract/moderation/people.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { lockCompany, setBlocked, setUnblocked } from '#server/domains/companies/companies.api.ts'
import { presentTeamRef } from '#server/domains/companies/companies.present.ts'
import { settlingProducts } from '#server/domains/products/suspension.service.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canHaveVerifiedMark } from '#server/policy/companies.ts'
import { decideAgainst, type Grounds } from '../decisions/decide-against.ts'
import { countCompaniesForStaff, listCompaniesForStaff, type StaffCompanyRow } from './suspension.queries.ts'

function present(row: StaffCompanyRow): StaffCompany {
  const { id, name, email, blockedAt: creatorBlockedAt } = row.creator
  const hasVerifiedTwin = row.sameInn.some(({ verifiedAt }) => verifiedAt !== null)
  return {
    ...presentTeamRef(row),
    team_zipcode: row.inn,
    team_country: row.country,
    team_city: row.region,
    is_inn_impossible: isImpossibleInn(row.inn, row.country),
    same_inn: { companies: row.sameInn.map(presentTeamRef), count: row.sameInnCount },
    verification: row.verifiedAt && { verified_at: row.verifiedAt.toISOString(), note: row.verificationNote },
    created_by: { id, name, email, is_blocked: creatorBlockedAt !== null },
    created_at: row.createdAt.toISOString(),
    members_count: row.membersCount,
    products_count: row.productsCount,
    published_count: row.publishedCount,
    block: row.blockedAt && { blocked_at: row.blockedAt.toISOString(), reason: row.blockReason },
    can: { verify: row.verifiedAt === null && !hasVerifiedTwin && canHaveVerifiedMark(row) },
  }
}

/** Throws NOT_FOUND for a page past the end. */
export async function listForStaff(db: Db, query: StaffCompanySearch, address: string) {
  const [rows, count] = await Promise.all([
    listCompaniesForStaff(db, query, pageRange(query)),
    countCompaniesForStaff(db, query),
  ])
  return { ...pageLinks(address, query, count), results: rows.map(present) }
}

/** Changes a company under its lock, and its products accordingly. Throws NOT_FOUND if it does not exist. */
async function change(tx: Tx, id: number, action: (name: string) => Promise<void>): Promise<void> {
  const company = await lockCompany(tx, id)
  if (!company) throw new AppError('NOT_FOUND', 'Такой компании нет.')
  await settlingProducts(tx, { companyId: id }, () => action(company.name))
}

/** Only its members and moderators still see its products and its page. Throws NOT_FOUND and CONFLICT. */
export async function blockCompany(db: Db, actor: Actor, id: number, grounds: Grounds) {
  await db.transaction(tx =>
    change(tx, id, async subjectName => {
      if (!(await setBlocked(tx, id, grounds.reason))) throw new AppError('CONFLICT', 'Эта компания уже заблокирована.')
      const deed = { action: 'block', subject: 'company', subjectId: id, subjectName } as const
      await decideAgainst(tx, actor, { ...deed, owner: { companyId: id }, ...grounds })
    }),
  )
  return { message: 'company blocked' as const }
}

/** Throws NOT_FOUND and CONFLICT. */
export async function unblockCompany(tx: Tx, actor: Actor, id: number, reason: string): Promise<void> {
  await change(tx, id, async subjectName => {
    if (!(await setUnblocked(tx, id))) throw new AppError('CONFLICT', 'Эта компания не заблокирована.')
    await record(tx, actor, { action: 'unblock', subject: 'company', subjectId: id, subjectName, reason })
  })
}
