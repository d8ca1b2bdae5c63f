// Joins companies (companies, companyPhotos), products (products), reference (lookups).
import { sql } from 'drizzle-orm'
import { companies, companyPhotos } from '#server/domains/companies/companies.tables.ts'
import { coverKey, hasPhotos, isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import type { Db } from '#server/platform/database/database.ts'

/** As many of the newest products of a company are looked at, and as many companies. */
const ofEach = 24
const mostCompanies = 60
/** Among as many of the newest products of a category one with a photo is looked for. */
const forPicture = 40

export interface Shown {
  id: number
  companyId: number
  hasPhotos: boolean
  coverKey: string
}

/** The newest products of the companies that published last, the companies by their newest. */
export async function listNewestByCompany(db: Db): Promise<Shown[]> {
  const { rows } = await db.execute<{ id: number; company: number; photos: boolean; cover: string }>(sql`
    select newest.* from (
      select ${companies.id} as id, first.at from ${companies}
      cross join lateral (
        select ${products.publishedAt} as at from ${products}
        where ${products.companyId} = ${companies.id} and ${isPublished}
        order by ${products.publishedAt} desc, ${products.id} desc limit 1
      ) first
      order by first.at desc, ${companies.id} limit ${sql.raw(String(mostCompanies))}
    ) recent
    cross join lateral (
      select ${products.id} as id, ${products.companyId} as company, ${hasPhotos} as photos, ${coverKey} as cover
      from ${products}
      where ${products.companyId} = recent.id and ${isPublished}
      order by ${products.publishedAt} desc, ${products.id} desc limit ${sql.raw(String(ofEach))}
    ) newest
    order by recent.at desc, recent.id`)
  return rows.map(({ id, company, photos, cover }) => ({ id, companyId: company, hasPhotos: photos, coverKey: cover }))
}

/** A picture of each category in which something is offered: of a new product, rather with a photo. */
export async function listCategoryCovers(
  db: Db,
  categoryIds: number[],
): Promise<Map<number, Pick<Shown, 'id' | 'coverKey'>>> {
  const { rows } = await db.execute<{ category: number; id: number; cover: string }>(sql`
    select wanted.id as category, found.id, found.cover
    from unnest(${sql.param(categoryIds)}::int[]) as wanted(id)
    cross join lateral (
      select id, cover from (
        select ${coverKey} as cover, ${hasPhotos} as photos, ${products.publishedAt} as at, ${products.id} as id
        from ${products}
        where ${products.categoryId} = wanted.id and ${isPublished}
        order by ${products.publishedAt} desc, ${products.id} desc limit ${sql.raw(String(forPicture))}
      ) newest
      order by photos desc, at desc, id desc limit 1
    ) found`)
  return new Map(rows.map(({ category, id, cover }) => [category, { id, coverKey: cover }]))
}

/** Where these companies are, how much they offer, and what they look like: keys of pictures, the cover first. */
export async function listTeamFacts(db: Db, ids: number[]) {
  const { rows } = await db.execute<{
    id: number
    slug: string | null
    region: string | null
    count: number
    logo: string | null
    pictures: string[]
  }>(sql`
    select ${companies.id} as id, ${companies.slug} as slug, ${companies.logoKey} as logo, ${lookups.name} as region,
      array_remove(${companies.coverKey} || array(select ${companyPhotos.mediaKey} from ${companyPhotos}
        where ${companyPhotos.companyId} = ${companies.id} order by ${companyPhotos.id} limit 3), null) as pictures,
      (select count(*)::int from ${products} where ${products.companyId} = ${companies.id} and ${isPublished}) as count
    from ${companies} left join ${lookups} on ${lookups.id} = ${companies.regionId}
    where ${companies.id} = any(${sql.param(ids)}::int[])`)
  return new Map(rows.map(({ region, ...row }) => [row.id, { ...row, region: region ?? '' }]))
}
