import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { testDatabase } from '#server/test/app.ts'
import { generateProducts } from './generate-products.ts'
import { generateSocial } from './generate-social.ts'

it('generates data that fits the present tables', async () => {
  const database = await testDatabase()
  try {
    await generateProducts(database.jobs, 300)
    await generateSocial(database.jobs, { posts: 500, people: 60, friendships: 300 })
    const [row] = await database.db
      .select({
        products: sql<number>`(select count(*)::int from products)`,
        variants: sql<number>`(select count(*)::int from variants)`,
        posts: sql<number>`(select count(*)::int from posts)`,
        news: sql<number>`(select count(*)::int from notifications where actor_id is not null)`,
      })
      .from(sql`(select) as one`)
    expect(row).toMatchObject({ products: 300, variants: 600, posts: 500 })
    expect(row?.news).toBeGreaterThan(0)
  } finally {
    await database.close()
  }
})
