import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dataPage, dataPath } from './data-page.ts'

it('is up to date; if not, run npm run house:data', async () => {
  const page = readFileSync(dataPath, 'utf8')
  expect(page).toContain('products : "plant_id"')
  expect(page).toBe(await dataPage(page))
})
