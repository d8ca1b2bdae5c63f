// The server process of social-streams.ts: the application as in production, with pairs of friends.
import { mkdirSync } from 'node:fs'
import { buildApp } from '#server/app.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { readConfig } from '#server/platform/config.ts'
import { openEmbedded, openServer } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { tokens } from '#server/platform/http/session.ts'
import { mediaStore } from '#server/platform/media/media.ts'
import { openFileStore } from '#server/platform/media/open-file-store.ts'
import { signingSecret } from '#server/platform/signing-secret.ts'
import { accessOf } from './sign-in.ts'

/** To the parent: once, what it needs; then, on request, the resources used. */
export type StreamsReport =
  | { listening: string; people: { id: string; access: string }[] }
  | { memory: number; processor: number }

const report = (message: StreamsReport) => process.send?.(message)
process.on('disconnect', () => process.exit(0))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  report({ memory: process.memoryUsage.rss(), processor: user + system })
})

const config = readConfig(process.env)
mkdirSync(`${config.dataDir}/media`, { recursive: true })
const database = config.databaseUrl ? await openServer(config.databaseUrl) : await openEmbedded(config.dataDir)
const secret = signingSecret(config)
const rows = Array.from({ length: Number(process.argv[2]) }, (_, n) => {
  const email = `listener${n}@bench.test`
  return { id: uuidv7(), email, confirmedEmail: email, name: `Слушатель ${n}` }
})
await database.jobs.insert(users).values(rows)
const ids = rows.map(({ id }) => id)
const access = await accessOf(database.db, tokens(secret), ids)
const people = ids.map((id, index) => ({ id, access: access[index] ?? '' }))
const media = mediaStore({ files: await openFileStore(config), publicUrl: config.publicUrl, secret })
const app = await buildApp({ config, database, media, secret, logger: { level: 'warn' } })
report({ listening: await app.listen({ port: 0, host: '127.0.0.1' }), people })
