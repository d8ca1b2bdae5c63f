import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { buriedMark, putSeedMark } from '#server/domains/publications/seeded-articles.queries.ts'
import { type Database, type Db, openEmbedded, openServer } from '#server/platform/database/database.ts'
import { readPublications } from '#server/seed/read-publications.ts'
import { askServer } from './ask-server.ts'
import { secret, temporaryFolder, undoAtEnd } from './processes.ts'

/** Where a server keeps its data, as its environment variables: a data folder and, unless embedded, a database. */
export type Place = Record<string, string> & { DATA_DIR: string }

let databases = 0

/** A database on the test server, dropped at the end: a copy of `template`. */
export async function serverDatabase(serverUrl: string, template = 'template1'): Promise<string> {
  const name = `dendro_place_${process.pid}_${databases++}`
  await askServer(serverUrl, `create database ${name} template ${template}`)
  undoAtEnd(async () => {
    await askServer(serverUrl, `drop database if exists ${name} with (force)`)
  })
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** A place where no server has started yet, with a PostgreSQL database if the tests use one. */
export async function emptyPlace(): Promise<Place> {
  const place = { DATA_DIR: temporaryFolder(), SECRET_KEY: secret, SEED: 'none' }
  const server = inject('template')
  return server ? { ...place, DATABASE_URL: await serverDatabase(server.serverUrl) } : place
}

/** The same with an embedded database in which nothing has been created yet, as the database on a server is. */
export async function blankPlace(): Promise<Place> {
  const place = await emptyPlace()
  if (!place.DATABASE_URL) cpSync(inject('blank'), join(place.DATA_DIR, 'postgres'), { recursive: true })
  return place
}

/** Opens the database of a place where no server is running. */
export async function openPlace(place: Place): Promise<Database> {
  return place.DATABASE_URL ? openServer(place.DATABASE_URL) : openEmbedded(place.DATA_DIR)
}

/** A place with a copy of the prepared database. */
async function copyOfSnapshot(): Promise<Place> {
  const place = { DATA_DIR: temporaryFolder(), SECRET_KEY: secret, SEED: 'none' }
  const server = inject('template')
  if (server) return { ...place, DATABASE_URL: await serverDatabase(server.serverUrl, server.name) }
  cpSync(inject('snapshot'), join(place.DATA_DIR, 'postgres'), { recursive: true })
  return place
}

/**
 * A place on which a server starts fast, and the result of `make`. The articles that come with the product are marked
 * as deleted by staff: drawing their pictures takes longer than the rest of a start.
 */
export async function preparedPlace<Made = void>(
  make?: (db: Db) => Promise<Made>,
): Promise<{ place: Place; made: Made }> {
  const place = await copyOfSnapshot()
  mkdirSync(join(place.DATA_DIR, 'media'))
  const { db, close } = await openPlace(place)
  await db.transaction(async tx => {
    for (const { key } of readPublications()) await putSeedMark(tx, key, buriedMark)
  })
  const made = (await make?.(db)) as Made
  await close()
  return { place, made }
}
