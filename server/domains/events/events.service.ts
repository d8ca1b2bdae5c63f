import { isOpenSession } from '#server/domains/accounts/sign-in/sessions.service.ts'
import { readablePosts } from '#server/domains/posts/feed/readable-posts.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import type { LiveStreams, StreamOptions } from '#server/platform/live/live-streams.ts'

export interface EventDeps {
  db: Db
  streams: LiveStreams
}

type Response = Parameters<LiveStreams['open']>[0]

/**
 * Opens the actor's stream, with changes of the watched posts that the actor may see. Permissions are checked once,
 * because streams are short.
 */
export async function openStream(
  { db, streams }: EventDeps,
  actor: SignedIn,
  response: Response,
  { watch, ...options }: { watch: string[] } & Omit<StreamOptions, 'userId' | 'sessionId' | 'watched'>,
): Promise<void> {
  const { id: userId, sessionId } = actor
  const watched = await readablePosts(db, actor, [...new Set(watch)])
  await streams.open(response, { ...options, userId, sessionId, watched })
  // If the session ended while the stream was being opened, the event that ends its streams missed this one.
  if (!(await isOpenSession(db, sessionId))) response.end()
}
