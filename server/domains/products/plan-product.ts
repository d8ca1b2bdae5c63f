import type { FieldErrors } from '#contract/errors.ts'
import { listMembers } from '#server/domains/companies/companies.service.ts'
import { findCategoryById, findEntry } from '#server/domains/plants/plants.api.ts'
import { type AllLookups, readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { knownUploads } from '#server/domains/uploads/uploads.service.ts'
import type { IllustrationSpec } from '#server/illustration/draw-plant.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canAssignProduct } from '#server/policy/catalogue.ts'
import { findGenusSample, matchPlant } from '../plants/plants.service.ts'
import { illustrationSpecOf } from './illustration-spec.ts'
import {
  heightColumns,
  lookupColumns,
  nameColumns,
  type ProductColumns,
  type ProductForm,
  plainColumns,
} from './product-form.ts'
import { arrangePhotos, type Photo, uploadIdsIn } from './product-photos.ts'
import { listImages, type ProductRow } from './products.queries.ts'

export interface SaveInput {
  actor: Actor
  form: ProductForm
  fileCount: number
  companyId: number
  /** Who created the company. */
  creatorId: string
  /** The product as it is; `null` for a new one. */
  current: ProductRow | null
}

type PlannedColumns = Omit<ProductColumns, 'slug' | 'drawnMediaKey' | 'companyId' | 'categoryId'> & {
  categoryId: number
}

export interface SaveChanges {
  columns: PlannedColumns
  /** `null`: the photos stay as they are. */
  photos: Photo[] | null
  /** `null`: the drawn picture stays as it is. */
  illustration: IllustrationSpec | null
}

/** What the drawn picture shows; when none of it changes, neither does the picture. */
const drawn = [
  'plantId',
  'name',
  'categoryId',
  'growthPatternId',
  'crownShapeId',
  'foliageColour',
  'heightFromMm',
  'heightToMm',
  'matureHeightMm',
] as const satisfies (keyof PlannedColumns)[]

/** Who answers for the product: the creator says; a new product of an employee is the employee's own. */
async function assigneeColumn(db: Db | Tx, { actor, form, companyId, creatorId, current }: SaveInput) {
  if (!canAssignProduct(actor, { companyId, creatorId })) {
    return { columns: current ? {} : { assignedToId: actor.id }, errors: {} }
  }
  const assignedToId = form.assigned_to?.toLowerCase() ?? form.assigned_to
  if (assignedToId === undefined) return { columns: {}, errors: {} }
  const isMember = assignedToId === null || (await listMembers(db, companyId)).some(({ id }) => id === assignedToId)
  const errors: FieldErrors = isMember
    ? {}
    : { assigned_to: fieldError('Нужен сотрудник вашей компании', 'not_a_member') }
  return { columns: { assignedToId }, errors }
}

/**
 * What a moderator has said of the product, now that its company saves it: one that was sent back waits again; one that
 * was taken down waits too, and is told from the others, for it is never published by its name alone.
 */
function answerTo(review: ProductColumns['review']): Pick<ProductColumns, 'review' | 'reviewReason' | 'reviewedAt'> {
  if (review === 'hidden') return { review: 'resubmitted' }
  if (review === 'returned') return { review: null, reviewReason: '', reviewedAt: null }
  return {}
}

/** Whether the product is published, and as which plant of the directory: decided by its name, as often as that changes. */
async function publication(
  db: Db | Tx,
  current: ProductRow | null,
  categoryId: number,
  genus: string,
  species: string,
) {
  const answer = answerTo(current?.product.review)
  if (current && current.product.genus === genus && current.product.species === species) return answer
  const entry = await matchPlant(db, categoryId, genus, species)
  const wasTakenDown = current?.product.review === 'hidden' || current?.product.review === 'resubmitted'
  const isApproved = entry !== undefined && !wasTakenDown
  return {
    ...answer,
    plantId: entry?.id ?? null,
    latinName: entry?.latinName ?? '',
    synonyms: entry?.synonyms ?? '',
    isApproved,
    ...(isApproved && !current?.product.publishedAt ? { publishedAt: new Date() } : {}),
  }
}

async function newIllustrationSpec(
  db: Db | Tx,
  columns: PlannedColumns,
  current: ProductRow | null,
  lists: AllLookups,
): Promise<IllustrationSpec | null> {
  const after = { ...current?.product, ...columns }
  if (current && drawn.every(column => current.product[column] === after[column])) return null
  const entry = after.plantId ? await findEntry(db, after.plantId) : undefined
  const [genusSample, category] = await Promise.all([
    entry ? undefined : findGenusSample(db, after.genus),
    findCategoryById(db, after.categoryId),
  ])
  return illustrationSpecOf({
    entry,
    genusSample,
    name: after.name,
    categorySlug: category?.slug ?? '',
    growthPattern: lists.byId(after.growthPatternId ?? null),
    crownShape: lists.byId(after.crownShapeId ?? null),
    foliageColour: after.foliageColour ?? '',
    heightFromMm: after.heightFromMm ?? null,
    heightToMm: after.heightToMm ?? null,
    matureHeightMm: after.matureHeightMm ?? null,
  })
}

/** What saving the form would write. Throws INVALID_INPUT with every field that does not fit what is there. */
export async function planProduct(db: Db | Tx, input: SaveInput): Promise<SaveChanges> {
  const { actor, form, current } = input
  const lists = await readAllLookups(db)
  const name = nameColumns(form, current?.product ?? null)
  const heights = heightColumns(form, current?.product ?? null)
  const lookups = lookupColumns(form, lists, current?.product ?? null)
  const assignee = await assigneeColumn(db, input)
  const images = current ? await listImages(db, current.product.id) : []
  const { photos, errors: photoErrors } = arrangePhotos(
    form,
    { imageIds: images.map(({ id }) => id), uploadIds: await knownUploads(db, actor.id, uploadIdsIn(form)) },
    input.fileCount,
  )
  const categoryId = form.category ?? current?.product.categoryId ?? 0
  const errors: FieldErrors = {
    ...((await findCategoryById(db, categoryId))
      ? {}
      : { category: fieldError('Выберите категорию из списка', 'not_in_list') }),
    ...name.errors,
    ...heights.errors,
    ...lookups.errors,
    ...assignee.errors,
    ...photoErrors,
  }
  if (Object.keys(errors).length > 0) throw new AppError('INVALID_INPUT', undefined, errors)
  const columns = {
    ...plainColumns(form),
    ...lookups.columns,
    ...heights.columns,
    ...assignee.columns,
    categoryId,
    ...name.columns,
    ...(await publication(db, current, categoryId, name.columns.genus, name.columns.species)),
  }
  return { columns, photos, illustration: await newIllustrationSpec(db, columns, current, lists) }
}
