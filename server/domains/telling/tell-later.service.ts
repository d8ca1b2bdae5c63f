import { findApart, findPerson } from '#server/domains/accounts/accounts.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { type Email, queueEmails } from '#server/platform/mail/mail.ts'
import { emailDelay, quietEnd } from './decide.ts'
import { socialKinds } from './kinds.ts'
import { pushText, summaryText } from './push-texts.ts'
import { forgetFailures, hasFailedTooOften } from './push/failures.ts'
import { type Push, sendPush } from './push/send-push.ts'
import type { VapidKeys } from './push/vapid.ts'
import { presentSettings } from './settings.ts'
import { summaryEmail } from './summary-email.ts'
import { quietEnding, tellingCleanup, tellingLater } from './telling.jobs.ts'
import {
  claim,
  deleteOldTellings,
  deleteSubscription,
  deleteTellings,
  deleteWaiting,
  findPushOf,
  findSettings,
  findWaiting,
  giveBack,
  listDueOf,
  listWaitingPushes,
  listSubscriptions,
  setDue,
  type Telling,
} from './telling.queries.ts'
import { toldEmail } from './told-email.ts'
import type { UnsubscribeUrl } from './unsubscribe-links.ts'

export interface TellingDeps {
  db: Db
  keys: () => Promise<VapidKeys>
  publicUrl: string
  allowsLocal: boolean
  unsubscribeUrl: UnsubscribeUrl
}

/** What a job works with; `signal` aborts it. */
type Deps = TellingDeps & { signal: AbortSignal }

/** Milliseconds by which this clock may be behind that of the database, which says when a job is due. */
const skew = 5000

/** Milliseconds for which a push is tried before the letter goes in its place. */
const pushTried = 5 * 60_000

/** Sends to all browsers of a person; dead ones go, and those that fail again and again. Returns whether one has taken it. Throws if it is to be tried again. */
async function pushTo(deps: Deps, userId: string, push: Push): Promise<boolean> {
  const outcomes = await Promise.all(
    (await listSubscriptions(deps.db, userId)).map(async subscription => {
      const sent = await sendPush(deps, subscription, push, deps.signal)
      if (sent === 'sent') forgetFailures(subscription.id)
      // Not what this process has broken off itself.
      const isGivenUp = sent === 'failed' && !deps.signal.aborted && hasFailedTooOften(subscription.id)
      const outcome = isGivenUp ? 'dead' : sent
      if (outcome === 'dead') await deleteSubscription(deps.db, userId, subscription.endpoint)
      return outcome
    }),
  )
  if (outcomes.includes('sent')) return true
  if (outcomes.includes('failed')) throw new Error('no push service takes the push now')
  return false
}

/**
 * Claimed before it is sent, so that no two processes send it; given back if nobody has taken it. `send` has the ids that
 * nobody else tells.
 */
async function claiming(db: Db, ids: string[], send: (claimed: string[]) => Promise<boolean>): Promise<void> {
  const claimed = await claim(db, ids)
  if (claimed.length === 0) return
  try {
    if (!(await send(claimed))) await deleteTellings(db, claimed)
  } catch (error) {
    await giveBack(db, claimed)
    throw error
  }
}

/** Nothing that people do to each other crosses a block. */
const isAcrossBlock = async (db: Db, { userId, actorId, kind }: Telling) =>
  actorId !== null && socialKinds.includes(kind) && (await findApart(db, userId, actorId))

async function nameOf(db: Db, actorId: string | null): Promise<string | null> {
  return actorId === null ? null : ((await findPerson(db, actorId))?.name ?? null)
}

/** Several that wait about the same are one: the others would only replace it on the screen. */
async function tellPush(deps: Deps, telling: Telling): Promise<void> {
  const { db } = deps
  const { id, userId, kind, actorId, path, subject } = telling
  if (await isAcrossBlock(db, telling)) return deleteTellings(db, [id])
  const push = { title: 'Дендро', body: pushText(kind, await nameOf(db, actorId)), path, tag: subject }
  await claiming(db, await listWaitingPushes(db, telling), () => pushTo(deps, userId, push))
}

/** The letter that waits, or one in the words of the push; `null` for somebody to whom none may go. */
async function letterOf({ db, publicUrl, unsubscribeUrl }: Deps, telling: Telling): Promise<Email | null> {
  const { userId, email, kind, actorId, path } = telling
  if (email) return email
  const person = await findPerson(db, userId)
  if (!person?.confirmedEmail || person.blockedAt || (await isAcrossBlock(db, telling))) return null
  const told = { kind, actor: await nameOf(db, actorId), path }
  return toldEmail(person.confirmedEmail, told, { publicUrl, unsubscribeUrl: unsubscribeUrl(userId, kind) })
}

/** The letter goes unless a push about the same has arrived. */
async function tellEmail(deps: Deps, telling: Telling): Promise<void> {
  const { db } = deps
  const { id, userId, createdAt } = telling
  const push = await findPushOf(db, telling)
  const email = push === 'sent' ? null : await letterOf(deps, telling)
  if (!email) return deleteTellings(db, [id])
  const isYoung = Date.now() - createdAt.getTime() < pushTried
  if (push === 'waiting' && isYoung) {
    const after = new Date(Date.now() + emailDelay)
    return db.transaction(tx => tellingLater.send(tx, [{ data: { id }, after }]))
  }
  await db.transaction(async tx => {
    if ((await claim(tx, [id])).length === 0) return
    // Its push is not tried again: one of both is enough. Nor does another letter about the same go.
    await deleteWaiting(tx, userId, [telling.subject])
    await queueEmails(tx, [{ email, personId: userId }])
  })
}

async function tellOne(deps: Deps, id: string): Promise<void> {
  const telling = await findWaiting(deps.db, id)
  // It was read meanwhile, or told.
  if (!telling) return
  const { kinds, quiet, time_zone } = presentSettings(await findSettings(deps.db, telling.userId))
  const { channel, kind, userId } = telling
  if (!kinds[kind][channel]) return deleteTellings(deps.db, [id])
  const end = quietEnd(quiet, time_zone, new Date())
  if (end) {
    await deps.db.transaction(async tx => {
      await setDue(tx, id, end)
      await quietEnding.send(tx, [{ data: { userId }, after: end }])
    })
    return
  }
  await (channel === 'push' ? tellPush(deps, telling) : tellEmail(deps, telling))
}

/** One summary of what the quiet hours have held back: by push, or by e-mail where no browser takes it. */
async function endQuiet(deps: Deps, userId: string): Promise<void> {
  const { db, publicUrl } = deps
  const now = new Date()
  const { kinds, quiet, time_zone } = presentSettings(await findSettings(db, userId))
  // They were changed: another job comes at their end.
  if (quietEnd(quiet, time_zone, new Date(now.getTime() + skew))) return
  const due = (await listDueOf(db, userId, now)).filter(({ kind, channel }) => kinds[kind][channel])
  const ids = due.map(({ id }) => id)
  await claiming(db, ids, async claimed => {
    // A digest may have told some of them meanwhile.
    const held = due.filter(({ id }) => claimed.includes(id))
    const body = summaryText(held)
    const isForBrowser = held.some(({ channel }) => channel === 'push')
    if (isForBrowser && (await pushTo(deps, userId, { title: 'Дендро', body, path: '/notifications', tag: 'quiet' }))) {
      return true
    }
    const person = await findPerson(db, userId)
    if (!held.some(({ channel }) => channel === 'email') || !person?.confirmedEmail) return false
    const email = summaryEmail(person.confirmedEmail, body, publicUrl)
    await db.transaction(tx => queueEmails(tx, [{ email, personId: userId }]))
    return true
  })
}

export const tellingJobs = (deps: TellingDeps): JobHandler[] => [
  doneBy(tellingLater, ({ id }, { signal }) => tellOne({ ...deps, signal }, id)),
  doneBy(quietEnding, ({ userId }, { signal }) => endQuiet({ ...deps, signal }, userId)),
  doneBy(tellingCleanup, () => deleteOldTellings(deps.db)),
]
