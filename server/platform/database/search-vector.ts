import { customType } from 'drizzle-orm/pg-core'

/** What PostgreSQL's full-text search looks through; always generated, never read by the application. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
