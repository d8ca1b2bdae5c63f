import type { StaffCategory } from '#contract/moderation/plants.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { refuse } from '#server/domains/plants/new-plants.ts'
import { renameCategory } from '#server/domains/plants/plants.api.ts'
import { assertNotStale } from '#server/domains/reference/entry-states.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import { changeReference } from '#server/domains/reference/reference.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listStaffCategories } from './directory.queries.ts'

/**
 * The address stays. Throws INVALID_INPUT for a name that is taken, CONFLICT if another moderator has changed the name
 * meanwhile.
 */
export async function editCategory(
  db: Db,
  actor: Actor,
  id: number,
  { was, name }: { was: string; name: string },
): Promise<StaffCategory> {
  return changeReference(db, async tx => {
    const all = await listStaffCategories(tx)
    const category = all.find(row => row.id === id)
    if (!category) throw new AppError('NOT_FOUND', 'Такой категории нет.')
    assertNotStale(category, was)
    if (all.some(row => row.id !== id && normalizeName(row.name) === normalizeName(name))) {
      throw refuse('name', 'Такая категория уже есть', 'unique')
    }
    await renameCategory(tx, id, name)
    const subjectName = `${category.name} → ${name}`
    await record(tx, actor, { action: 'rename', subject: 'category', subjectId: id, subjectName })
    return { ...category, name }
  })
}
