import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { genera, plants } from '#server/domains/plants/plants.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { testDatabase } from '#server/test/app.ts'
import { normalizeName, spellingPattern } from './normalize-name.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function fits(name: string, spelling: string): Promise<boolean | undefined> {
  const one = sql`(values (1)) as one`
  const [row] = await database.db
    .select({ fits: sql<boolean>`${spelling}::text ~ ${spellingPattern(name)}::text` })
    .from(one)
  return row?.fits
}

describe('the pattern of a name', () => {
  it.each([
    ['западная «Smaragd»', "ЗАПАДНАЯ   'SMARAGD'"],
    ['ёлочная й', 'Е\u0308ЛОЧНАЯ И\u0306'],
    ["d'Or é", ' D’OR  E\u0301 '],
    ['e\u0301', 'É'],
    ['Kiwi', '\u212aiw\u0130'],
    ['№ 7 (а+б)', '№ 7 (А+Б)'],
    ['×', '×'],
  ])('%s matches %s, in the database too', async (name, spelling) => {
    expect(new RegExp(spellingPattern(name)).test(spelling)).toBe(true)
    expect(await fits(name, spelling)).toBe(true)
  })

  it.each([
    ['западная', "западная 'Smaragd'"],
    ['туя', 'тую'],
    ['сорт 7', 'сорт 77'],
  ])('%s does not match %s', async (name, other) => {
    expect(await fits(name, other)).toBe(false)
  })

  it('matches every name of the directory, however it is typed', async () => {
    const { db } = database
    const names = [
      ...(await db.select({ name: genera.name }).from(genera)),
      ...(await db.select({ name: plants.name }).from(plants)),
    ]
    for (const { name } of names) {
      const typed = ` ${name.toUpperCase().replaceAll("'", '"').replaceAll(' ', '  ').normalize('NFD')}`
      if (normalizeName(typed) !== normalizeName(name)) continue
      expect(new RegExp(spellingPattern(typed)).test(name), name).toBe(true)
    }
  })
})
