import type { ClearablePart } from '#contract/moderation/people.ts'
import { type Company, deletePhotos, lockCompany, updateCompany } from '#server/domains/companies/companies.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { decideAgainst, type Grounds } from '../decisions/decide-against.ts'

/** The columns of a company without each part; its photos are rows of their own. */
const emptied: Record<ClearablePart, Partial<Company>> = {
  logo: { logoKey: null },
  cover: { coverKey: null },
  photos: {},
  about_team: { about: '' },
  hours: { hours: '' },
  delivery_area: { deliveryArea: '' },
  slug: { slug: null },
}

/** Takes parts off a company's page; its people read why, and may put others there. Throws NOT_FOUND. */
export async function clearCompany(
  db: Db,
  actor: Actor,
  id: number,
  { parts, ...grounds }: Grounds & { parts: ClearablePart[] },
) {
  await db.transaction(async tx => {
    const company = await lockCompany(tx, id)
    if (!company) throw new AppError('NOT_FOUND', 'Такой компании нет.')
    if (parts.includes('photos')) await deletePhotos(tx, id)
    const columns: Partial<Company> = Object.assign({}, ...parts.map(part => emptied[part]))
    // Photos are shown with the company's row: its version changes with them.
    await updateCompany(tx, id, { name: company.name, ...columns })
    const deed = { action: 'clear', subject: 'company', subjectId: id, subjectName: company.name } as const
    await decideAgainst(tx, actor, { ...deed, owner: { companyId: id }, ...grounds })
  })
  return { message: 'company cleared' as const }
}
