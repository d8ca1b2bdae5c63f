import { fileURLToPath } from 'node:url'
import { drawEntities, listByOwner, listEntities } from './entities.ts'

export const dataPath = fileURLToPath(new URL('../../docs/DATA.md', import.meta.url))

/** The page with the present diagram and list of tables; the rest is unchanged. */
export async function dataPage(page: string): Promise<string> {
  const entities = await listEntities()
  return page
    .replace(/(```mermaid\n)[^`]*(\n```)/, (_, before, after) => before + drawEntities(entities) + after)
    .replace(/(\| --- \| --- \|\n)(?:\|.*\n)*/, (_, head) => `${head}${listByOwner(entities)}\n`)
}
