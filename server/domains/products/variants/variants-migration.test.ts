import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { blankClient } from '#server/test/database-copies.ts'

const folder = new URL('../../../migrations/', import.meta.url)
const { entries } = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
  entries: { tag: string }[]
}
const sqlOf = (tag: string) => readFileSync(new URL(`${tag}.sql`, folder), 'utf8')

/** Columns of a variant that products did not have, and those that are checked separately. */
const unsaid = new Set(
  'id product_id company_id position confirmed_at price_tiers stock stock_is_minimum note'.split(' '),
)

it('creates one variant for each product, with all its values', async () => {
  const client = await blankClient()
  const first = entries.findIndex(({ tag }) => tag.endsWith('_variants'))
  await client.exec(
    entries
      .slice(0, first)
      .map(({ tag }) => sqlOf(tag))
      .join('\n;\n'),
  )
  await client.exec(`
    insert into lookups (kind, seed_key, name, description, position) values
      ('root_packaging', 'container', 'Контейнер', '', 1), ('root_packaging', 'wired-ball', 'Ком', '', 2),
      ('root_packaging', 'bare', 'ОКС', '', 3), ('root_packaging', null, 'Сетка', '', 4);
    insert into users (id, name, email, confirmed_email) values
      (gen_random_uuid(), 'Пример', 'a@pitomnik.example', 'a@pitomnik.example'),
      (gen_random_uuid(), 'Настоящий', 'b@pitomnik.test', 'b@pitomnik.test');
    insert into companies (name, inn, phone, address, creator_id) select name, id::text, '1', 'а', id from users;
    insert into categories (slug, name, position) values ('sad', 'Сад', 0);
    insert into media (key) values ('00/1');`)
  const add = async (slug: string, company: string, description: string, more: Record<string, string | number>) => {
    const all: Record<string, string | number> = {
      slug,
      description,
      name: slug,
      genus: 'Липа',
      species: slug,
      drawn_media_key: '00/1',
      ...more,
    }
    const names = Object.keys(all)
    await client.query(
      `insert into products (company_id, category_id, root_packaging_id, updated_at, ${names.filter(name => name !== 'packing').join()})
       values ((select id from companies where name = '${company}'), (select id from categories),
         (select id from lookups where name = '${more.packing ?? ''}'), '2026-05-01',
         ${names
           .filter(name => name !== 'packing')
           .map((_, index) => `$${index + 1}`)
           .join()})`,
      names.filter(name => name !== 'packing').map(name => all[name]),
    )
  }
  const told = 'Аллейная. Обхват на метре 18–20 см при высоте 5–5,5 м. Пересадок четыре, ком 80 см, в мешковине.'
  await add('lipa', 'Пример', told, {
    packing: 'Ком',
    root_size: 80,
    root_measure: 'SM',
    price_kopecks: 3200000,
    height_from_mm: 5000,
    height_to_mm: 5500,
  })
  await add('shtamb', 'Пример', 'Штамб 120 см, обхват 8–10, общая высота 2–2,5 м, 3xv, RB40.', {})
  await add('klen', 'Пример', 'Рост 3–3,5 м, ширина 150–175 см; три ствола, ком 90 см.', {})
  await add('real', 'Настоящий', told, { packing: 'Контейнер', root_size: 30, root_measure: 'SM' })
  await add('bundle', 'Настоящий', '', { packing: 'ОКС', root_size: 25, root_measure: 'PIECE' })
  await add('net', 'Настоящий', '', { packing: 'Сетка', root_size: 40, root_measure: 'SM', height_to_mm: 400 })
  await add('litres', 'Настоящий', '', { packing: 'Контейнер', root_size: 7.5, root_measure: 'LITR' })
  const before = await client.query('select * from products order by id')
  await client.exec(
    entries
      .slice(first, first + 1)
      .map(({ tag }) => sqlOf(tag))
      .join(),
  )

  const { rows } = await client.query<Record<string, unknown>>(`
    select slug, v.* from variants v join products p on p.id = product_id and p.company_id = v.company_id order by p.id`)
  const said = rows.map(({ slug, ...row }) => [
    slug,
    Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && !unsaid.has(name))),
  ])
  expect(said).toEqual([
    [
      'lipa',
      {
        height_from_mm: 5000,
        height_to_mm: 5500,
        girth_from_mm: 180,
        girth_to_mm: 200,
        transplants: 4,
        root: 'wire_ball',
        root_size: '80.00',
        price_kopecks: 3200000,
      },
    ],
    ['shtamb', { form: 'standard', girth_from_mm: 80, girth_to_mm: 100, stem_height_mm: 1200, transplants: 3 }],
    ['klen', { form: 'multistem', spread_from_mm: 1500, spread_to_mm: 1750, stems: 3 }],
    // A company's text in its own words is not parsed.
    ['real', { root: 'container' }],
    ['bundle', { root: 'bare_root' }],
    ['net', { height_to_mm: 400 }],
    ['litres', { root: 'container', root_size: '7.50' }],
  ])
  expect(
    rows.every(({ confirmed_at, position }) => position === 0 && new Date(confirmed_at as string).getMonth() === 4),
  ).toBe(true)
  // No data of products is lost.
  const after = await client.query<object>('select * from products order by id')
  expect(after.rows).toMatchObject(before.rows as object[])
})
