import { findCategoryById } from '#server/domains/plants/plants.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { readLines } from '#server/reading/lines/read-lines.ts'
import { habitOfCategory } from '#server/reading/sizes/context.ts'
import { confirmVariants } from './variants.queries.ts'

/** Confirms variants of the actor's company as unchanged. Throws FORBIDDEN if the actor has no company. */
export async function confirmOwnVariants(db: Db, actor: Actor, { ids, all }: { ids?: number[]; all?: boolean }) {
  if (actor.companyId === null) throw new AppError('FORBIDDEN', 'Наличие подтверждает компания.')
  return { confirmed: await confirmVariants(db, actor.companyId, all ? null : (ids ?? [])) }
}

/** Reads the sizes in a text; an unknown category is ignored. */
export async function readWrittenVariants(db: Db, { text, category }: { text: string; category?: number | null }) {
  const found = category ? await findCategoryById(db, category) : undefined
  return readLines(text, habitOfCategory(found?.slug))
}
