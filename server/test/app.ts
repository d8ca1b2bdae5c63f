import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import postgres from 'postgres'
import { inject, onTestFinished } from 'vitest'
import { type AppDeps, buildApp } from '#server/app.ts'
import { type Database, embeddedDatabase, openServer, pgliteExtensions } from '#server/platform/database.ts'
import { type MediaStore, mediaStore } from '#server/platform/media.ts'
import { clearReceivedFiles } from '#server/platform/received-files.ts'
import { tokens } from '#server/platform/session.ts'

export const publicUrl = 'http://dendro.test'
export const staffEmail = 'staff@dendro.test'
export const otherStaffEmail = 'other-staff@dendro.test'
const secret = 'a secret for tests only, long enough'

export interface TestAnswer {
  status: number
  body: any
  headers: Record<string, unknown>
  text: string
}

export interface TestServer {
  app: FastifyInstance
  database: Database
  media: MediaStore
  dataDir: string
  /** GET as a visitor, or as the person with this id. */
  get(path: string, userId?: string, headers?: Record<string, string>): Promise<TestAnswer>
  /** Any other call, with a body as JSON or, where it is FormData, as a form. */
  send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, userId?: string): Promise<TestAnswer>
  bearer(userId: string): Promise<string>
  /** A second process's view: another app on the same database. */
  another(): Promise<FastifyInstance>
  close(): Promise<void>
}

let copies = 0

/** A copy of the prepared database; on a server, a database of its own that is dropped at the end. */
export async function testDatabase(): Promise<Database & { url: string | null }> {
  const template = inject('template')
  if (!template) {
    const client = await PGlite.create({
      loadDataDir: new Blob([readFileSync(inject('snapshot'))]),
      extensions: pgliteExtensions,
    })
    return { ...embeddedDatabase(client), url: null }
  }
  const name = `dendro_test_${process.pid}_${Date.now()}_${copies++}`
  const admin = postgres(template.serverUrl, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name} template ${template.name}`)
  const url = new URL(template.serverUrl)
  url.pathname = `/${name}`
  const database = await openServer(url.href)
  return {
    ...database,
    url: url.href,
    close: async () => {
      await database.close()
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

/** The real application on a copy of the prepared database; close it in `afterAll`. */
export async function testServer(options: Partial<AppDeps> = {}): Promise<TestServer> {
  const database = await testDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'dendro-data-'))
  mkdirSync(join(dataDir, 'media'))
  await clearReceivedFiles(dataDir, true)
  const media = mediaStore(dataDir, publicUrl)
  const deps: AppDeps = {
    config: { publicUrl, dataDir, staffEmails: [staffEmail, otherStaffEmail], corsOrigins: [], rateLimits: false },
    database,
    media,
    secret,
    ...options,
  }
  const app = await buildApp(deps)
  await app.ready()
  const bearer = async (userId: string) => `Bearer ${await tokens(secret).signAccess(userId)}`
  function answerOf(response: LightMyRequestResponse): TestAnswer {
    const isJson = String(response.headers['content-type']).includes('json') && response.payload !== ''
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      body: isJson ? response.json() : null,
    }
  }
  const encoded = (path: string) => path.replace(/[^\x21-\x7e]+/g, encodeURIComponent)
  return {
    app,
    database,
    media,
    dataDir,
    bearer,
    async get(path, userId, headers = {}) {
      const authorization = userId ? { authorization: await bearer(userId) } : {}
      return answerOf(await app.inject({ url: encoded(path), headers: { ...authorization, ...headers } }))
    },
    async send(method, path, body, userId) {
      const headers: Record<string, string> = userId ? { authorization: await bearer(userId) } : {}
      if (!(body instanceof FormData)) {
        const payload = body === undefined ? {} : { payload: body as object }
        return answerOf(await app.inject({ method, url: encoded(path), headers, ...payload }))
      }
      // Only Response knows how to write a form with its files and boundary.
      const form = new Response(body)
      headers['content-type'] = form.headers.get('content-type') ?? ''
      const payload = Buffer.from(await form.arrayBuffer())
      return answerOf(await app.inject({ method, url: encoded(path), headers, payload }))
    },
    async another() {
      const other = await buildApp(deps)
      await other.ready()
      return other
    },
    async close() {
      await app.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Closes something when the test that opened it ends. */
export function closeAfterTest(resource: { close(): PromiseLike<unknown> }): void {
  onTestFinished(async () => {
    await resource.close()
  })
}
