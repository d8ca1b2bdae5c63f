import type { Appealed } from '#contract/moderation/complaints.ts'
import type { AppealOutcome, Decision } from '#contract/reports.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { notify } from '#server/domains/notifications/notifications.service.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { timeSince } from '#server/platform/time-since.ts'
import { canJudgeAppeal, isConcerned } from '#server/policy/moderation.ts'
import {
  countAppeals,
  countDecisions,
  type DecisionRow,
  listAppeals,
  listBlockDecisions,
  listDecisions,
  listModerators,
  lockBlockDecision,
  lockDecision,
  lockOwnDecision,
  setAppealed,
  setJudged,
} from './decisions.queries.ts'
import { takeBack } from './take-back.ts'

function present(row: DecisionRow): Decision {
  const { appealedAt } = row
  return {
    id: row.id,
    action: row.action,
    subject: row.subject,
    subject_name: row.subjectName,
    reason: row.reason,
    rule: row.rule,
    created_at: row.createdAt.toISOString(),
    created_at_formatted: timeSince(row.createdAt),
    appeal: appealedAt && {
      text: row.appealText,
      created_at: appealedAt.toISOString(),
      outcome: row.outcome,
      answer: row.answer,
      judged_at: row.judgedAt?.toISOString() ?? null,
    },
    can: { appeal: appealedAt === null },
  }
}

const noSuchDecision = () => new AppError('NOT_FOUND', 'Такого решения нет.')

async function appealed(tx: Tx, id: string, personId: string, text: string): Promise<DecisionRow> {
  const row = await setAppealed(tx, id, personId, text)
  if (!row) throw new AppError('CONFLICT', 'Это решение уже обжаловали.')
  return row
}

/** What is decided about the actor, and their appeals. */
export function ownDecisions({ db }: { db: Db }) {
  return {
    /** Throws NOT_FOUND for a page past the end. */
    async listOwn(actor: Actor, query: PageRequest, address: string) {
      const [rows, count] = await Promise.all([listDecisions(db, actor, pageRange(query)), countDecisions(db, actor)])
      return { ...pageLinks(address, query, count), results: rows.map(present) }
    },

    /** Throws NOT_FOUND for a decision about others, and CONFLICT if it has been appealed against. */
    async appeal(actor: Actor, id: string, text: string): Promise<Decision> {
      return db.transaction(async tx => {
        if (!(await lockOwnDecision(tx, actor, id))) throw noSuchDecision()
        return present(await appealed(tx, id, actor.id, text))
      })
    },
  }
}

/**
 * What somebody who is blocked, and cannot sign in, may do: read the decisions to block them, and appeal once against
 * each. Who they are is proved by the caller (`requireBlocked`).
 */
export function blocksOfBlocked({ db }: { db: Db }) {
  return {
    list: async (person: { id: string }): Promise<Decision[]> => (await listBlockDecisions(db, person.id)).map(present),

    /** Throws NOT_FOUND for any other decision, and CONFLICT if it has been appealed against. */
    async appeal(person: { id: string }, id: string, text: string): Promise<Decision> {
      return db.transaction(async tx => {
        if (!(await lockBlockDecision(tx, person.id, id))) throw noSuchDecision()
        return present(await appealed(tx, id, person.id, text))
      })
    },
  }
}

interface Deps {
  db: Db
  staffEmails: string[]
}

/**
 * Judging appeals: by another moderator than the one who decided, where there is one, and by none whom the decision
 * concerns.
 */
export function appealJudgement({ db, staffEmails }: Deps) {
  return {
    /** Throws NOT_FOUND for a page past the end. */
    async listAppeals(actor: Actor, query: PageRequest, address: string) {
      const [rows, count, moderators] = await Promise.all([
        listAppeals(db, pageRange(query)),
        countAppeals(db),
        listModerators(db, staffEmails),
      ])
      const results = rows.map(({ decision, person, staff }): Appealed => ({
        decision: present(decision),
        created_by: person,
        staff,
        can: { judge: canJudgeAppeal(actor, decision, moderators) },
      }))
      return { ...pageLinks(address, query, count), results }
    },

    /**
     * What was hidden or blocked comes back if the decision is taken back. Throws NOT_FOUND if nobody appeals against
     * it, CONFLICT if it is judged or a later decision stands, and FORBIDDEN for a moderator whom it
     * concerns, and for the one who decided while there is another one.
     */
    async judge(actor: Actor, id: string, { outcome, reason }: { outcome: AppealOutcome; reason: string }) {
      await db.transaction(async tx => {
        const seen = await lockDecision(tx, id)
        if (!seen?.appealedAt) throw noSuchDecision()
        if (seen.judgedAt) throw new AppError('CONFLICT', 'Это обжалование уже рассмотрели.')
        if (!canJudgeAppeal(actor, seen, await listModerators(tx, staffEmails))) {
          const who = isConcerned(actor, seen) ? 'не тот, кого касается решение' : 'не тот, кто решал'
          throw new AppError('FORBIDDEN', `Обжалование рассматривает другой модератор, ${who}.`)
        }
        await setJudged(tx, id, { staffId: actor.id, outcome, answer: reason })
        const { subject, subjectId, subjectName, personId } = seen
        await record(tx, actor, {
          action: outcome === 'kept' ? 'dismiss' : 'restore',
          ...{ subject, subjectId, subjectName, reason: `Обжалование: ${reason}` },
          ...(personId === null ? {} : { personId }),
        })
        if (seen.appealedById !== null)
          await notify(tx, {
            recipientId: seen.appealedById,
            actorId: actor.id,
            type: 'appeal_judged',
            details: `${outcome} ${reason}`,
          })
        if (outcome === 'taken_back') await takeBack(tx, actor, seen, reason)
      })
      return { message: 'appeal judged' as const }
    },
  }
}
