import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { unblockCompany } from '../companies/suspension.service.ts'
import { unblockPerson } from '../people/blocking.service.ts'
import { restorePost } from '../posts/reports.service.ts'
import { republishProduct } from '../products/review.service.ts'
import { restoreReview } from '../reviews/reviews.service.ts'
import { type DecisionRow, hasNewerDecision } from './decisions.queries.ts'

type Decision = Pick<DecisionRow, 'id' | 'action' | 'subject' | 'subjectId' | 'part'>

async function undo(tx: Tx, actor: Actor, decision: Decision, reason: string): Promise<void> {
  const { subjectId: id } = decision
  switch (`${decision.action} ${decision.subject}`) {
    case 'hide post':
      return restorePost(tx, actor, id, reason)
    case 'hide review':
      return restoreReview(tx, actor, id, { part: decision.part === 'reply' ? 'reply' : 'review', reason })
    case 'hide product':
      return republishProduct(tx, actor, Number(id))
    case 'block person':
      return unblockPerson(tx, actor, id, reason)
    case 'block company':
      return unblockCompany(tx, actor, Number(id), reason)
    // What was deleted cannot come back, and a listing that was sent back is published by its next review.
    default:
  }
}

/**
 * Undoes what a decision has done, as far as that is possible and not done yet. Throws CONFLICT if it stands by a later
 * decision, which has to be taken back itself.
 */
export async function takeBack(tx: Tx, actor: Actor, decision: Decision, reason: string): Promise<void> {
  try {
    await undo(tx, actor, decision, reason)
  } catch (error) {
    // It is gone, or has come back already.
    if (!(error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND'))) throw error
    return
  }
  // Asked once the thing is locked: nobody decides about it meanwhile.
  if (await hasNewerDecision(tx, decision)) {
    throw new AppError('CONFLICT', 'Об этом есть более новое решение, и оно в силе: отменить можно только его.')
  }
}
