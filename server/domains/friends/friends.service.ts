import type { User } from '#contract/accounts.ts'
import { presentUser, type UserRow } from '#server/domains/companies/companies.present.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canRequestFriendship, canSeeRequests } from '#server/policy/friends.ts'
import { canSeePerson } from '#server/policy/people.ts'
import { findPerson, findRelation, listAcquaintances, listFriends, listRequests } from './friends.queries.ts'

export { isFriend, listFriendIds as friendIds } from './friends.queries.ts'

/** Friends per page, and the maximum of listed requests. */
const listed = 100

export interface FriendDeps {
  db: Db
  media: MediaStore
  publicUrl: string
}

/** How the actor stands to this person, and whether they may request a friendship now. */
export async function standingTo(db: Db | Tx, actor: Actor, id: string) {
  const relation = await findRelation(db, actor.id, id)
  return {
    mayAsk: relation !== undefined && canRequestFriendship(actor, relation),
    isFriend: relation?.isFriend === true,
    isMuted: relation?.isMuted === true,
  }
}

/** Whether the actor may request a friendship with this person now. */
export async function canAskForFriendship(db: Db | Tx, actor: Actor, id: string): Promise<boolean> {
  return (await standingTo(db, actor, id)).mayAsk
}

/** Those of these people whose e-mail the actor may see: friends, colleagues and the actor. One query. */
export async function peopleWithShownEmail(db: Db | Tx, actor: Actor, ids: string[]): Promise<Set<string>> {
  const others = ids.filter(id => id !== actor.id)
  return new Set([actor.id, ...(others.length > 0 ? await listAcquaintances(db, actor, others) : [])])
}

/** Returns the function that presents any of these people to the actor. */
export async function userPresenter(
  { db, media, publicUrl }: FriendDeps,
  actor: Actor,
  ids: string[],
): Promise<(row: UserRow) => User> {
  const shown = await peopleWithShownEmail(db, actor, ids)
  return row => presentUser(row, { media, publicUrl, showEmail: shown.has(row.id) })
}

/** A page past the end has no friends. Throws NOT_FOUND if the person does not exist. */
export async function getFriends(deps: FriendDeps, actor: Actor, id: string, page: number) {
  const { db } = deps
  const person = await findPerson(db, actor, id)
  if (!person || !canSeePerson(actor, person)) throw new AppError('NOT_FOUND', 'Такого человека нет.')
  const [friends, requests] = await Promise.all([
    listFriends(db, actor, person.id, pageRange({ page, page_size: listed })),
    canSeeRequests(actor, person.id) ? listRequests(db, person.id, listed) : [],
  ])
  const people = [person, ...friends, ...requests.map(request => request.person)]
  const present = await userPresenter(
    deps,
    actor,
    people.map(row => row.id),
  )
  return {
    user: present(person),
    friends: friends.map(present),
    requests: requests.map(request => ({ id: request.id, created_by: present(request.person) })),
  }
}
