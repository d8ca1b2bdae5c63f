// Creates a database on the server of DATABASE_URL and fills it, to examine queries:
//   npm exec -- node bench/social-database.ts --name dendro_large --products 100000 --posts 1000000 --people 50000 --friendships 1000000
// A database a hundred times smaller, for comparison (bench/scale.ts):
//   npm exec -- node bench/social-database.ts --name dendro_small
// An existing database of that name is replaced.
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openServer } from '#server/platform/database/database.ts'
import { loadReference } from '#server/seed/load-reference.ts'
import { askServer } from '#server/test/ask-server.ts'
import { generateProducts } from './generate-products.ts'
import { generateSocial } from './generate-social.ts'
import { generateViewer } from './generate-viewer.ts'

const { values: options } = parseArgs({
  options: {
    name: { type: 'string' },
    posts: { type: 'string', default: '10000' },
    people: { type: 'string', default: '500' },
    friendships: { type: 'string', default: '10000' },
    products: { type: 'string', default: '1000' },
  },
})
const { name } = options
if (!name || !/^\w+$/.test(name)) throw new Error('--name: the name of the database to make')

const url = new URL(process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres')
await askServer(url.href, `drop database if exists ${name} with (force)`)
await askServer(url.href, `create database ${name}`)
url.pathname = `/${name}`

const database = await openServer(url.href)
try {
  const started = performance.now()
  await loadReference(database.jobs)
  await generateProducts(database.jobs, Number(options.products))
  await generateSocial(database.jobs, {
    posts: Number(options.posts),
    people: Number(options.people),
    friendships: Number(options.friendships),
  })
  await generateViewer(database.jobs)
  await database.jobs.execute(sql`vacuum analyze`)
  console.log(`${url.href} filled in ${Math.round((performance.now() - started) / 1000)} s`)
} finally {
  await database.close()
}
