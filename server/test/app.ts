import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { inject, onTestFinished } from 'vitest'
import { type AppDeps, buildApp } from '#server/app.ts'
import { type Database, embeddedDatabase, openServer } from '#server/platform/database/database.ts'
import { clearReceivedFiles } from '#server/platform/http/bodies/received-files.ts'
import { rateLimits } from '#server/platform/http/limits/limits.tables.ts'
import type { FileStore } from '#server/platform/media/file-store.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import { type MediaStore, mediaStore } from '#server/platform/media/media.ts'
import { askServer } from './ask-server.ts'
import { openCopy } from './database-copies.ts'
import { bearerOf } from './sessions.ts'

export const publicUrl = 'http://dendro.test'
/** Of the addresses for price lists. */
export const mailDomain = 'prices.dendro.test'
export const staffEmail = 'staff@dendro.test'
export const otherStaffEmail = 'other-staff@dendro.test'
export const secret = 'a secret for tests only, long enough'
/** Milliseconds for which a test's access token is used, far less than it is valid: tests also move the clock. */
const tokenAge = 60 * 60_000

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
  /** GET as a visitor, or as this person. */
  get(path: string, userId?: string, headers?: Record<string, string>): Promise<TestAnswer>
  /** Any other call, with a JSON body or, if it is FormData, a multipart one. */
  send(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, userId?: string): Promise<TestAnswer>
  /** An Authorization header of this person; creates a session if there is none. */
  bearer(userId: string): Promise<string>
  /** Another app on the same database with other settings and reset rate limits. */
  withSettings(settings: Partial<AppDeps['config']>): Promise<TestServer>
  /**
   * Another app on the same database, as a second process. `prepare` can add to it before it starts; `own` is what it
   * does not share.
   */
  another(prepare?: (app: FastifyInstance) => void, own?: Partial<AppDeps>): Promise<FastifyInstance>
  close(): Promise<void>
}

interface TestOptions extends Partial<AppDeps> {
  /** Stores pictures here instead of in the data folder. */
  files?: FileStore
}

function* piecesOf(bytes: Buffer): Iterable<Buffer> {
  const size = 64 * 1024
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

let copies = 0

/** A copy of the prepared database; on a server, a separate database that is dropped by `close`. */
export async function testDatabase(): Promise<Database & { url: string | null }> {
  const template = inject('template')
  if (!template) {
    const { client, close } = await openCopy(inject('snapshot'))
    return { ...embeddedDatabase(client), url: null, close }
  }
  const name = `dendro_test_${process.pid}_${Date.now()}_${copies++}`
  await askServer(template.serverUrl, `create database ${name} template ${template.name}`)
  // No test waits for the disk: none takes its power away.
  await askServer(template.serverUrl, `alter database ${name} set synchronous_commit = off`)
  const url = new URL(template.serverUrl)
  url.pathname = `/${name}`
  const database = await openServer(url.href)
  return {
    ...database,
    url: url.href,
    close: async () => {
      await database.close()
      await askServer(template.serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

/** The real application on a copy of the prepared database; close it in `afterAll`. */
export async function testServer({ files, ...options }: TestOptions = {}): Promise<TestServer> {
  const database = await testDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'dendro-data-'))
  mkdirSync(join(dataDir, 'media'))
  await clearReceivedFiles(dataDir, true)
  const media = mediaStore({ files: files ?? folderStore(join(dataDir, 'media')), publicUrl, secret })
  const deps: AppDeps = {
    config: {
      ...{ publicUrl, dataDir, staffEmails: [staffEmail, otherStaffEmail], corsOrigins: [], rateLimits: false },
      mailIn: { port: 25, domain: mailDomain },
    },
    database,
    media,
    secret,
    ...options,
  }
  const server = await serve(deps)
  return {
    ...server,
    database,
    media,
    dataDir,
    async close() {
      await server.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An app with these dependencies, which stay open when it is closed. */
async function serve(deps: AppDeps): Promise<TestServer> {
  const app = await buildApp(deps)
  await app.ready()
  const given = new Map<string, { authorization: string; at: number }>()
  async function bearer(userId: string): Promise<string> {
    const authorization = await bearerOf(deps.database.db, deps.secret, userId)
    given.set(userId, { authorization, at: Date.now() })
    return authorization
  }
  /** Calls with the session of the call before, because a statement for each would take an eighth of the tests' time. */
  async function signedIn(
    userId: string | undefined,
    call: (headers: Record<string, string>) => Promise<LightMyRequestResponse>,
  ): Promise<TestAnswer> {
    if (!userId) return answerOf(await call({}))
    const known = given.get(userId)
    const isValid = known && Math.abs(Date.now() - known.at) < tokenAge
    const response = await call({ authorization: isValid ? known.authorization : await bearer(userId) })
    // Tests also end sessions.
    if (isValid && response.statusCode === 401) return answerOf(await call({ authorization: await bearer(userId) }))
    return answerOf(response)
  }
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
    database: deps.database,
    media: deps.media,
    dataDir: deps.config.dataDir,
    bearer,
    async get(path, userId, headers = {}) {
      return signedIn(userId, own => app.inject({ url: encoded(path), headers: { ...own, ...headers } }))
    },
    async send(method, path, body, userId) {
      const url = encoded(path)
      if (!(body instanceof FormData)) {
        const payload = body === undefined ? {} : { payload: body as object }
        return signedIn(userId, headers => app.inject({ method, url, headers, ...payload }))
      }
      // Only Response can encode a form with its files and boundary.
      const form = new Response(body)
      const bytes = Buffer.from(await form.arrayBuffer())
      const ofForm = {
        'content-type': form.headers.get('content-type') ?? '',
        'content-length': String(bytes.length),
      }
      // In chunks, as over a network.
      return signedIn(userId, headers =>
        app.inject({ method, url, headers: { ...headers, ...ofForm }, payload: Readable.from(piecesOf(bytes)) }),
      )
    },
    async another(prepare = () => {}, own = {}) {
      const other = await buildApp({ ...deps, ...own })
      prepare(other)
      await other.ready()
      return other
    },
    async withSettings(settings) {
      await deps.database.db.delete(rateLimits)
      return serve({ ...deps, config: { ...deps.config, ...settings } })
    },
    close: () => app.close(),
  }
}

/** Closes a resource at the end of the test. */
export function closeAfterTest(resource: { close(): PromiseLike<unknown> }): void {
  onTestFinished(async () => {
    await resource.close()
  })
}
