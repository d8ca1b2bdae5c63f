import type { FieldErrors } from '#contract/errors.ts'
import { variantFieldNames } from '#contract/products.ts'
import { type DirectoryEntry, findEntry, type Namesake } from '#server/domains/plants/plants.api.ts'
import { type Lookups, lookupsAmong } from '#server/domains/reference/lookups.service.ts'
import type { WaitingUpload } from '#server/domains/uploads/uploads.api.ts'
import type { IllustrationSpec } from '#server/drawings/draw-plant.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canAssignProduct } from '#server/policy/catalogue.ts'
import { findGenusSample, matchAmong } from '../plants/plants.service.ts'
import { illustrationSpecOf, type PictureFacts, potOf } from './illustration-spec.ts'
import { lookupColumns, nameColumns, type ProductColumns, type ProductForm, plainColumns } from './product-form.ts'
import { arrangePhotos, type Photo } from './product-photos.ts'
import type { CurrentRow, FactRows } from './save-facts.queries.ts'
import { planVariants, type WrittenVariant } from './variants/variant-form.ts'

export interface SaveInput {
  /** With the company at which they currently work. */
  actor: Actor
  form: ProductForm
  fileCount: number
  companyId: number
  /** The company's creator. */
  creatorId: string
  /** The current product; `null` for a new one. */
  current: CurrentRow | null
  facts: FactRows
  /** The directory's entries with names similar to the product's new one; unused if the name stays. */
  namesakes: Namesake[]
}

type PlannedColumns = Omit<ProductColumns, 'slug' | 'drawnMediaKey' | 'companyId' | 'categoryId' | 'isSuspended'> & {
  categoryId: number
}

/** A picture to be drawn; its facts from the directory are read when it is drawn. */
interface Drawing {
  facts: Omit<PictureFacts, 'entry' | 'genusSample'>
  /** `undefined`: the entry with the id `plantId`, or none. */
  entry: DirectoryEntry | undefined
  plantId: number | null
  genus: string
}

export interface SaveChanges {
  columns: PlannedColumns
  /** All variants of the product; `null`: unchanged. */
  variants: WrittenVariant[] | null
  /** `null`: the photos are unchanged. */
  photos: Photo[] | null
  /** The uploads among the photos. */
  uploads: WaitingUpload[]
  /** `null`: the drawn picture is unchanged. */
  drawing: Drawing | null
}

/** The columns on which the drawn picture depends. */
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
  'rootSize',
  'rootMeasure',
] as const satisfies (keyof PlannedColumns)[]

/** The assignee: named by the company's creator; a new product of an employee is assigned to that employee. */
function assigneeColumn({ actor, form, companyId, creatorId, current, facts }: SaveInput) {
  if (!canAssignProduct(actor, { companyId, creatorId })) {
    return { columns: current ? {} : { assignedToId: actor.id }, errors: {} }
  }
  const assignedToId = form.assigned_to?.toLowerCase() ?? form.assigned_to
  if (assignedToId === undefined) return { columns: {}, errors: {} }
  const isMember = assignedToId === null || facts.assignees.some(assignee => assignee.companyId === companyId)
  const errors: FieldErrors = isMember
    ? {}
    : { assigned_to: fieldError('Нужен сотрудник вашей компании', 'not_a_member') }
  return { columns: { assignedToId }, errors }
}

/**
 * The moderators' decision after the company saves the product: one that was sent back awaits review again; so does one
 * that was taken down, marked as such, because it is never published by its name alone. One that the company itself has
 * withdrawn is on sale again.
 */
function answerTo(
  review: ProductColumns['review'],
): Pick<ProductColumns, 'review' | 'reviewReason' | 'reviewedAt' | 'isApproved'> {
  if (review === 'hidden') return { review: 'resubmitted' }
  if (review === 'returned') return { review: null, reviewReason: '', reviewedAt: null }
  if (review === 'withdrawn') return { review: null, isApproved: true }
  return {}
}

/** Whether the form changes the product's name. */
export function changesName(form: ProductForm, { product }: CurrentRow): boolean {
  const { genus, species } = nameColumns(form, product).columns
  return product.genus !== genus || product.species !== species
}

/** Whether the product is published, and as which plant of the directory: decided by its name whenever that changes. */
function publication({ form, current, namesakes }: SaveInput, genus: string, species: string) {
  const answer = answerTo(current?.product.review)
  if (current && !changesName(form, current)) return { columns: answer, entry: undefined }
  const entry = matchAmong(namesakes, genus, species)
  const wasTakenDown = current?.product.review === 'hidden' || current?.product.review === 'resubmitted'
  const isApproved = entry !== undefined && !wasTakenDown
  const columns = {
    ...answer,
    plantId: entry?.id ?? null,
    latinName: entry?.latinName ?? '',
    synonyms: entry?.synonyms ?? '',
    isApproved,
    ...(isApproved && !current?.product.publishedAt ? { publishedAt: new Date() } : {}),
  }
  return { columns, entry }
}

function drawingOf(
  columns: PlannedColumns,
  current: CurrentRow | null,
  categorySlug: string,
  lookups: Lookups,
  entry: DirectoryEntry | undefined,
): Drawing | null {
  const after = { ...current?.product, ...columns }
  if (current && drawn.every(column => current.product[column] === after[column])) return null
  return describedBy(after, categorySlug, lookups, entry)
}

/** The picture of a product described by its columns. */
export function describedBy(
  after: Pick<PlannedColumns, 'name' | 'genus'> & Partial<Pick<PlannedColumns, (typeof drawn)[number]>>,
  categorySlug: string,
  lookups: Lookups,
  entry?: DirectoryEntry,
): Drawing {
  const heights = { heightFromMm: after.heightFromMm ?? null, heightToMm: after.heightToMm ?? null }
  const facts = {
    name: after.name,
    categorySlug,
    growthPattern: lookups.byId(after.growthPatternId ?? null),
    crownShape: lookups.byId(after.crownShapeId ?? null),
    foliageColour: after.foliageColour ?? '',
    ...heights,
    potMm: potOf({ ...heights, rootMeasure: after.rootMeasure, rootSize: after.rootSize }),
    matureHeightMm: after.matureHeightMm ?? null,
  }
  return { facts, entry, plantId: after.plantId ?? null, genus: after.genus }
}

/** The illustration of a planned picture. */
export async function readIllustration(
  db: Db,
  { facts, plantId, genus, ...known }: Drawing,
): Promise<IllustrationSpec> {
  const entry = known.entry ?? (plantId === null ? undefined : await findEntry(db, plantId))
  return illustrationSpecOf({ ...facts, entry, genusSample: entry ? undefined : await findGenusSample(db, genus) })
}

/** Throws CONFLICT for an article number of another product of the company. */
function checkSkus(variants: WrittenVariant[] | null, { current, facts }: SaveInput): void {
  const holders = new Map(
    facts.skuHolders.filter(({ productId }) => productId !== current?.product.id).map(holder => [holder.sku, holder]),
  )
  for (const [index, { sku }] of (variants ?? []).entries()) {
    const holder = sku === null ? undefined : holders.get(sku)
    if (!holder) continue
    const message = `Артикул «${sku}» уже есть у растения «${holder.name}».`
    throw new AppError('CONFLICT', message, { [`variants.${index}.sku`]: fieldError(message, 'taken') })
  }
}

/** The form without the fields that `variants` overrides. */
const withoutOverruled = (form: ProductForm): ProductForm =>
  form.variants ? { ...form, ...Object.fromEntries(variantFieldNames.map(name => [name, undefined])) } : form

/**
 * What saving the form would write. Throws INVALID_INPUT with every invalid field, CONFLICT for an article number of
 * another product.
 */
export function planProduct(input: SaveInput): SaveChanges {
  const { current, facts } = input
  const form = withoutOverruled(input.form)
  const before = current?.product ?? null
  const lookups = lookupsAmong(facts.lookups)
  const name = nameColumns(form, before)
  const chosen = lookupColumns(form, lookups, before)
  const sized = planVariants(form, lookups, current)
  const assignee = assigneeColumn(input)
  const known = {
    imageIds: (current?.images ?? []).map(({ id }) => id),
    uploadIds: new Set(facts.uploads.map(({ id }) => id)),
  }
  const { photos, errors: photoErrors } = arrangePhotos(form, known, input.fileCount)
  const category = form.category === undefined ? current?.category : facts.categories[0]
  const errors: FieldErrors = {
    ...(category ? {} : { category: fieldError('Выберите категорию из списка', 'not_in_list') }),
    ...name.errors,
    ...chosen.errors,
    ...sized.errors,
    ...assignee.errors,
    ...photoErrors,
  }
  if (!category || Object.keys(errors).length > 0) throw new AppError('INVALID_INPUT', undefined, errors)
  checkSkus(sized.variants, input)
  const { columns: published, entry } = publication(input, name.columns.genus, name.columns.species)
  const columns = {
    ...plainColumns(form),
    ...chosen.columns,
    ...sized.columns,
    ...assignee.columns,
    categoryId: category.id,
    ...name.columns,
    ...published,
  }
  return {
    columns,
    variants: sized.variants,
    photos,
    uploads: facts.uploads,
    drawing: drawingOf(columns, current, category.slug, lookups, entry),
  }
}
