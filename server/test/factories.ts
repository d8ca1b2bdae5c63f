import { and, desc, eq } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { insertFriendship } from '#server/domains/friends/friends.queries.ts'
import { categories } from '#server/domains/plants/plants.tables.ts'
import { productImages, productSlugs, products } from '#server/domains/products/products.tables.ts'
import { slugify } from '#server/domains/products/slug.ts'
import { rootOfPackaging } from '#server/domains/products/variants/root-packagings.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { articleSections, articles } from '#server/domains/publications/publications.tables.ts'
import { type LookupKind, lookups } from '#server/domains/reference/lookups.tables.ts'
import { places } from '#server/domains/reference/places/places.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { media } from '#server/platform/media/media.tables.ts'

let number = 0

/** `email` and `name` are numbered unless given. */
export async function makePerson(db: Db, overrides: Partial<typeof users.$inferInsert> = {}) {
  const n = ++number
  const email = overrides.email ?? `person${n}@dendro.test`
  const row = { id: uuidv7(), name: `Человек ${n}`, confirmedEmail: email, ...overrides, email }
  await db.insert(users).values(row)
  return row
}

/** Makes two people friends. */
export async function makeFriends(db: Db, one: { id: string }, other: { id: string }): Promise<void> {
  await db.transaction(tx => insertFriendship(tx, one.id, other.id))
}

/** Makes a company with its creator and `employees`; all agree to show their e-mail. */
export async function makeCompany(
  db: Db,
  { employees = [], ...overrides }: Partial<typeof companies.$inferInsert> & { employees?: string[] } = {},
) {
  const n = ++number
  const creatorId = overrides.creatorId ?? (await makePerson(db)).id
  const [company] = await db
    .insert(companies)
    .values({
      name: `Питомник ${n}`,
      inn: '7707083893',
      phone: '+7 495 000-00-00',
      address: 'Поле',
      ...overrides,
      creatorId,
    })
    .returning()
  if (!company) throw new Error('no company')
  const memberIds = [creatorId, ...employees]
  await db.insert(companyMembers).values(
    memberIds.map((userId, index) => ({
      userId,
      companyId: company.id,
      showsEmail: true,
      joinedAt: new Date(Date.UTC(2026, 0, 1 + index)),
    })),
  )
  return company
}

export async function lookupId(db: Db, kind: LookupKind, seedKey: string): Promise<number> {
  const [row] = await db
    .select({ id: lookups.id })
    .from(lookups)
    .where(and(eq(lookups.kind, kind), eq(lookups.seedKey, seedKey)))
  if (!row) throw new Error(`no ${kind} ${seedKey}`)
  return row.id
}

export async function categoryId(db: Db, slug: string): Promise<number> {
  const [row] = await db.select({ id: categories.id }).from(categories).where(eq(categories.slug, slug))
  if (!row) throw new Error(`no category ${slug}`)
  return row.id
}

/** A row of a stored picture, without files. */
export async function makeMedia(db: Db): Promise<string> {
  const key = `00/${String(++number).padStart(32, '0')}`
  await db.insert(media).values({ key })
  return key
}

async function rootOf(db: Db, packagingId: number) {
  const [packaging] = await db.select().from(lookups).where(eq(lookups.id, packagingId))
  return rootOfPackaging(packaging?.seedKey)
}

/** Makes a published product with its company, category (`hvoynye` by default) and drawn picture. */
export async function makeProduct(
  db: Db,
  {
    category = 'hvoynye',
    images = 0,
    ...overrides
  }: Partial<typeof products.$inferInsert> & { category?: string; images?: number } = {},
) {
  const n = ++number
  const genus = overrides.genus ?? 'Туя'
  const speciesName = overrides.species ?? `западная ${n}`
  const name = `${genus} ${speciesName}`
  const [product] = await db
    .insert(products)
    .values({
      name,
      slug: slugify(name),
      isApproved: true,
      publishedAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
      companyId: overrides.companyId ?? (await makeCompany(db)).id,
      categoryId: await categoryId(db, category),
      drawnMediaKey: await makeMedia(db),
      ...overrides,
      genus,
      species: speciesName,
    })
    .returning()
  if (!product) throw new Error('no product')
  await db.insert(productSlugs).values({ slug: product.slug, productId: product.id })
  const { id: productId, companyId, rootPackagingId, priceKopecks, heightFromMm, heightToMm } = product
  const root = rootPackagingId === null ? null : await rootOf(db, rootPackagingId)
  await db.insert(variants).values({ productId, companyId, position: 0, root, priceKopecks, heightFromMm, heightToMm })
  for (let position = 0; position < images; position++) {
    await db.insert(productImages).values({ productId: product.id, mediaKey: await makeMedia(db), position })
  }
  return product
}

/** Makes an article of one section, published by default. */
export async function makeArticle(db: Db, overrides: Partial<typeof articles.$inferInsert> = {}) {
  const n = ++number
  const row = { slug: `statya-${n}`, name: `Статья ${n}`, authorName: 'Агроном', publishedAt: new Date() }
  const [article] = await db
    .insert(articles)
    .values({ ...row, ...overrides })
    .returning()
  if (!article) throw new Error('no article')
  const section = { articleId: article.id, slug: 'nachalo', name: 'Начало', body: 'Текст.', position: 0 }
  await db.insert(articleSections).values(section)
  return { ...article, section }
}

/** The id of a place in the gazetteer; of several with the same name, the largest. */
export async function placeId(db: Db, name: string): Promise<number> {
  const [row] = await db.select().from(places).where(eq(places.name, name)).orderBy(desc(places.population)).limit(1)
  if (!row) throw new Error(`no place ${name}`)
  return row.id
}
