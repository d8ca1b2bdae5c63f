import type { LiveEvent } from '#contract/events.ts'
import type { Db, Tx } from '../database/database.ts'
import { tellInProcess } from './in-process.ts'
import { liveChannel, notifyLive } from './live.queries.ts'

/**
 * `sessionIds`: the pages that are open in these sessions. `watching`: people who watch this thing and may see it.
 * `everyoneBut`: all who are signed in, except these people.
 */
export type Audience =
  | { userIds: string[] }
  | { sessionIds: string[] }
  | { watching: string }
  | { everyoneBut: string[] }
  | 'everyone'

/** Bytes of one notice to the other processes; PostgreSQL takes fewer than 8000. */
const largestNotice = 7900
/** People or sessions named in one notice, so that most events fit in beside them. */
const namedInNotice = 50

function batches(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / namedInNotice) }, (_, part) =>
    ids.slice(part * namedInNotice, (part + 1) * namedInNotice),
  )
}

/** Two lines, so that the receiver can pass the event on unchanged. */
const notice = (audience: Audience, event: string) => `${JSON.stringify(audience)}\n${event}`

export function readNotice(text: string): { audience: Audience; event: string } {
  const end = text.indexOf('\n')
  return { audience: JSON.parse(text.slice(0, end)) as Audience, event: text.slice(end + 1) }
}

/** In place of an event: the streams end. */
export const endOfStreams = ''

/** Ends the streams of these sessions, in every process, once the transaction is committed. */
export async function endStreams(tx: Tx, sessionIds: string[]): Promise<void> {
  const notices = batches(sessionIds).map(part => notice({ sessionIds: part }, endOfStreams))
  if (notices.length > 0) await notifyLive(tx, notices)
}

/** The same of everything these people have open, because what they may see has changed: they come back at once. */
export async function endStreamsOf(tx: Tx, userIds: string[]): Promise<void> {
  await notifyLive(
    tx,
    batches(userIds).map(part => notice({ userIds: part }, endOfStreams)),
  )
}

type Published = Exclude<LiveEvent, { type: 'hello' }>

/** As JSON with e-mails blanked: it goes to several people, and only some of them may know them. */
const written = (event: Published) => JSON.stringify(event, (key, value: unknown) => (key === 'email' ? '' : value))

function parts(audience: Audience): Audience[] {
  if (audience === 'everyone' || !('userIds' in audience)) return [audience]
  return batches(audience.userIds).map(userIds => ({ userIds }))
}

/** `short`: for an event that is too long; the client loads the rest itself. */
function noticesOf(event: Published, audience: Audience, short: Published = event): string[] {
  const whole = written(event)
  const light = written(short)
  return parts(audience).map(part => {
    const full = notice(part, whole)
    return Buffer.byteLength(full) <= largestNotice ? full : notice(part, light)
  })
}

/**
 * Sends an event to the open pages of these people, whichever process they are connected to, once the transaction is
 * committed. For an event that is too long `short` is sent instead.
 */
export async function publish(tx: Tx, event: Published, audience: Audience, short?: Published): Promise<void> {
  const notices = noticesOf(event, audience, short)
  if (notices.length > 0) await notifyLive(tx, notices)
}

/**
 * Sends an event at once, from beside a transaction that is still under way: how far it has come. `db` is no
 * transaction; with the embedded database it works also while one is open.
 */
export async function publishAtOnce(db: Db, event: Published, audience: Audience): Promise<void> {
  const notices = noticesOf(event, audience)
  if (notices.length > 0 && !tellInProcess(db, liveChannel, notices)) await notifyLive(db, notices)
}

/** Sends each of these events to its own people. */
export async function publishEach(tx: Tx, pieces: { event: Published; audience: Audience }[]): Promise<void> {
  const notices = pieces.flatMap(({ event, audience }) => noticesOf(event, audience))
  if (notices.length > 0) await notifyLive(tx, notices)
}
