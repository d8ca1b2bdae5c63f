import { cyrillicCrownShape, type Product, type ProductCard, type ProductImage } from '#contract/products.ts'
import type { DescribedLookup } from '#contract/reference.ts'
import { presentTeamRef } from '#server/domains/companies/companies.present.ts'
import { plantFigure } from '#server/domains/plants/plant-figure.ts'
import { presentPlantRef } from '#server/domains/plants/plants.present.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canAssignProduct, canEditProduct, isColleague } from '#server/policy/catalogue.ts'
import { canSeeMemberEmail } from '#server/policy/companies.ts'
import { fromMillimetres } from '../plants/heights.ts'
import type { CardRow, ProductRow } from './products.queries.ts'
import { presentVariant, type ReadVariant } from './variants/variants.present.ts'

type MediaUrls = Pick<MediaStore, 'urls'>

const rubles = (kopecks: number | null) => (kopecks === null ? null : kopecks / 100)

export function productPath(categorySlug: string, slug: string): string {
  return `/${categorySlug}/${slug}/`
}

export function presentCard(row: CardRow, media: MediaUrls): ProductCard {
  return {
    id: row.id,
    name: row.name,
    latin_name: row.latinName,
    slug: row.slug,
    category: row.category,
    team: presentTeamRef(row.company),
    description: row.description,
    price: rubles(row.priceKopecks),
    price_is_from: row.priceIsFrom,
    sizes: row.sizes ?? '',
    variants_count: row.variantsCount,
    is_sold_out: row.isSoldOut,
    zone: row.zone,
    is_active: row.isActive,
    ...media.urls(row.coverKey),
    has_photos: row.hasPhotos,
    get_absolute_url: productPath(row.category.slug, row.slug),
  }
}

export function presentImage(row: { id: number; mediaKey: string }, media: MediaUrls): ProductImage {
  return { id: row.id, ...media.urls(row.mediaKey) }
}

/** A moderator's review of the product, for those who may see it. */
function presentReview({ product }: ProductRow, actor: Actor | null): Product['review'] {
  const { review, reviewReason, companyId } = product
  const isTold = isColleague(actor, companyId) || actor?.isStaff === true
  return isTold && (review === 'returned' || review === 'hidden') ? { state: review, reason: reviewReason } : null
}

function presentAssignee({ product, assignedTo, assigneeShowsEmail }: ProductRow, actor: Actor | null) {
  if (assignedTo === null) return null
  const shown = canSeeMemberEmail(actor, { companyId: product.companyId, showsEmail: assigneeShowsEmail })
  return shown ? assignedTo : { ...assignedTo, email: '' }
}

/** `lookupOf` gives the product's lookups; `actor` is the reader. */
export function presentProduct(
  row: ProductRow,
  { images, variants }: { images: { id: number; mediaKey: string }[]; variants: ReadVariant[] },
  lookupOf: (id: number | null) => DescribedLookup | null,
  media: MediaUrls,
  actor: Actor | null,
): Product {
  const { product } = row
  const owned = { ...product, creatorId: row.creatorId }
  const crownShape = lookupOf(product.crownShapeId)
  return {
    ...presentCard(row, media),
    genus: product.genus,
    species: product.species,
    plant: presentPlantRef(row.plant),
    plant_figure: row.plantFacts && plantFigure(row.plantFacts),
    variants: variants.map(presentVariant),
    video_link: product.videoLink,
    images: images.map(image => presentImage(image, media)),
    assigned_to: presentAssignee(row, actor),
    winter_hardiness: lookupOf(product.zoneId),
    growth_pattern: lookupOf(product.growthPatternId),
    place_of_cultivation: lookupOf(product.placeOfCultivationId),
    crown_shape: crownShape,
    [cyrillicCrownShape]: crownShape,
    age_group: lookupOf(product.ageGroupId),
    rsp: lookupOf(product.rootPackagingId),
    rsp_metric: product.rootSize,
    rsp_measure: product.rootMeasure,
    annual_growth: product.annualGrowth,
    landscape_use: product.landscapeUse,
    light_requirements: product.lightRequirements,
    foliage_or_needles_color: product.foliageColour,
    s_height_from: fromMillimetres(product.heightFromMm, product.heightMeasure),
    s_height_to: fromMillimetres(product.heightToMm, product.heightMeasure),
    height_measure: product.heightMeasure,
    item_country: product.country,
    item_city: product.city,
    item_address: product.address,
    height_at_maturity: fromMillimetres(product.matureHeightMm, 'M'),
    review: presentReview(row, actor),
    can: { edit: canEditProduct(actor, owned), assign: canAssignProduct(actor, owned) },
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
  }
}
