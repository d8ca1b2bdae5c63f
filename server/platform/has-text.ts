import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Whether the column has this text anywhere in it; case does not count, nor «ё» for «е». */
export function hasText(column: SQLWrapper, text: string): SQL<boolean> {
  const plain = text.toLowerCase().replaceAll('ё', 'е')
  return sql<boolean>`translate(lower(${column}), 'ё', 'е') like ${`%${plain.replace(/[\\%_]/g, '\\$&')}%`}`
}
