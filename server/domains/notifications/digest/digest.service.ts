import type { ToldKind } from '#contract/notification-settings.ts'
import { findPerson } from '#server/domains/accounts/accounts.api.ts'
import { listUnreadChats } from '#server/domains/chat/chat.api.ts'
import {
  chatSubject,
  claimSubjects,
  isInDigest,
  kindOf,
  listToldSubjects,
  lockDueDigest,
  nextDigest,
  presentSettings,
  setDigested,
  tellingSubject,
  type UnsubscribeUrl,
} from '#server/domains/telling/telling.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { queueEmail } from '#server/platform/mail/mail.ts'
import { sentenceOf } from '../notifications.present.ts'
import { listMissed } from '../notifications.queries.ts'
import { digestByEmail } from './digest-email.ts'
import { digestWriting } from './digest.jobs.ts'

interface DigestDeps {
  db: Db
  publicUrl: string
  unsubscribeUrl: UnsubscribeUrl
}

/** What comes first in a digest. */
const bestFirst: ToldKind[] = [
  ...(['deals', 'quotes', 'requests', 'messages', 'moderation', 'mentions'] as const),
  ...(['comments', 'friends', 'saved_searches', 'freshness', 'likes'] as const),
]
/** Lines of a digest; below them it says how many more there are. */
const mostLines = 20

/**
 * Sentences about what the person has neither read nor been told of outside the site since then, of the kinds whose
 * letters they have not refused; the best first. What waits to be told of it, as after quiet hours, is claimed: it comes
 * either here or there.
 */
async function missedBy(tx: Tx, userId: string, since: Date, isWanted: (kind: ToldKind) => boolean): Promise<string[]> {
  const toldBefore = await listToldSubjects(tx, userId, since)
  const unread = (await listMissed(tx, userId, since))
    .map(row => ({ kind: kindOf(row.type), subject: tellingSubject(row), sentence: sentenceOf(row) }))
    .filter(({ kind, subject }) => isWanted(kind) && !toldBefore.has(subject))
  const unreadChats = isWanted('messages') ? await listUnreadChats(tx, userId, since) : []
  const chatSubjects = unreadChats.map(chatSubject).filter(subject => !toldBefore.has(subject))
  const claimed = await claimSubjects(tx, userId, [...unread.map(({ subject }) => subject), ...chatSubjects])
  // Another job may have told something before this one claimed it.
  const told = await listToldSubjects(tx, userId, since)
  const isNews = (subject: string) => claimed.has(subject) || !told.has(subject)
  const news = unread.filter(({ subject }) => isNews(subject)).map(({ kind, sentence }) => ({ kind, sentence }))
  const chats = chatSubjects.filter(isNews).length
  if (chats > 0) news.push({ kind: 'messages', sentence: `Непрочитанные беседы: ${chats}.` })
  return news
    .toSorted((one, other) => bestFirst.indexOf(one.kind) - bestFirst.indexOf(other.kind))
    .map(({ sentence }) => sentence)
}

/** Writes one digest that is due; false if none is. */
async function writeNext({ db, publicUrl, unsubscribeUrl }: DigestDeps): Promise<boolean> {
  return db.transaction(async tx => {
    const row = await lockDueDigest(tx)
    if (!row) return false
    const { userId } = row
    const now = new Date()
    const settings = presentSettings(row)
    await setDigested(tx, userId, now, nextDigest(settings, now))
    const person = await findPerson(tx, userId)
    if (!person?.confirmedEmail || person.blockedAt) return true
    const missed = await missedBy(tx, userId, row.lastDigestAt ?? now, kind => isInDigest(row, kind))
    if (missed.length === 0) return true
    const content = { lines: missed.slice(0, mostLines), more: Math.max(0, missed.length - mostLines) }
    const links = { publicUrl, unsubscribeUrl: unsubscribeUrl(userId, 'digest') }
    await queueEmail(tx, digestByEmail(person.confirmedEmail, content, links), userId)
    return true
  })
}

export const digestWriter = (deps: DigestDeps): JobHandler =>
  doneBy(digestWriting, async (_data, { signal }) => {
    while (!signal.aborted && (await writeNext(deps)));
  })
