import { createHash } from 'node:crypto'
import type {
  NotificationSettings,
  SettingsChange,
  SubscriptionForm,
  ToldKind,
} from '#contract/notification-settings.ts'
import { subscriptionsMax } from '#contract/notification-settings.ts'
import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { type Email, queueEmails } from '#server/platform/mail/mail.ts'
import { decide, letterDelay, quietEnd, type Told } from './decide.ts'
import { briefKinds, socialKinds } from './kinds.ts'
import { isAcceptedEndpoint } from './push/endpoints.ts'
import { changed, chosen, presentSettings } from './settings.ts'
import { quietEnding, tellingLater } from './telling.jobs.ts'
import {
  deleteExcessSubscriptions,
  deleteSubscription,
  deleteWaiting,
  deleteWaitingBetween,
  findSettings,
  insertTellings,
  listChoices,
  putSettings,
  putSubscription,
} from './telling.queries.ts'
import type { Unsubscribed, UnsubscribeUrl, unsubscribeLinks } from './unsubscribe-links.ts'

/** Something that people are told of outside the site. */
export interface ToTell {
  kind: ToldKind
  /** Equal for everything that is read together. */
  subject: string
  /** Who acted, if it is a person who may be named. */
  actorId: string | null
  path: string
}

/** How each of these people is told of something of this kind, now. */
async function decideFor(tx: Db | Tx, userIds: string[], kind: ToldKind): Promise<Map<string, Told>> {
  const { rows, reached } = await listChoices(tx, userIds)
  const settings = new Map(rows.map(row => [row.userId, row]))
  const now = new Date()
  return new Map(
    userIds.map(id => [id, decide(presentSettings(settings.get(id)), kind, { hasBrowser: reached.has(id), now })]),
  )
}

/** One job for a person and an end of quiet hours: of several with one id only the first is accepted. */
function idOf(userId: string, end: Date): string {
  const hash = createHash('sha256').update(`${userId} ${end.toISOString()}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

type Waiting = Parameters<typeof insertTellings>[1][number] & { isHeld: boolean }

async function store(tx: Tx, waiting: Waiting[]): Promise<void> {
  await insertTellings(
    tx,
    waiting.map(({ isHeld: _, ...row }) => row),
  )
  await tellingLater.send(
    tx,
    waiting.filter(({ isHeld }) => !isHeld).map(({ id, dueAt }) => ({ data: { id }, after: dueAt })),
  )
  const ends = new Map(
    waiting.filter(({ isHeld }) => isHeld).map(({ userId, dueAt }) => [idOf(userId, dueAt), { userId, dueAt }]),
  )
  await quietEnding.send(
    tx,
    [...ends].map(([id, { userId, dueAt }]) => ({ id, data: { userId }, after: dueAt })),
  )
}

/**
 * Tells people of something by push, or by a short letter where none arrives and the kind has no letters of its own, as
 * each of them likes, in the transaction of the event. Returns those who want to see it on the site.
 */
export async function tell(tx: Tx, userIds: string[], toTell: ToTell): Promise<string[]> {
  if (userIds.length === 0) return []
  const decided = await decideFor(tx, userIds, toTell.kind)
  const pushes = [...decided].flatMap(([userId, { pushAt, isHeld }]): Waiting[] =>
    pushAt ? [{ id: uuidv7(), userId, channel: 'push', dueAt: pushAt, isHeld, ...toTell }] : [],
  )
  const after = new Date(Date.now() + letterDelay)
  const letters = [...decided].flatMap(([userId, { emailAt, isHeld }]): Waiting[] =>
    emailAt && briefKinds.includes(toTell.kind)
      ? [{ id: uuidv7(), userId, channel: 'email', dueAt: isHeld ? emailAt : after, isHeld, ...toTell }]
      : [],
  )
  await store(tx, [...pushes, ...letters])
  return userIds.filter(id => decided.get(id)?.site !== false)
}

/**
 * Sends these letters, as each of their readers likes: now, at the end of their quiet hours in one summary, or only if no
 * browser of theirs takes the push of the same event, which `tell` has been given before.
 */
export async function tellByEmail(
  tx: Tx,
  written: { email: Email; personId: string }[],
  toTell: Omit<ToTell, 'actorId'>,
  unsubscribeUrl?: UnsubscribeUrl,
): Promise<void> {
  if (written.length === 0) return
  const letters = written.map(({ email, personId }) => ({
    email: unsubscribeUrl ? { unsubscribeUrl: unsubscribeUrl(personId, toTell.kind), ...email } : email,
    personId,
  }))
  const decided = await decideFor(
    tx,
    letters.map(({ personId }) => personId),
    toTell.kind,
  )
  const isNow = ({ pushAt, isHeld }: Told) => pushAt === null && !isHeld
  const going = letters.filter(({ personId }) => {
    const told = decided.get(personId)
    return told?.emailAt && isNow(told)
  })
  await queueEmails(tx, going)
  const now = new Date()
  await insertTellings(
    tx,
    going.map(({ personId: userId }) => ({
      ...{ id: uuidv7(), userId, channel: 'email' as const, actorId: null, dueAt: now, sentAt: now },
      ...toTell,
    })),
  )
  await store(
    tx,
    letters.flatMap(({ email, personId: userId }): Waiting[] => {
      const told = decided.get(userId)
      if (!told?.emailAt || isNow(told)) return []
      const row = { id: uuidv7(), userId, channel: 'email' as const, dueAt: told.emailAt, actorId: null, ...toTell }
      return [{ ...row, email, isHeld: told.isHeld }]
    }),
  )
}

/** What waits to be told of these subjects was read on the site; without subjects, all but messages. */
export async function forgetRead(tx: Tx, userId: string, subjects?: string[]): Promise<void> {
  await deleteWaiting(tx, userId, subjects)
}

/** One of these two has blocked the other: what waits of what one did to the other as a person goes. */
export async function forgetBetween(tx: Tx, one: string, other: string): Promise<void> {
  await deleteWaitingBetween(tx, one, other, socialKinds)
}

export async function getSettings(db: Db, actor: SignedIn): Promise<NotificationSettings> {
  return presentSettings(await findSettings(db, actor.id))
}

export async function changeSettings(db: Db, actor: SignedIn, change: SettingsChange): Promise<NotificationSettings> {
  return db.transaction(async tx => {
    // Two changes at once are made one after the other.
    await lockPeople(tx, [actor.id])
    const row = await findSettings(tx, actor.id)
    const settings = changed(presentSettings(row), change)
    await putSettings(tx, actor.id, settings, chosen(row?.kinds, change.kinds))
    // What the former quiet hours held back comes at the end of the new ones, or now.
    const end = quietEnd(settings.quiet, settings.time_zone, new Date())
    await quietEnding.send(tx, [{ data: { userId: actor.id }, ...(end ? { after: end } : {}) }])
    return settings
  })
}

/** Throws INVALID_INPUT for an address to which nothing is sent. */
export async function subscribe(
  { db, allowsLocal }: { db: Db; allowsLocal: boolean },
  actor: SignedIn,
  { endpoint, keys }: SubscriptionForm,
) {
  if (!(await isAcceptedEndpoint(endpoint, { allowsLocal }))) {
    throw new AppError('INVALID_INPUT', undefined, {
      endpoint: fieldError('Такой службе уведомлений мы не пишем', 'address'),
    })
  }
  await db.transaction(async tx => {
    await putSubscription(tx, { id: uuidv7(), userId: actor.id, sessionId: actor.sessionId, endpoint, ...keys })
    await deleteExcessSubscriptions(tx, actor.id, subscriptionsMax)
  })
  return { message: 'subscribed' as const }
}

export async function unsubscribe(db: Db, actor: SignedIn, endpoint: string) {
  await deleteSubscription(db, actor.id, endpoint)
  return { message: 'unsubscribed' as const }
}

/** Ends the letters of a kind, or digests, for whoever has such a letter. Throws NOT_FOUND for an address that is not ours. */
export async function unsubscribeBy(db: Db, links: ReturnType<typeof unsubscribeLinks>, token: string) {
  const found = links.read(token)
  if (!found) throw new AppError('NOT_FOUND', 'Такого адреса нет.')
  const { personId, what } = found
  await db.transaction(async tx => {
    await lockPeople(tx, [personId])
    const row = await findSettings(tx, personId)
    const change = withoutLetters(what)
    await putSettings(tx, personId, changed(presentSettings(row), change), chosen(row?.kinds, change.kinds))
  })
  return { message: 'unsubscribed' as const }
}

const withoutLetters = (what: Unsubscribed): SettingsChange =>
  what === 'digest' ? { digest: 'never' } : { kinds: { [what]: { email: false } } }
