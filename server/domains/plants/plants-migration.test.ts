import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { transliterate } from '#server/platform/transliterate.ts'
import { blankClient } from '#server/test/database-copies.ts'

const folder = new URL('../../migrations/', import.meta.url)
const { entries } = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
  entries: { tag: string }[]
}

it('plants of an earlier release get slugs, and those added by moderators a main category', async () => {
  const client = await blankClient()
  const at = entries.findIndex(({ tag }) => tag.endsWith('_directory_facts'))
  const run = (list: typeof entries) =>
    client.exec(list.map(({ tag }) => readFileSync(new URL(`${tag}.sql`, folder), 'utf8')).join('\n;\n'))
  await run(entries.slice(0, at))
  await client.exec(`insert into genera (id, name, latin_name) values (1, 'Ель', 'Picea'), (2, 'Айва', '')`)
  await client.exec(`insert into categories (id, name, slug, position) values (7, 'Б', 'b', 2), (8, 'А', 'a', 1)`)
  const names = [
    "Picea pungens 'Białobok'",
    "Picea abies 'Will's Zwerg'",
    "Weiße × 'Œuvre Kórnik'",
    'Айва жёлтая щедрая',
    'Picea abies',
    'PICEA  abies',
    '',
    '«»',
  ]
  const facts = JSON.stringify({ zone: 4, light: 'sun', autumn: 'evergreen' })
  for (const [index, name] of names.entries()) {
    await client.query(
      'insert into plants (id, seed_key, genus_id, name, latin_name, facts) values ($1, $2, 1, $3, $4, $5)',
      [index + 1, index < 4 ? name : null, `вид ${index}`, name, facts],
    )
  }
  await client.exec('insert into plant_categories (plant_id, category_id) values (1, 7), (5, 7), (5, 8)')
  await run(entries.slice(at, at + 1))
  const rows = (await client.query('select * from plants order by id')).rows as Record<string, unknown>[]
  const slugs = rows.map(row => row.slug)
  expect(slugs.slice(0, 5)).toEqual(names.slice(0, 5).map(name => transliterate(name)))
  expect(slugs.slice(5)).toEqual(['picea-abies-6', 'rastenie', 'rastenie-8'])
  expect(
    (await client.query('select slug from plant_slugs order by plant_id')).rows.map(row => (row as any).slug),
  ).toEqual(slugs)
  expect(rows.map(row => row.category_id)).toEqual([null, null, null, null, 8, null, null, null])
  expect(rows[0]).toMatchObject({ zone: 4, light: 'sun', autumn_colour: 'evergreen', is_evergreen: true, soil: null })
})
