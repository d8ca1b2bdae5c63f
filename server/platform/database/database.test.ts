import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import { loadReference } from '#server/seed/load-reference.ts'
import { askServer } from '#server/test/ask-server.ts'
import { blankClient } from '#server/test/database-copies.ts'
import { StartupError } from '../config.ts'
import { isUnavailable } from '../http/errors.ts'
import { type Database, embeddedDatabase, openServer } from './database.ts'

const serverUrl = process.env.TEST_DATABASE_URL ?? ''

/** An empty database on the test server, dropped at the end of the test. */
async function freshDatabase(): Promise<string> {
  const name = `dendro_open_${process.pid}_${Date.now()}`
  await askServer(serverUrl, `create database ${name}`)
  onTestFinished(async () => {
    await askServer(serverUrl, `drop database if exists ${name} with (force)`)
  })
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

describe.runIf(serverUrl)('openServer', () => {
  it('migrates and fills a fresh database once, however many processes start at the same moment', async () => {
    const url = await freshDatabase()
    const open: Database[] = []
    onTestFinished(async () => {
      await Promise.all(open.map(database => database.close()))
    })
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        const database = await openServer(url)
        open.push(database)
        await loadReference(database.jobs)
      }),
    )
    const [first] = open
    const [count] = (await first?.db
      .select({
        all: sql<number>`count(*)::int`,
        regions: sql<number>`count(*) filter (where ${lookups.kind} = 'region')::int`,
      })
      .from(lookups)) ?? [null]
    expect(count?.regions).toBe(83)
  })
})

describe('openServer', () => {
  it('fails on an unreachable server with one sentence that does not contain the password', async () => {
    const error = await openServer('postgres://user:hunter2@127.0.0.1:1/dendro').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StartupError)
    expect((error as StartupError).message).toMatch(/^База данных по адресу из DATABASE_URL не отвечает: .*\.$/)
    expect((error as StartupError).message).not.toContain('hunter2')
  })
})

describe('the embedded database', () => {
  it('answers a ping during a long transaction that gets its answers, not during one that gets none', async () => {
    const client = await blankClient()
    const database = embeddedDatabase(client)
    const ended = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const transaction = database.db.transaction(async tx => {
      await asked.promise
      await tx.execute(sql`select 1`)
      await ended.promise
    })
    const ping = database.ping()
    asked.resolve()
    await ping
    expect(await database.ping().catch(isUnavailable)).toBe(true)
    ended.resolve()
    await transaction
    await database.ping()
  })
})
