import { availableParallelism } from 'node:os'
import { sql } from 'drizzle-orm'
import { insertPeople } from '#server/domains/accounts/accounts.queries.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { hashPassword } from '#server/domains/accounts/passwords/passwords.ts'
import { insertCompany, insertMembers } from '#server/domains/companies/companies.queries.ts'
import { toMillimetres } from '#server/domains/plants/heights.ts'
import { plantAttributes } from '#server/domains/plants/plant-attributes.ts'
import { categories, plants } from '#server/domains/plants/plants.tables.ts'
import { storeDrawing } from '#server/domains/products/drawn-picture.ts'
import { productImages, productSlugs, products } from '#server/domains/products/products.tables.ts'
import { freeSlug } from '#server/domains/products/slug.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import type { LookupKind } from '#server/domains/reference/lookups.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { lockStartup } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { media as mediaTable } from '#server/platform/media/media.tables.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { readDirectory } from './botany/read-directory.ts'
import { demoCompanies } from './demo/companies.ts'
import { type DemoListing, type DemoView, demoListings } from './demo/listings.ts'
import { demoAccounts, demoPassword, keyOf } from './demo/social/people.ts'
import type { StoredPerson } from './load-demo-posts.ts'
import { insertSocial } from './load-demo-social.ts'

const day = 24 * 60 * 60 * 1000
const batch = 100

type LookupId = (kind: LookupKind, seedKey: string | null) => number | null

/** The height at which a plant is drawn, metres: that of the product, or of the grown plant where it is sold by the pot. */
function offeredHeight(listing: DemoListing): number | undefined {
  const height = listing.heightTo ?? listing.heightFrom
  if (height === null) return undefined
  return listing.heightMeasure === 'M' ? height : height / 100
}

/** Several suppliers' products of one plant share its pictures; the whole plant is drawn as tall as it is offered. */
function pictureName(listing: DemoListing, view: DemoView): string {
  return [listing.plant.latinName, view, view === 'whole' ? offeredHeight(listing) : ''].join('|')
}

/** Draws every picture of the products once; gives their keys by name. */
async function drawPictures(listings: DemoListing[], media: MediaStore): Promise<Map<string, string>> {
  const wanted = new Map<string, () => Promise<string>>()
  for (const listing of listings) {
    const { facts, latinName } = listing.plant
    for (const view of listing.views) {
      const illustration = {
        facts,
        latinName,
        seed: latinName,
        ...(view === 'whole' ? { heightNow: offeredHeight(listing) } : {}),
      }
      wanted.set(pictureName(listing, view), () => storeDrawing(media, illustration, view))
    }
  }
  const keys = new Map<string, string>()
  const queue = wanted.entries()
  // As many at a time as keep all cores busy with encoding while the next drawing is made.
  const workers = Array.from({ length: availableParallelism() + 2 }, async () => {
    for (const [name, draw] of queue) keys.set(name, await draw())
  })
  await Promise.all(workers)
  return keys
}

/** Companies with their people; gives the ids by which products refer to them. The creators made all the products. */
async function insertCompanies(tx: Tx, lookupId: LookupId, passwordHash: string, now: number) {
  const companyIds = new Map<string, number>()
  const colleagues = new Map<string, StoredPerson>()
  const makerIds = new Map<string, string>()
  for (const company of demoCompanies) {
    const joined = [company.creator, ...company.employees].map((_, index) => new Date(now - 300 * day + index * day))
    const people = [company.creator, ...company.employees].map((person, index) => ({
      ...person,
      id: uuidv7(joined[index]?.getTime()),
    }))
    await insertPeople(
      tx,
      people.map((person, index) => ({
        ...person,
        confirmedEmail: person.email,
        passwordHash: demoAccounts.includes(keyOf(person)) ? passwordHash : null,
        createdAt: joined[index],
      })),
    )
    const companyId = await insertCompany(tx, {
      name: company.name,
      inn: company.inn,
      ...(company.isVerified && { verifiedAt: new Date(now - 200 * day), verificationNote: 'Выписка из реестра' }),
      about: company.about,
      phone: company.phone,
      website: company.website,
      address: company.address,
      regionId: lookupId('region', company.regionKey),
      specificId: lookupId('specific', company.specificKey),
      deliveryId: lookupId('delivery', company.deliveryKey),
      storesPurchases: company.storesPurchases,
      unloads: company.unloads,
      creatorId: people[0]?.id ?? '',
    })
    await insertMembers(
      tx,
      people.map((person, index) => ({ userId: person.id, companyId, joinedAt: joined[index], showsEmail: true })),
    )
    companyIds.set(company.key, companyId)
    makerIds.set(company.key, people[0]?.id ?? '')
    for (const person of people) colleagues.set(keyOf(person), person)
  }
  return { companyIds, colleagues, makerIds }
}

/** Companies with their people and products; gives the people by the part of their e-mail before '@'. */
async function insertListings(
  tx: Tx,
  listings: DemoListing[],
  pictures: Map<string, string>,
  passwordHash: string,
  now: number,
): Promise<Map<string, StoredPerson>> {
  const lists = await readAllLookups(tx)
  const lookupId: LookupId = (kind, seedKey) => lists.byKey(kind, seedKey)?.id ?? null
  const { companyIds, colleagues, makerIds } = await insertCompanies(tx, lookupId, passwordHash, now)
  const personIds = new Map([...colleagues.values()].map(person => [person.email, person.id]))
  const categoryRows = await tx.select({ id: categories.id, slug: categories.slug }).from(categories)
  const categoryIds = new Map(categoryRows.map(row => [row.slug, row.id]))
  const plantRows = await tx.select({ id: plants.id, seedKey: plants.seedKey }).from(plants)
  const plantIds = new Map(plantRows.map(row => [row.seedKey, row.id]))
  await tx
    .insert(mediaTable)
    .values([...new Set(pictures.values())].map(key => ({ key })))
    .onConflictDoNothing()
  const taken = new Set<string>()
  const keyOf = (listing: DemoListing, view: DemoView) => pictures.get(pictureName(listing, view)) ?? ''

  const rows = listings.map(listing => {
    const { plant } = listing
    const { facts } = plant
    const name = `${plant.genus} ${plant.name}`
    const slug = freeSlug(name, candidate => taken.has(candidate))
    taken.add(slug)
    // Minutes apart, so that the order of the newest is the same on every machine.
    const publishedAt = new Date(now - listing.daysAgo * day - taken.size * 60_000)
    return {
      slug,
      name,
      genus: plant.genus,
      species: plant.name,
      companyId: companyIds.get(listing.companyKey) ?? 0,
      categoryId: categoryIds.get(listing.category) ?? 0,
      plantId: plantIds.get(plant.latinName) ?? null,
      createdById: makerIds.get(listing.companyKey) ?? null,
      assignedToId: listing.assignedTo === null ? null : (personIds.get(listing.assignedTo) ?? null),
      latinName: plant.latinName,
      synonyms: plant.synonyms,
      description: listing.description,
      priceKopecks: listing.price === null ? null : Math.round(listing.price * 100),
      isApproved: true,
      publishedAt,
      ...plantAttributes({ facts, landscapeUse: plant.use }, lookupId),
      placeOfCultivationId: lookupId('place_of_cultivation', listing.placeOfCultivationKey),
      ageGroupId: lookupId('age_group', listing.ageGroupKey),
      rootPackagingId: lookupId('root_packaging', listing.rootPackagingKey),
      rootSize: listing.rootSize,
      rootMeasure: listing.rootMeasure,
      heightFromMm: toMillimetres(listing.heightFrom, listing.heightMeasure),
      heightToMm: toMillimetres(listing.heightTo, listing.heightMeasure),
      heightMeasure: listing.heightMeasure,
      country: listing.country,
      city: listing.city,
      address: listing.address,
      videoLink: listing.videoLink,
      drawnMediaKey: keyOf(listing, 'whole'),
      createdAt: publishedAt,
      updatedAt: publishedAt,
    }
  })
  for (let start = 0; start < rows.length; start += batch) {
    const part = rows.slice(start, start + batch)
    const created = await tx.insert(products).values(part).returning({ id: products.id, slug: products.slug })
    const idOf = new Map(created.map(row => [row.slug, row.id]))
    await tx.insert(productSlugs).values(created.map(row => ({ slug: row.slug, productId: row.id })))
    await tx.insert(productImages).values(
      part.flatMap((row, index) =>
        (listings[start + index]?.views ?? []).map((view, position) => ({
          productId: idOf.get(row.slug) ?? 0,
          mediaKey: keyOf(listings[start + index] as DemoListing, view),
          position,
        })),
      ),
    )
  }
  return colleagues
}

/** Gives the key of a drawing of the plant of this name: amid a garden where there is such a one, or else alone. */
function pictureFinder(listings: DemoListing[], pictures: Map<string, string>) {
  return (name: string): string => {
    const offered = listings.filter(({ plant }) => `${plant.genus} ${plant.name}` === name)
    const listing = offered.find(({ views }) => views.includes('landscape')) ?? offered[0]
    const view = listing?.views.includes('landscape') ? 'landscape' : 'whole'
    const key = listing && pictures.get(pictureName(listing, view))
    if (!key) throw new Error(`nothing is drawn of ${name}`)
    return key
  }
}

/** Whether anybody uses this database already: then it is left as it is. */
async function isEmpty(db: Db | Tx): Promise<boolean> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(users)
  return row?.count === 0
}

/**
 * Fills an empty database with the demonstration set, all of it or, when the process ends midway, nothing: pictures are
 * drawn first (about 30 s on two cores), then one transaction writes the rows.
 */
export async function loadDemo(db: Db, media: MediaStore, report: (message: string) => void): Promise<void> {
  if (!(await isEmpty(db))) return
  report('first start: drawing the pictures of the demonstration catalogue')
  const listings = demoListings(readDirectory())
  const pictures = await drawPictures(listings, media)
  const passwordHash = await hashPassword(demoPassword)
  const now = Date.now()
  await db.transaction(async tx => {
    await lockStartup(tx)
    if (!(await isEmpty(tx))) return
    const colleagues = await insertListings(tx, listings, pictures, passwordHash, now)
    await insertSocial(tx, { colleagues, passwordHash, pictureOf: pictureFinder(listings, pictures), now })
  })
}
