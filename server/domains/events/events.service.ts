import { isActive } from '#server/domains/accounts/accounts.service.ts'
import { canSeePost } from '#server/domains/posts/posts.service.ts'
import type { Db } from '#server/platform/database.ts'
import type { LiveStreams, StreamOptions } from '#server/platform/live-streams.ts'
import type { Actor } from '#server/platform/session.ts'

export interface EventDeps {
  db: Db
  streams: LiveStreams
}

type Response = Parameters<LiveStreams['open']>[0]

/**
 * Opens the actor's stream, with the changes of those watched posts that the actor may see. That is asked once: a stream
 * lasts no longer than its access token.
 */
export async function openStream(
  { db, streams }: EventDeps,
  actor: Actor,
  response: Response,
  { watch, ...options }: { watch: string[] } & Omit<StreamOptions, 'userId' | 'watched'>,
): Promise<void> {
  const ids = [...new Set(watch)]
  const seen = await Promise.all(ids.map(id => canSeePost(db, actor, id)))
  await streams.open(response, { ...options, userId: actor.id, watched: ids.filter((_, index) => seen[index]) })
  // Blocked while it was being opened: what ends a blocked person's streams has not met this one.
  if (!(await isActive(db, actor.id))) response.end()
}
