import { type SQL, sql } from 'drizzle-orm'
import { foliageNames, lightNames } from '#server/domains/plants/plant-words.ts'
import { categories } from '#server/domains/plants/plants.tables.ts'
import { slugify } from '#server/domains/products/slug.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { readDirectory } from '#server/seed/botany/read-directory.ts'

const companyCount = 200
const pictureCount = 2000

const companyTitles = ['Заречный', 'Берёзовая роща', 'Зелёный мир', 'Усадьба', 'Хвоя', 'Лесное']
const firstSentences = [
  'Растения выращены в открытом грунте и дважды пересажены.',
  'Материал с закрытой корневой системой, готов к посадке с апреля по октябрь.',
  'Выращено из местных семян, перезимовало в питомнике без укрытия.',
  'Крона сформирована, штамб ровный, корневой ком плотный.',
  'Партия этого года, отбор по размеру на площадке.',
  'Кусты густые от самой земли, по пять и более побегов.',
]
const secondSentences = [
  'Хорошо переносит стрижку и городской воздух.',
  'Любит влажную, умеренно плодородную почву; застоя воды не терпит.',
  'Подходит для солитера, группы и свободной изгороди.',
  'Осенью долго держит окраску, зимой красив рисунком ветвей.',
  'В первый год после посадки просит регулярного полива.',
  'Мирится с песчаной почвой и полуденным солнцем.',
  'На ветреных местах первые две зимы нужна опора.',
]
const thirdSentences = [
  'Отгрузка от одного растения, упаковка в стоимости.',
  'При заказе от ста штук цена договорная.',
  'Фитосанитарный сертификат выдаём с каждой партией.',
  'Можно приехать и выбрать экземпляры на месте.',
  'Доставка по области своим транспортом.',
]

/** The directory for random choices: one entry for each category of each plant. */
function plantsToPickFrom() {
  return readDirectory().plants.flatMap(plant =>
    plant.categories.map(category => ({
      category,
      genus: plant.genus,
      species: plant.name,
      latin_name: plant.latinName,
      synonyms: plant.synonyms,
      landscape_use: plant.use,
      slug: slugify(`${plant.genus} ${plant.name}`),
      zone: plant.facts.zone,
      height_cm: Math.round((plant.facts.height ?? 1) * 100),
      growth: plant.facts.growth,
      crown: plant.facts.crown,
      light: plant.facts.light === null ? '' : lightNames[plant.facts.light],
      foliage: plant.facts.foliage === null ? '' : foliageNames[plant.facts.foliage],
    })),
  )
}

/** A whole number from 0 to `count - 1` for row `n`: the same on every machine, different for every salt. */
export const pick = (salt: number, count: number) =>
  sql.raw(`((hashint8extended(n, ${salt}) & 2147483647) % ${count})::int`)

export const pickText = (salt: number, texts: string[]) =>
  sql`(array[${sql.join(
    texts.map(text => sql.raw(`'${text}'`)),
    sql`, `,
  )}])[1 + ${pick(salt, texts.length)}]`

/** Creates `bench_choices`: the ids of each lookup by kind, numbered from 0. */
async function numberLookups(tx: Tx): Promise<void> {
  await tx.execute(sql`
    create temp table bench_choices on commit drop as
    select kind, seed_key, id, (row_number() over (partition by kind order by position, id) - 1)::int as n,
      (count(*) over (partition by kind))::int as count
    from lookups`)
}

/** A fixed UUID of version 8 (RFC 9562) for a number. */
const personId = (n: string) =>
  sql.raw(`overlay(overlay(md5('bench ' || ${n}) placing '8' from 13) placing '8' from 17)::uuid`)

async function insertCompanies(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into users (id, email, name, confirmed_email)
    select ${personId('n')}, 'grower' || n || '@bench.test', 'Садовод ' || n, 'grower' || n || '@bench.test'
    from generate_series(1, ${sql.raw(String(companyCount))}) n`)
  await tx.execute(sql`
    insert into companies (name, inn, phone, address, about, region_id, creator_id)
    select 'Питомник «' || title || '» № ' || company.n, (7700000000 + company.n)::text,
      '+7 495 000-00-' || lpad((company.n % 100)::text, 2, '0'), 'Питомническая ул., ' || company.n,
      'Выращиваем и продаём посадочный материал с ' || (1990 + company.n % 30) || ' года.',
      region.id, ${personId('company.n')}
    from (
      select n, ${pickText(1, companyTitles)} as title, ${pick(2, 1000)} as region
      from generate_series(1::bigint, ${sql.raw(String(companyCount))}) n
    ) company
    join bench_choices region on region.kind = 'region' and region.n = company.region % region.count
    order by company.n`)
  await tx.execute(sql`
    insert into company_members (user_id, company_id) select creator_id, id from companies where inn like '77000%'`)
  await tx.execute(sql`
    create temp table bench_companies on commit drop as
    select (row_number() over (order by inn) - 1)::int as n, id, creator_id from companies where inn like '77000%'`)
}

async function insertPictures(tx: Tx): Promise<void> {
  await tx.execute(sql`
    create temp table bench_pictures on commit drop as
    select n, left(md5('picture ' || n), 2) || '/' || md5('picture ' || n) as key
    from generate_series(0, ${sql.raw(String(pictureCount - 1))}) n`)
  await tx.execute(sql`insert into media (key) select key from bench_pictures`)
}

async function insertProducts(tx: Tx, count: number): Promise<void> {
  const plants = plantsToPickFrom()
  const categoryRows = await tx.select({ id: categories.id, slug: categories.slug }).from(categories)
  const categoryIds = new Map(categoryRows.map(row => [row.slug, row.id]))
  const numbered = plants.map((plant, n) => ({ n, category_id: categoryIds.get(plant.category), ...plant }))
  await tx.execute(sql`
    create temp table bench_plants on commit drop as
    select * from jsonb_to_recordset((${JSON.stringify(numbered)}::text)::jsonb) as plant (
      n int, category_id int, genus text, species text, latin_name text, synonyms text, landscape_use text, slug text,
      zone int, height_cm int, growth text, crown text, light text, foliage text)`)
  await tx.execute(sql`analyze bench_plants`)
  // Packagings in the order of price lists: containers first, then pots, balls and bare roots.
  const packaging = sql`(array[${sql.join(
    [
      ...Array(45).fill('container'),
      ...Array(20).fill('pot'),
      ...Array(14).fill('root-ball'),
      ...Array(8).fill('wired-ball'),
      ...Array(9).fill('bare'),
      ...Array(4).fill('cassette'),
    ].map((key: string) => sql.raw(`'${key}'`)),
    sql`, `,
  )}])[1 + ${pick(5, 100)}]`
  const lookup = (alias: string, kind: string, key: SQL) =>
    sql`left join bench_choices ${sql.raw(alias)} on ${sql.raw(alias)}.kind = ${sql.raw(`'${kind}'`)} and ${sql.raw(alias)}.seed_key = ${key}`
  await tx.execute(sql`
    insert into products (
      company_id, category_id, plant_id, assigned_to_id, slug, name, genus, species, latin_name, synonyms, description,
      price_kopecks, is_approved, published_at, zone_id, zone, growth_pattern_id, crown_shape_id, place_of_cultivation_id,
      age_group_id, root_packaging_id, root_size, root_measure, annual_growth, landscape_use, light_requirements,
      foliage_colour, height_from_mm, height_to_mm, variants_count, price_is_from, sizes, country, city, drawn_media_key,
      created_at, updated_at)
    select company.id, category_id, entry.id, case when share < 60 then company.creator_id end,
      slug || '-' || product.n, genus || ' ' || species, genus, species, latin_name, synonyms, description,
      case when share < 93 then price * 1000 end, share < 97, published_at, zone.id, plant.zone, growth.id, crown.id,
      place.id, age.id, packaging.id, root_size, 'SM', '', landscape_use, light, foliage,
      height_cm * 5 * (1 + step), height_cm * 5 * (2 + step) * sizes, sizes, sizes > 1 and share < 93,
      'Выс. ' || height_cm * (1 + step) / 2 || '–' || height_cm * (2 + step) * sizes / 2, 'Россия', '', picture.key,
      published_at, published_at
    from (
      select n, ${pick(3, plants.length)} as plant, ${pick(4, companyCount)} as company, ${packaging} as packaging,
        ${pick(6, pictureCount)} as picture, ${pick(7, 100)} as share, 3 + ${pick(8, 250)} as price, ${pick(9, 4)} as step,
        10 + ${pick(10, 60)} as root_size, 1 + (n % 3)::int as sizes, ${pick(11, 5)} as place, ${pick(12, 6)} as age,
        timestamptz '2026-03-01 12:00+00' - ${pick(13, 500 * 24 * 60)} * interval '1 minute' as published_at,
        ${pickText(14, firstSentences)} || ' ' || ${pickText(15, secondSentences)} || ' ' || ${pickText(16, thirdSentences)} as description
      from generate_series(1::bigint, ${sql.raw(String(count))}) n
    ) product
    join bench_plants plant on plant.n = product.plant
    join bench_companies company on company.n = product.company
    join bench_pictures picture on picture.n = product.picture
    ${lookup('zone', 'winter_hardiness', sql`plant.zone::text`)}
    ${lookup('growth', 'growth_pattern', sql`plant.growth`)}
    ${lookup('crown', 'crown_shape', sql`plant.crown`)}
    ${lookup('packaging', 'root_packaging', sql`product.packaging`)}
    left join bench_choices place on place.kind = 'place_of_cultivation' and place.n = product.place
    left join bench_choices age on age.kind = 'age_group' and age.n = product.age
    join (select plants.id, genera.name as of_genus, plants.name as called from plants join genera on genera.id = genus_id) entry
      on of_genus = plant.genus and called = plant.species
    order by product.n`)
  // One, two or three sizes per product, each taller and dearer than the one before.
  await tx.execute(sql`
    insert into variants (
      product_id, company_id, position, sku, form, height_from_mm, height_to_mm, girth_from_mm, girth_to_mm, root, root_size,
      price_kopecks, stock, stock_quantity, confirmed_at)
    select id, company_id, size, 'B-' || id || '-' || size,
      case when tall > 3000 then 'standard' when ${pick(19, 4)} = 0 then 'shrub' end,
      height_from_mm * (1 + size), tall * (1 + size), case when tall > 3000 then 100 + 20 * size end,
      case when tall > 3000 then 120 + 20 * size end,
      case packaging when 'container' then 'container' when 'pot' then 'pot' when 'root-ball' then 'ball'
        when 'wired-ball' then 'wire_ball' when 'bare' then 'bare_root' else 'tray' end,
      case when packaging <> 'bare' then least(root_size, 60) end, price_kopecks * (1 + size),
      (array['sold_out', 'on_order', 'in_stock', 'in_stock', 'in_stock', 'in_stock', 'in_stock', 'in_stock'])[1 + ${pick(20, 8)}],
      10 * (1 + size), now() - ${pick(21, 90 * 24 * 60)} * interval '1 minute'
    from (
      select product.id, product.id::bigint as n, company_id, height_from_mm, height_to_mm / variants_count as tall, root_size,
        price_kopecks, variants_count, packaging.seed_key as packaging
      from products product
      join lookups packaging on packaging.id = root_packaging_id
    ) product
    cross join lateral generate_series(0, variants_count - 1) as size
    order by id, size`)
  await tx.execute(sql`insert into product_slugs (slug, product_id) select slug, id from products`)
  // One, two or three pictures per product.
  await tx.execute(sql`
    insert into product_images (product_id, media_key, position)
    select product.id, picture.key, position
    from (
      select id, ${pick(17, 3)} as last, ${pick(18, pictureCount)} as first from (select id, id::bigint as n from products) numbered
    ) product
    cross join lateral generate_series(0, product.last) as position
    join bench_pictures picture on picture.n = (product.first + position) % ${sql.raw(String(pictureCount))}
    order by product.id, position`)
}

/** How they are to be made again. */
async function dropTextIndexes(tx: Tx): Promise<string[]> {
  const indexes = await tx
    .select({ name: sql<string>`indexname`, definition: sql<string>`indexdef` })
    .from(sql`pg_indexes`)
    .where(sql`schemaname = 'public' and tablename = 'products' and indexdef like '% USING gin %'`)
  for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`)
  return indexes.map(({ definition }) => definition)
}

/**
 * Fills a database that contains only reference data with this many products of 200 companies; the same number gives
 * the same products everywhere. The planner's statistics are updated afterwards.
 */
export async function generateProducts(db: Db, count: number): Promise<void> {
  await db.transaction(async tx => {
    // The text indexes are built once at the end, which is several times faster than row by row.
    await tx.execute(sql`set local maintenance_work_mem = '512MB'`)
    const indexes = await dropTextIndexes(tx)
    await numberLookups(tx)
    await insertCompanies(tx)
    await insertPictures(tx)
    await insertProducts(tx, count)
    for (const definition of indexes) await tx.execute(sql.raw(definition))
  })
  await db.execute(sql`vacuum analyze`)
}
