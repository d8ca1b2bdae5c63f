import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { insertPeople } from '#server/domains/accounts/accounts.queries.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { hashPassword } from '#server/domains/accounts/passwords/passwords.ts'
import { insertCompany, insertMembers } from '#server/domains/companies/companies.queries.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { takeSlug } from '#server/domains/companies/face/face.queries.ts'
import { plantAttributes } from '#server/domains/plants/plant-attributes.ts'
import { categories, plants } from '#server/domains/plants/plants.tables.ts'
import { drawPlaceholders } from '#server/domains/products/bulk/placeholder-pictures.ts'
import { potOf } from '#server/domains/products/illustration-spec.ts'
import { productSlugs, products } from '#server/domains/products/products.tables.ts'
import { freeSlug } from '#server/domains/products/slug.ts'
import { cheapestOf, derivedColumns } from '#server/domains/products/variants/derived-columns.ts'
import { packagingKeys, rootMeasures } from '#server/domains/products/variants/root-packagings.ts'
import { variantColumns } from '#server/domains/products/variants/variant-form.ts'
import { variantRows } from '#server/domains/products/variants/variants.queries.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import type { LookupKind } from '#server/domains/reference/lookups.tables.ts'
import { places } from '#server/domains/reference/places/places.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { lockStartup } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { readDirectory } from './botany/read-directory.ts'
import { type DemoPicture, demoDrawing, type PicturePlace } from './demo-pictures.jobs.ts'
import { demoCompanies } from './demo/companies.ts'
import { type DemoProduct, type DemoView, demoProducts } from './demo/products.ts'
import { demoAccounts, demoPassword, keyOf } from './demo/social/people.ts'
import type { StoredPerson } from './load-demo-posts.ts'
import { insertSocial } from './load-demo-social.ts'
import { storePapers } from './load-demo-trade.ts'

const day = 24 * 60 * 60 * 1000
const batch = 100

type LookupId = (kind: LookupKind, seedKey: string | null) => number | null

/** The size at which a plant is drawn: the greatest height offered, or the small pot if it is sold by the pot. */
function offeredSize({ sizes }: DemoProduct) {
  const sized = sizes.map(variantColumns)
  const { heightFromMm, heightToMm } = derivedColumns(sized)
  const { root = null, rootSize = null } = cheapestOf(sized) ?? {}
  const potMm = potOf({ heightFromMm, heightToMm, rootMeasure: root && rootMeasures[root], rootSize })
  return { heightMm: heightToMm, potMm }
}

/**
 * The pictures of the demonstration set in the order of drawing. Products of one plant from several suppliers share its
 * pictures; the whole plant is drawn at the height at which it is offered.
 */
function pictureList(plantIds: PlantIds) {
  const wanted = new Map<string, DemoPicture>()
  return {
    pictures: () => [...wanted.values()],
    of(product: DemoProduct, view: DemoView): DemoPicture {
      const { latinName } = product.plant
      const size = view === 'whole' ? offeredSize(product) : { heightMm: null, potMm: null }
      const name = [latinName, view, size.heightMm, size.potMm].join('|')
      const plantId = plantIds.get(latinName)
      if (plantId === undefined) throw new Error(`the directory has no ${latinName}`)
      const picture = wanted.get(name) ?? { plantId, view, ...size, products: [], posts: [], companies: [] }
      wanted.set(name, picture)
      return picture
    },
  }
}

type PictureList = ReturnType<typeof pictureList>

/** The places of the companies' towns; of several with one name in a region, the largest. */
async function findTowns(tx: Tx): Promise<(name: string, regionId: number | null) => number> {
  const names = demoCompanies.map(({ city }) => city)
  const rows = await tx.select().from(places).where(inArray(places.name, names)).orderBy(desc(places.population))
  return (name, regionId) => {
    const town = rows.find(row => row.name === name && row.regionId === regionId)
    if (!town) throw new Error(`no place is called ${name}`)
    return town.id
  }
}

/** Inserts companies with their people; returns the ids for products. The creators are the authors of all products. */
async function insertCompanies(tx: Tx, lookupId: LookupId, passwordHash: string, now: number) {
  const companyIds = new Map<string, number>()
  const colleagues = new Map<string, StoredPerson>()
  const makerIds = new Map<string, string>()
  const townId = await findTowns(tx)
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
    const regionId = lookupId('region', company.regionKey)
    const companyId = await insertCompany(tx, {
      name: company.name,
      inn: company.inn,
      ...(company.isVerified && { verifiedAt: new Date(now - 200 * day), verificationNote: 'Выписка из реестра' }),
      about: company.about,
      phone: company.phone,
      website: company.website,
      address: company.address,
      regionId,
      placeId: townId(company.city, regionId),
      specificId: lookupId('specific', company.specificKey),
      deliveryId: lookupId('delivery', company.deliveryKey),
      storesPurchases: company.storesPurchases,
      unloads: company.unloads,
      minimumOrderKopecks: company.minimumOrder === undefined ? null : company.minimumOrder * 100,
      ...company.face,
      creatorId: people[0]?.id ?? '',
    })
    if (company.face) await takeSlug(tx, companyId, company.face.slug)
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

/** Inserts companies with their people and products; returns the people by the part of their e-mail before '@'. */
async function insertProducts(
  tx: Tx,
  catalogue: DemoProduct[],
  {
    placeholders,
    pictures,
    plantIds,
  }: { placeholders: Map<string, string>; pictures: PictureList; plantIds: PlantIds },
  passwordHash: string,
  now: number,
): Promise<Map<string, StoredPerson>> {
  const lists = await readAllLookups(tx)
  const lookupId: LookupId = (kind, seedKey) => lists.byKey(kind, seedKey)?.id ?? null
  const { companyIds, colleagues, makerIds } = await insertCompanies(tx, lookupId, passwordHash, now)
  const personIds = new Map([...colleagues.values()].map(person => [person.email, person.id]))
  const categoryRows = await tx.select({ id: categories.id, slug: categories.slug }).from(categories)
  const categoryIds = new Map(categoryRows.map(row => [row.slug, row.id]))
  await putMedia(tx, [...placeholders.values()])
  const taken = new Set<string>()

  const rows = catalogue.map(product => {
    const { plant } = product
    const sized = product.sizes.map(variantColumns)
    const shown = cheapestOf(sized)
    const root = shown?.root ?? null
    const { facts } = plant
    const name = `${plant.genus} ${plant.name}`
    const slug = freeSlug(name, candidate => taken.has(candidate))
    taken.add(slug)
    // Minutes apart, so that the order of the newest is the same on every machine.
    const publishedAt = new Date(now - product.daysAgo * day - taken.size * 60_000)
    return {
      slug,
      name,
      genus: plant.genus,
      species: plant.name,
      companyId: companyIds.get(product.companyKey) ?? 0,
      categoryId: categoryIds.get(product.category) ?? 0,
      plantId: plantIds.get(plant.latinName) ?? null,
      createdById: makerIds.get(product.companyKey) ?? null,
      assignedToId: product.assignedTo === null ? null : (personIds.get(product.assignedTo) ?? null),
      latinName: plant.latinName,
      synonyms: plant.synonyms,
      description: product.description,
      isApproved: true,
      publishedAt,
      ...plantAttributes({ facts, landscapeUse: plant.use }, lookupId),
      placeOfCultivationId: lookupId('place_of_cultivation', product.placeOfCultivationKey),
      ageGroupId: lookupId('age_group', product.ageGroupKey),
      ...derivedColumns(sized),
      rootPackagingId: root && lookupId('root_packaging', packagingKeys[root]),
      rootSize: shown?.rootSize ?? null,
      rootMeasure: root && shown?.rootSize ? rootMeasures[root] : null,
      heightMeasure: product.heightMeasure,
      country: product.country,
      city: product.city,
      address: product.address,
      videoLink: product.videoLink,
      drawnMediaKey: placeholders.get(product.category) ?? '',
      createdAt: publishedAt,
      updatedAt: publishedAt,
    }
  })
  const productIds = new Map<string, number>()
  for (let start = 0; start < rows.length; start += batch) {
    const part = rows.slice(start, start + batch)
    const created = await tx.insert(products).values(part).returning({ id: products.id, slug: products.slug })
    await tx.insert(variants).values(
      created.flatMap(({ id: productId }, index) => {
        const { sizes, confirmedDaysAgo } = catalogue[start + index] as DemoProduct
        const confirmedAt = new Date(now - confirmedDaysAgo * day)
        const companyId = rows[start + index]?.companyId ?? 0
        return variantRows(sizes.map(variantColumns), { productId, companyId, confirmedAt })
      }),
    )
    await tx.insert(productSlugs).values(created.map(row => ({ slug: row.slug, productId: row.id })))
    for (const row of created) productIds.set(row.slug, row.id)
  }
  const newestFirst = rows
    .map(({ slug, publishedAt }, index) => ({ slug, publishedAt, product: catalogue[index] as DemoProduct }))
    .toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
  for (const { slug, product } of newestFirst) wantViews(pictures, product, productIds.get(slug) ?? 0)
  for (const { key, face } of demoCompanies) {
    const own = newestFirst.map(({ product }) => product).filter(({ companyKey }) => companyKey === key)
    if (face) wantPhotos(pictures, own, companyIds.get(key) ?? 0)
  }
  return colleagues
}

function wantViews(pictures: PictureList, product: DemoProduct, id: number): void {
  for (const [position, view] of product.views.entries()) pictures.of(product, view).products.push({ id, position })
}

/** Photos of a company with a face. */
const photosWanted = 4

/** A company shows its newest plants as they stand in gardens. */
function wantPhotos(pictures: PictureList, own: DemoProduct[], companyId: number): void {
  const inGardens = own.filter(({ views }) => views.includes('landscape')).slice(0, photosWanted)
  for (const product of inGardens) pictures.of(product, 'landscape').companies?.push(companyId)
}

/** Attaches a drawing of the plant of this name to a post: the landscape view if there is one, else the plant alone. */
const pictureWanter =
  (catalogue: DemoProduct[], pictures: PictureList) =>
  (name: string, post: PicturePlace<string>): void => {
    const offered = catalogue.filter(({ plant }) => `${plant.genus} ${plant.name}` === name)
    const product = offered.find(({ views }) => views.includes('landscape')) ?? offered[0]
    if (!product) throw new Error(`nothing is drawn of ${name}`)
    pictures.of(product, product.views.includes('landscape') ? 'landscape' : 'whole').posts.push(post)
  }

/** Whether the database has no users; otherwise it is left alone. */
async function isEmpty(db: Db | Tx): Promise<boolean> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(users)
  return row?.count === 0
}

type PlantIds = Map<string | null, number>

async function readPlantIds(tx: Tx): Promise<PlantIds> {
  const rows = await tx.select({ id: plants.id, seedKey: plants.seedKey }).from(plants)
  return new Map(rows.map(row => [row.seedKey, row.id]))
}

/**
 * Fills an empty database with the demonstration set in one transaction. Its pictures are drawn afterwards while the
 * server runs (demo-pictures.ts), those of the newest products first; until then products show the picture of their
 * category.
 */
export async function loadDemo(db: Db, media: MediaStore, report: (message: string) => void): Promise<void> {
  if (!(await isEmpty(db))) return
  report('first start: loading the demonstration catalogue; its pictures are drawn while it is shown')
  const catalogue = demoProducts(readDirectory())
  const placeholders = await drawPlaceholders(
    media,
    catalogue.map(({ category }) => category),
  )
  const papers = await storePapers(media)
  const passwordHash = await hashPassword(demoPassword)
  const now = Date.now()
  await db.transaction(async tx => {
    await lockStartup(tx)
    if (!(await isEmpty(tx))) return
    const plantIds = await readPlantIds(tx)
    const pictures = pictureList(plantIds)
    const colleagues = await insertProducts(tx, catalogue, { placeholders, pictures, plantIds }, passwordHash, now)
    await insertSocial(tx, {
      ...{ colleagues, passwordHash, wantPicture: pictureWanter(catalogue, pictures) },
      ...{ papers, now },
    })
    await demoDrawing.send(
      tx,
      pictures.pictures().map(data => ({ data })),
    )
  })
}

/**
 * Queues the pictures of the demonstration set for redrawing, except those of products saved by a person since. Posts
 * get the new pictures together with the products that show the same (demo-pictures.ts).
 */
export async function redrawDemo(tx: Tx): Promise<void> {
  const catalogue = demoProducts(readDirectory())
  const pictures = pictureList(await readPlantIds(tx))
  const taken = new Set<string>()
  const slugs = catalogue.map(({ plant }) => {
    const slug = freeSlug(`${plant.genus} ${plant.name}`, candidate => taken.has(candidate))
    taken.add(slug)
    return slug
  })
  // Only products of the demonstration's own companies: others may sell a plant of that name with their own photo.
  const rows = await tx
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(
      and(
        inArray(products.slug, slugs),
        eq(products.createdAt, products.publishedAt),
        inArray(
          companies.inn,
          demoCompanies.map(({ inn }) => inn),
        ),
      ),
    )
  const ids = new Map(rows.map(row => [row.slug, row.id]))
  for (const [index, product] of catalogue.entries()) {
    const id = ids.get(slugs[index] ?? '')
    if (id !== undefined) wantViews(pictures, product, id)
  }
  await demoDrawing.send(
    tx,
    pictures.pictures().map(data => ({ data })),
  )
}
