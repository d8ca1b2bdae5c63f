import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getTableName, is } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { floors } from './floors.ts'
import { roomOf } from './imports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Converts names of columns to those in the database. */
const casing = new CasingCache('snake_case')

interface Entity {
  /** The domain that owns it, or "platform". */
  owner: string
  name: string
  references: { column: string; to: string; isOptional: boolean }[]
}

/** Every table of the product with its foreign keys, floor by floor. */
export async function listEntities(): Promise<Entity[]> {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.tables.ts'))
    .map(name => join('server', name))
    .toSorted()
  const entities: Entity[] = []
  for (const file of files) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(root, file)).href)
    for (const table of Object.values(exported)) {
      if (!is(table, PgTable)) continue
      const { name, foreignKeys } = getTableConfig(table)
      const references = foreignKeys.map(key => {
        const { columns, foreignTable } = key.reference()
        return {
          column: columns.map(column => casing.getColumnCasing(column)).join(', '),
          to: getTableName(foreignTable),
          isOptional: columns.some(column => !column.notNull),
        }
      })
      entities.push({ owner: roomOf('server/domains', file) ?? 'platform', name, references })
    }
  }
  const order = ['platform', ...floors.flat()]
  return entities.toSorted(
    (one, other) => order.indexOf(one.owner) - order.indexOf(other.owner) || one.name.localeCompare(other.name),
  )
}

/** The diagram of docs/DATA.md in Mermaid's notation: foreign keys between tables. */
export function drawEntities(entities: Entity[]): string {
  const arrows = entities.flatMap(({ name, references }) =>
    references.map(
      ({ column, to, isOptional }) => `    ${to} ${isOptional ? '|o' : '||'}--o{ ${name} : ${JSON.stringify(column)}`,
    ),
  )
  return ['erDiagram', ...entities.map(({ name }) => `    ${name}`), ...arrows].join('\n')
}

/** The list below the diagram: the tables of each domain. */
export function listByOwner(entities: Entity[]): string {
  const byOwner = Map.groupBy(entities, ({ owner }) => owner)
  return [...byOwner]
    .map(([owner, own]) => `| ${owner} | ${own.map(({ name }) => `\`${name}\``).join(', ')} |`)
    .join('\n')
}
