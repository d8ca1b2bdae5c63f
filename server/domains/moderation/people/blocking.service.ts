import type { StaffPerson, StaffSearch } from '#contract/moderation/people.ts'
import {
  findPerson,
  type Person,
  setBlocked,
  setUnblocked,
  spendResets,
} from '#server/domains/accounts/accounts.api.ts'
import { avatarOf } from '#server/domains/accounts/accounts.present.ts'
import { moderatorCheck } from '#server/domains/accounts/accounts.service.ts'
import { endSessions } from '#server/domains/accounts/sign-in/sessions.service.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { deleteKeysOf } from '#server/domains/companies/companies.api.ts'
import { presentTeamRef } from '#server/domains/companies/companies.present.ts'
import { companyIdOf, lockCompany } from '#server/domains/companies/companies.service.ts'
import { settlingProducts } from '#server/domains/products/suspension.service.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canBlockPerson } from '#server/policy/accounts.ts'
import { decideAgainst, type Grounds } from '../decisions/decide-against.ts'
import { countPeople, listPeople, type PersonRow } from './blocking.queries.ts'

export interface BlockingDeps {
  db: Db
  media: Pick<MediaStore, 'urls'>
  publicUrl: string
  staffEmails: string[]
}

/**
 * Changes a person with their company locked, and the products that depend on them accordingly. Throws NOT_FOUND if
 * the person does not exist, and CONFLICT if they have changed the company meanwhile.
 */
async function change(tx: Tx, id: string, action: (person: Person) => Promise<void>): Promise<void> {
  const companyId = await companyIdOf(tx, id)
  if (companyId !== null) await lockCompany(tx, companyId)
  await settlingProducts(tx, { companyId, personIds: [id] }, async () => {
    const person = await findPerson(tx, id)
    if (!person || person.deletedAt) throw new AppError('NOT_FOUND', 'Такого человека нет.')
    if ((await companyIdOf(tx, id)) !== companyId) {
      throw new AppError('CONFLICT', 'Этот человек только что сменил компанию. Попробуйте ещё раз.')
    }
    await action(person)
  })
}

/** Throws NOT_FOUND if the person does not exist, and CONFLICT if they are not blocked. */
export async function unblockPerson(tx: Tx, actor: Actor, id: string, reason: string): Promise<void> {
  await change(tx, id, async () => {
    if (!(await setUnblocked(tx, id))) throw new AppError('CONFLICT', 'Этот человек не заблокирован.')
    await record(tx, actor, { action: 'unblock', subject: 'person', subjectId: id, personId: id, reason })
  })
}

/** Finds people, blocks and unblocks them. Texts of a blocked person stay: moderators decide on them separately. */
export function blockingService(deps: BlockingDeps) {
  const { db } = deps
  const isModerator = moderatorCheck(deps.staffEmails)
  const mayBlock = (actor: Actor, person: Pick<Person, 'id' | 'email' | 'confirmedEmail'>) =>
    canBlockPerson(actor, { id: person.id, isModerator: isModerator(person) })

  function present(row: PersonRow, actor: Actor): StaffPerson {
    const { company, blockedAt } = row
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      get_avatar: avatarOf(row, deps),
      is_confirmed: row.confirmedEmail !== null,
      is_staff: isModerator(row),
      created_at: row.createdAt.toISOString(),
      posts_count: row.postsCount,
      products_count: row.productsCount,
      team: company && { ...presentTeamRef(company), is_creator: company.creatorId === row.id },
      block: blockedAt && { blocked_at: blockedAt.toISOString(), reason: row.blockReason },
      can: { block: mayBlock(actor, row) },
    }
  }

  return {
    /** Throws NOT_FOUND for a page past the end. */
    async listPeople(actor: Actor, query: StaffSearch, address: string) {
      const [rows, count] = await Promise.all([listPeople(db, query, pageRange(query)), countPeople(db, query)])
      return { ...pageLinks(address, query, count), results: rows.map(row => present(row, actor)) }
    },

    /**
     * Ends all sessions and event streams of the person, and prevents sign-in. Throws NOT_FOUND if the person does not
     * exist, and CONFLICT for oneself, another moderator and a person who is already blocked.
     */
    async blockPerson(actor: Actor, id: string, { reason, rule }: Grounds) {
      await db.transaction(tx =>
        change(tx, id, async person => {
          if (!mayBlock(actor, person)) {
            throw new AppError('CONFLICT', id === actor.id ? 'Себя не заблокировать.' : 'Модератора не заблокировать.')
          }
          if (!(await setBlocked(tx, id, reason))) throw new AppError('CONFLICT', 'Этот человек уже заблокирован.')
          await endSessions(tx, id)
          await spendResets(tx, id)
          await deleteKeysOf(tx, id)
          const deed = { action: 'block', subject: 'person', subjectId: id, personId: id } as const
          await decideAgainst(tx, actor, { ...deed, owner: { personId: id }, reason, rule })
        }),
      )
      return { message: 'person blocked' as const }
    },

    async unblockPerson(actor: Actor, id: string, reason: string) {
      await db.transaction(tx => unblockPerson(tx, actor, id, reason))
      return { message: 'person unblocked' as const }
    },
  }
}
