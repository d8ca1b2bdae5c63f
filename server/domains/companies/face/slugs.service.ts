import { companySlugLength, reservedCompanySlugs } from '#contract/company-slug.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import { numbered } from '#server/platform/numbered.ts'
import { transliterate } from '#server/platform/transliterate.ts'
import { freeOldSlugs, listTakenSlugs, takeSlug } from './face.queries.ts'

/**
 * Slugs that lead to a company, its present one among them: printed codes and links go on working, and nobody collects
 * the good names.
 */
const keptSlugs = 6
/** Numbers tried after a name that is taken. */
const numbers = 10
/** Leaves room for such a number. */
const nameLength = companySlugLength.most - 12

/** A free slug made of the company's name. */
export async function proposeSlug(db: Db | Tx, { id, name }: { id: number; name: string }): Promise<string> {
  const latin = transliterate(name, nameLength)
  const isName = latin.length >= companySlugLength.least && !reservedCompanySlugs.has(latin)
  const base = isName ? latin : latin === '' ? 'pitomnik' : `pitomnik-${latin}`
  const candidates = Array.from({ length: numbers }, (_, index) => numbered(base, index + 1))
  const taken = await listTakenSlugs(db, candidates)
  return candidates.find(slug => !taken.has(slug)) ?? `${base}-${id}`
}

/**
 * The column of the company's new slug; `undefined`: unchanged. The caller has locked the company. Throws INVALID_INPUT
 * if another company has the slug or had it lately.
 */
export async function changeSlug(
  tx: Tx,
  company: { id: number; slug: string | null },
  slug: string | undefined,
): Promise<string | null | undefined> {
  if (slug === undefined || slug === (company.slug ?? '')) return undefined
  if (slug === '') return null
  if (!(await takeSlug(tx, company.id, slug))) {
    throw new AppError('INVALID_INPUT', undefined, { slug: fieldError('Этот адрес занят другой компанией', 'taken') })
  }
  await freeOldSlugs(tx, company.id, keptSlugs)
  return slug
}
