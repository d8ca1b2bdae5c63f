import type { LineChange, ProjectDifferences, RequestLine } from '#contract/requests.ts'
import { findProject, listLines } from '#server/domains/projects/projects.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { presentRequestLines } from '../trade.present.ts'
import type { RequestRow } from '../trade.tables.ts'
import { type AskedLine, compareLines } from './line-changes.ts'
import { findAskedSpan, listLastAsked } from './requests.queries.ts'

/** The lines of a project now, and as each of them was last asked for. */
async function readVersions(db: Db | Tx, projectId: string): Promise<{ now: RequestLine[]; last: AskedLine[] }> {
  const [lines, asked] = await Promise.all([listLines(db, projectId), listLastAsked(db, projectId)])
  const wanted = lines.filter(({ isNote }) => !isNote)
  // Both with the plants as they are called now: a merged one is no change.
  const presented = await presentRequestLines(db, [...wanted, ...asked])
  return {
    now: presented.slice(0, wanted.length),
    last: asked.flatMap(({ requestId }, at) => {
      const line = presented[wanted.length + at]
      return line ? [{ request: requestId, line }] : []
    }),
  }
}

const byLine = (asked: AskedLine[]) => new Map(asked.map(one => [one.line.id, one]))

/** What has changed in the project of a request since; nothing where it is deleted, or the request cancelled. */
export async function changesSince(
  db: Db | Tx,
  { id, projectId, status }: RequestRow,
  sent: RequestLine[],
): Promise<LineChange[]> {
  if (projectId === null || status === 'cancelled') return []
  const { now, last } = await readVersions(db, projectId)
  return compareLines({ sent, now, since: id, last: byLine(last) })
}

/** What has changed in a project since each of its lines was last asked for. Throws NOT_FOUND for somebody else's. */
export async function readDifferences(db: Db, actor: Actor, projectId: string): Promise<ProjectDifferences> {
  if (!(await findProject(db, actor.id, projectId))) throw new AppError('NOT_FOUND', 'Такого проекта нет.')
  const span = await findAskedSpan(db, projectId)
  if (!span) return { request: null, changes: [] }
  const { now, last } = await readVersions(db, projectId)
  return {
    request: { id: span.last.id, created_at: span.last.createdAt.toISOString() },
    changes: compareLines({ sent: last.map(({ line }) => line), now, since: span.firstId, last: byLine(last) }),
  }
}
