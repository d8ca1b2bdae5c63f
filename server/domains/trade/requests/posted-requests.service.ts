import { type RequestForm, requestLimits } from '#contract/requests.ts'
import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import { companyIdOf } from '#server/domains/companies/companies.api.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canAskCompany } from '#server/policy/trade.ts'
import { listAskable, listStandings } from './candidates.queries.ts'
import { isOpen } from './requests.present.ts'
import { clearPost, closeRequest, countAsked, findAsked, insertAsked, lockRequestOfPost } from './requests.queries.ts'
import { isClosed, storeRequest } from './requests.service.ts'

/*
 * A request that is published in the feed: nobody is asked, companies come to it. From then on it is a request like any
 * other, and they know as little of each other.
 */

/** Asks in a post, which the caller stores in the same transaction. Throws NOT_FOUND and INVALID_INPUT. */
export async function askInPost(
  tx: Tx,
  actor: Actor,
  form: Pick<RequestForm, 'project' | 'lines' | 'deadline'>,
  postId: string,
): Promise<void> {
  await lockPeople(tx, [actor.id])
  await storeRequest(tx, actor, form, { id: uuidv7(), companyIds: [], postId })
}

/**
 * Opens the request of a post to a company that wants to answer; returns its id. The caller has locked the company and
 * the post. Throws CONFLICT when it is closed or too many answer, and FORBIDDEN for a company that may not.
 */
export async function joinPost(tx: Tx, companyId: number, postId: string): Promise<string> {
  const request = await lockRequestOfPost(tx, postId)
  if (!request) throw new AppError('CONFLICT', 'У этой записи нет списка растений: ответьте объявлением или словами.')
  if ((await findAsked(tx, request.id, companyId)) !== undefined) return request.id
  if ((await companyIdOf(tx, request.buyerId)) === companyId)
    throw new AppError('FORBIDDEN', 'Автор записи работает в вашей компании.')
  if ((await listAskable(tx, [companyId])).length === 0)
    throw new AppError('FORBIDDEN', 'Компания сейчас скрыта: отвечать на запросы она не может.')
  if (!(await listStandings(tx, request.buyerId, [companyId])).every(canAskCompany))
    throw new AppError('FORBIDDEN', 'Ваша компания не может отвечать на эту запись.')
  if (!isOpen(request)) throw isClosed()
  if ((await countAsked(tx, request.id)) >= requestLimits.joined)
    throw new AppError('CONFLICT', 'На эту запись отвечает уже слишком много питомников.')
  await insertAsked(tx, request.id, companyId)
  return request.id
}

/**
 * The post is being deleted. Companies that have come keep the request; one to which nobody has come is cancelled, for
 * nobody can find it any more.
 */
export async function withdrawPost(tx: Tx, postId: string): Promise<void> {
  const request = await lockRequestOfPost(tx, postId)
  if (!request) return
  await clearPost(tx, request.id)
  if (request.status === 'sent' && (await countAsked(tx, request.id)) === 0)
    await closeRequest(tx, request.id, 'cancelled')
}
