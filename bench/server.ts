// A server process of the bench: the application as in production, on a database with generated products.
import { mkdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { eq, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import pg from 'pg'
import { buildApp } from '#server/app.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { hashPassword } from '#server/domains/accounts/passwords/passwords.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { priceListJobs, productQueues } from '#server/jobs.ts'
import { readConfig } from '#server/platform/config.ts'
import { openEmbedded, openServer } from '#server/platform/database/database.ts'
import { clearReceivedFiles } from '#server/platform/http/bodies/received-files.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { builtPages } from '#server/platform/http/pages.ts'
import { tokens } from '#server/platform/http/session.ts'
import { prepareQueues } from '#server/platform/jobs/job-queue.ts'
import { startJobs } from '#server/platform/jobs/job-workers.ts'
import { mediaStore } from '#server/platform/media/media.ts'
import { openFileStore } from '#server/platform/media/open-file-store.ts'
import { signingSecret } from '#server/platform/signing-secret.ts'
import { loadReference } from '#server/seed/load-reference.ts'
import { generateProducts } from './generate-products.ts'
import { generateSocial } from './generate-social.ts'
import { membersOf } from './members.ts'
import type { Constant, Contents, Member, Order, Report } from './protocol.ts'
import { accessOf } from './sign-in.ts'

// The bench has ended; nothing here needs to be saved.
process.on('disconnect', () => process.exit(0))

const report = (message: Report) => process.send?.(message)

let statements = 0
for (const way of ['query', 'execute'] as const) {
  const send = pg.Connection.prototype[way]
  pg.Connection.prototype[way] = function (this: pg.Connection, ...args: unknown[]) {
    statements++
    return Reflect.apply(send, this, args)
  }
}

const config = readConfig(process.env)
mkdirSync(`${config.dataDir}/media`, { recursive: true })
await clearReceivedFiles(config.dataDir, true)
const database = config.databaseUrl ? await openServer(config.databaseUrl) : await openEmbedded(config.dataDir)
await prepareQueues(database, productQueues)
const contents = JSON.parse(process.argv[2] ?? '') as Contents
if (!contents.isFilled) {
  await loadReference(database.jobs)
  await generateProducts(database.jobs, contents.products)
}
if (contents.social && !contents.isFilled) {
  await generateSocial(database.jobs, contents.social)
  // As when nurseries publish: some of the newest posts announce products.
  await database.jobs.execute(sql`
    update posts set created_at = now() - place * interval '10 minutes'
    from (select id, row_number() over (order by id) as place from posts where product_id is not null and is_visible limit 4) announced
    where announced.id = posts.id`)
}
if (!contents.isFilled) await database.jobs.execute(sql`vacuum analyze`)

const secret = signingSecret(config)

const media = mediaStore({ files: await openFileStore(config), publicUrl: config.publicUrl, secret })
const app = await buildApp({
  config,
  database,
  media,
  secret,
  pages: await builtPages(),
  // What is refused under this load is counted by the bench.
  logger: { level: contents.computesAll ? 'silent' : 'warn' },
  computesAll: contents.computesAll === true,
})

/** Sends prepared buffers and does nothing else: the fastest possible response of this process. */
const constants = new Map<string, { headers: Constant['headers']; body: Buffer }>()
const bare = Fastify()
/** One prepared statement and nothing else: the fastest possible response that asks the database. */
const anyProduct = database.db
  .select({ name: products.name })
  .from(products)
  .where(eq(products.id, sql.placeholder('id')))
  .prepare('any_product')
bare.get('/statement', async () => anyProduct.execute({ id: 1 + Math.floor(Math.random() * contents.products) }))
/** Milliseconds for which the process was not free at a stretch since this was last asked. */
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
bare.get('/longest-delay', async () => {
  const longest = delays.max / 1e6
  delays.reset()
  return longest
})
bare.all('/:name', (request, reply) => {
  const constant = constants.get((request.params as { name: string }).name)
  if (!constant) return reply.callNotFound()
  return reply.headers(constant.headers).send(constant.body)
})

async function obey(order: Order): Promise<void> {
  let members: Member[] = []
  let backends: number[] = []
  if ('change' in order) {
    await database.db.execute(sql`insert into content_changes (scope) values ('everything')`)
    await database.db.execute(sql`
      update posts set likes_count = likes_count + 1 where id = (select id from posts order by created_at desc limit 1)`)
  } else if ('constant' in order) {
    const { name, headers, body } = order.constant
    constants.set(name, { headers, body: Buffer.from(body, 'base64') })
  } else if ('supplier' in order) {
    const { email, password, products } = order.supplier
    const passwordHash = await hashPassword(password)
    const [person] = await database.db
      .update(users)
      .set({ passwordHash })
      .where(eq(users.email, email))
      .returning({ id: users.id })
    await database.db.execute(sql`
      update products set company_id = (select company_id from company_members where user_id = ${person?.id})
      where id in (select id from products order by id limit ${products})`)
  } else if ('growers' in order) {
    const growers = await database.db
      .select({ id: companies.creatorId })
      .from(companies)
      .orderBy(companies.id)
      .limit(order.growers)
    const ids = growers.map(({ id }) => id)
    members = (await accessOf(database.db, tokens(secret), ids)).map(access => ({ access, conversation: '' }))
  } else if ('members' in order) {
    members = await membersOf(database.db, tokens(secret), order.members)
  }
  if ('backends' in order) {
    const rows = await database.db
      .select({ pid: sql<number>`pid` })
      .from(sql`pg_stat_activity`)
      .where(sql`datname = current_database()`)
    backends = rows.map(({ pid }) => pid)
  }
  const { user, system } = process.cpuUsage()
  report({ processor: user + system, statements, members, backends })
}

process.on('message', (order: Order) => void obey(order))
const names = namedPlants({ db: database.db, changes: contentChanges(database.db) })
startJobs(database, priceListJobs({ db: database.db, slowly: database.jobs, media, names }), console.error)
const listen = { port: 0, host: '127.0.0.1' }
report({ listening: await app.listen(listen), bare: await bare.listen(listen) })
