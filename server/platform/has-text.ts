import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A pattern for `like` that finds this text anywhere; what means something in a pattern stands for itself. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether the column has this text anywhere in it; case does not count, nor «ё» for «е». */
export function hasText(column: SQLWrapper, text: string): SQL<boolean> {
  const plain = text.toLowerCase().replaceAll('ё', 'е')
  return sql<boolean>`translate(lower(${column}), 'ё', 'е') like ${likePattern(plain)}`
}
