// Creates a database on the server of DATABASE_URL and fills it with products and their sizes, to measure the search
// for offers (a product has two sizes on average):
//   npm exec -- node bench/offers-database.ts --name dendro_offers_many --products 500000
//   npm exec -- node bench/offers-database.ts --name dendro_offers_few --products 5000
// An existing database of that name is replaced. bench/offers.ts compares two of them.
import { parseArgs } from 'node:util'
import { openServer } from '#server/platform/database/database.ts'
import { loadReference } from '#server/seed/load-reference.ts'
import { askServer } from '#server/test/ask-server.ts'
import { generateProducts } from './generate-products.ts'

const { values: options } = parseArgs({ options: { name: { type: 'string' }, products: { type: 'string' } } })
const { name, products } = options
if (!name || !/^\w+$/.test(name)) throw new Error('--name: the name of the database to make')
if (!products || !/^\d+$/.test(products)) throw new Error('--products: how many')

const url = new URL(process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres')
await askServer(url.href, `drop database if exists ${name} with (force)`)
await askServer(url.href, `create database ${name}`)
url.pathname = `/${name}`

const database = await openServer(url.href)
try {
  const started = performance.now()
  await loadReference(database.jobs)
  await generateProducts(database.jobs, Number(products))
  console.log(`${url.href} filled in ${Math.round((performance.now() - started) / 1000)} s`)
} finally {
  await database.close()
}
