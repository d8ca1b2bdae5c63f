import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dataPage, dataPath } from './data-page.ts'

it('shows the tables as they are; if not: npm run house:data', async () => {
  const page = readFileSync(dataPath, 'utf8')
  expect(page).toContain('products : "plant_id"')
  expect(page).toBe(await dataPage(page))
})
