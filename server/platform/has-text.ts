import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A pattern for `like` that finds this text anywhere; special characters of patterns are escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether the column has this text anywhere in it; case is ignored, and «ё» equals «е». */
export function hasText(column: SQLWrapper, text: string): SQL<boolean> {
  const plain = text.toLowerCase().replaceAll('ё', 'е')
  return sql<boolean>`translate(lower(${column}), 'ё', 'е') like ${likePattern(plain)}`
}
