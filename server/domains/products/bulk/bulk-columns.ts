import { sql } from 'drizzle-orm'

export const ids = (list: number[]) => sql`${sql.param(list)}::int[]`

export const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The row with its keys as the database calls its columns. */
export const asColumns = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [inSnakeCase(name), value]))

/** These columns in SQL, of this table or alias. */
export const columnList = (names: string[], table?: string) =>
  sql.join(
    names.map(name =>
      table ? sql`${sql.identifier(table)}.${sql.identifier(inSnakeCase(name))}` : sql.identifier(inSnakeCase(name)),
    ),
    sql`, `,
  )
