import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it } from 'vitest'
import { askServer } from '#server/test/ask-server.ts'
import { jobsDone } from '../scripts/jobs-done.ts'
import { preparedPlace, serverDatabase } from './test/places.ts'
import {
  freePort,
  getJson,
  listen,
  minute,
  type Started,
  secret,
  start,
  startAndListen,
  startsServers,
  startWithin,
  stop,
  temporaryFolder,
} from './test/processes.ts'

startsServers()

/** The start is refused: exit code 1, and on stderr exactly one sentence in Russian that contains these words. */
async function expectRefusal(started: Started, ...words: string[]): Promise<void> {
  expect(await started.ended).toBe(1)
  const lines = started.stderr().trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  for (const word of words) expect(lines[0]).toContain(word)
  expect(lines[0]).toMatch(/^[А-Я].*\.$/)
  expect(lines[0]).not.toMatch(/\bat .*:\d+:\d+|Error:/)
  expect(started.stdout()).not.toContain('listening')
}

describe('a start is refused', { timeout: 2 * startWithin }, () => {
  it('with one sentence when its environment is wrong', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    // The lock can be written, the database cannot.
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'media'))
    writeFileSync(join(folder, 'postgres'), 'a file where the database’s folder should be')
    const DATA_DIR = temporaryFolder()
    const onServer = (DATABASE_URL: string) => ({ DATA_DIR, SECRET_KEY: secret, DATABASE_URL })
    const address = `user:hunter2@localhost:${await freePort()}/dendro`
    const cases: [env: Record<string, string>, ...words: string[]][] = [
      [{ DATA_DIR: join(file, 'data') }, 'DATA_DIR', 'ENOTDIR'],
      [{ DATA_DIR: file }, 'DATA_DIR'],
      [{ DATA_DIR: '/proc/dendro' }, 'DATA_DIR', '/proc/dendro'],
      [{ DATA_DIR: folder }, 'DATA_DIR'],
      [onServer(`postgres://${address}`), 'DATABASE_URL'],
      [onServer('postgres://nowhere.invalid/dendro'), 'DATABASE_URL'],
      // For all other wrong values see platform/config.test.ts.
      [{ DATA_DIR, SEED: 'perhaps' }, 'SEED'],
    ]
    const queue = cases.values()
    const workers = Array.from({ length: 2 }, async () => {
      for (const [env, ...words] of queue) await expectRefusal(await start(env), ...words)
    })
    await Promise.all(workers)
  })
})

// The suite runs a second time with TEST_DATABASE_URL; the embedded database has been tested by then.
describe.skipIf(inject('template'))('a start with an embedded database', { timeout: 2 * startWithin }, () => {
  it('lets one of two processes start on an empty folder; it serves the lists and no products, ends at SIGTERM and starts quickly again', async () => {
    const folder = temporaryFolder()
    const both = await Promise.all([start({ DATA_DIR: folder }), start({ DATA_DIR: folder })])
    const results = await Promise.allSettled(both.map(started => started.listening))
    expect(results.map(result => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [first, refused] = (results[0]?.status === 'fulfilled' ? both : both.toReversed()) as [Started, Started]
    await expectRefusal(refused, 'DATA_DIR')
    expect(first.stdout().trim().split('\n').at(-1)).toBe(`listening on ${first.address}`)
    expect(await getJson(first, '/healthz')).toEqual({ status: 'ok' })
    expect(await getJson(first, '/api/products/latest/')).toEqual([])
    expect(await getJson(first, `/api/offers/?search=${encodeURIComponent('туя')}`)).toMatchObject({ count: 0 })
    expect(await getJson(first, '/api/teams/teams_list/')).toEqual([])
    const cities = await getJson(first, '/api/teams/cities/')
    expect(cities).toHaveLength(83)
    expect(await getJson(first, '/api/products/short_list_categories/')).toHaveLength(11)
    const varieties = await getJson(first, '/api/products/varieties/')
    expect(varieties.length).toBeGreaterThanOrEqual(1200)
    const home = await fetch(`${first.address}/`)
    expect([home.status, home.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await fetch(`${first.address}/api/nope/`)).status).toBe(404)

    // An idle keep-alive connection does not delay the end.
    const agent = new Agent({ keepAlive: true })
    await new Promise((resolve, reject) => {
      request(`${first.address}/healthz`, { agent }, response => response.resume().once('end', resolve))
        .once('error', reject)
        .end()
    })
    const asked = performance.now()
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(performance.now() - asked).toBeLessThan(10_000)
    agent.destroy()
    expect(first.stderr()).toBe('')

    const again = performance.now()
    const second = await startAndListen({ DATA_DIR: folder })
    console.log(`second start: ${Math.round(performance.now() - again)} ms`)
    expect(await getJson(second, '/api/teams/cities/')).toEqual(cities)
    expect(await getJson(second, '/api/products/varieties/')).toEqual(varieties)
    await stop(second)
  })

  it('prints and uses PUBLIC_URL; a second process on its folder is refused without disturbing it', async () => {
    const { place } = await preparedPlace()
    const folder = place.DATA_DIR
    const first = await startAndListen({ ...place, PUBLIC_URL: 'https://dendro.example/' })
    expect(first.stdout()).toContain('listening on https://dendro.example\n')
    const robots = await fetch(`${first.address}/robots.txt`)
    expect(await robots.text()).toContain('https://dendro.example/sitemap.xml')
    await expectRefusal(await start(place), folder, 'DATA_DIR', String(first.child.pid))
    const sameFolder = `${folder}/../${folder.split('/').at(-1)}`
    await expectRefusal(await start({ ...place, DATA_DIR: sameFolder }), 'DATA_DIR')
    expect(await getJson(first, '/api/teams/cities/')).toHaveLength(83)
    await stop(first)
  })

  it('takes over the lock of a dead process; when refused for its port or host it releases the folder', async () => {
    const { place } = await preparedPlace()
    const lock = join(place.DATA_DIR, 'lock')
    const other = await listen(0)
    const PORT = String((other.address() as { port: number }).port)
    const refusals: [leftBehind: string, env: Record<string, string>, ...words: string[]][] = [
      // Another process has this id now.
      [`${process.pid} 1`, { PORT }, PORT, 'PORT'],
      ['', { HOST: '203.0.113.1' }, 'HOST'],
      [`${process.pid} 1`, { HOST: 'nowhere.invalid' }, 'HOST'],
    ]
    for (const [leftBehind, env, ...words] of refusals) {
      writeFileSync(lock, leftBehind)
      await expectRefusal(await start({ ...place, ...env }), ...words)
      expect(existsSync(lock)).toBe(false)
    }
    await new Promise(resolve => other.close(resolve))
    await stop(await startAndListen({ ...place, PORT }))
    expect(existsSync(lock)).toBe(false)
  })

  it(
    'recovers from kill -9 at any point of the first start, with the whole demonstration once',
    { timeout: 20 * minute },
    async () => {
      // In the whole suite (scripts/test.ts) the demonstration is drawn here once and reused by the browser tests.
      const folder = process.env.DEMONSTRATION_DIR ?? temporaryFolder()
      const namesIn = (name: string) => {
        const path = join(folder, name)
        return existsSync(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : []
      }
      const bytesIn = (name: string) =>
        namesIn(name).reduce(
          (sum, file) => sum + (statSync(join(folder, name, file), { throwIfNoEntry: false })?.size ?? 0),
          0,
        )
      /** PGlite's template database, and the copy of it that the product uses. */
      const [template, own] = ['postgres/base/1', 'postgres/base/5']
      const listens = (killed: Started) => killed.stdout().includes('listening')
      let drawn = 0
      // Each start continues where the one before was killed, so any damage would stop it.
      const moments: [name: string, hasCome: (killed: Started) => boolean][] = [
        ['the first files of the database', () => existsSync(join(folder, 'postgres'))],
        ['its making', () => namesIn(own).length > 0 && !existsSync(join(folder, 'postgres/PG_VERSION'))],
        ['the migrations', () => namesIn(own).length > namesIn(template).length + 50],
        // The migrations add less than three megabytes, the lists as much again.
        ['the loading of the lists', () => bytesIn(own) > bytesIn(template) + 4_000_000],
        ['the drawing for the articles', () => namesIn('media').length >= 10],
        ['the first word of the demonstration', killed => killed.stdout().includes('demonstration')],
        ['its drawing, which is done by jobs', killed => listens(killed) && namesIn('media').length >= drawn + 60],
      ]
      for (const [name, hasCome] of moments) {
        const killed = await start({ DATA_DIR: folder, SEED: 'demo' })
        while (!hasCome(killed)) {
          expect(killed.child.exitCode, `${name}: ${killed.stderr()}`).toBeNull()
          // Looking counts a thousand files.
          await sleep(25)
        }
        console.log(`killed at ${name}`)
        killed.child.kill('SIGKILL')
        expect(await killed.ended).toBe('SIGKILL')
        expect([name, listens(killed)]).toEqual([name, name.includes('jobs')])
        drawn = namesIn('media').length
      }

      const METRICS_PORT = String(await freePort())
      const started = await startAndListen({ DATA_DIR: folder, SEED: 'demo', METRICS_PORT })
      // Everything is shown before its pictures are drawn; the next process draws what a dead one was drawing.
      const whilstDrawn = await catalogueOf(started)
      await jobsDone(Number(METRICS_PORT), 'demonstration', 12)
      expect(await getJson(started, '/api/teams/cities/')).toHaveLength(83)
      expect((await getJson(started, '/api/products/varieties/')).length).toBeGreaterThanOrEqual(1200)
      const complete = await catalogueOf(started)
      expect(complete.ids).toEqual(whilstDrawn.ids)
      expect(complete.ids).toHaveLength(377)
      expect(new Set(complete.ids).size).toBe(377)
      expect(new Set(complete.slugs).size).toBe(377)
      expect(complete.teams).toHaveLength(12)
      expect(new Set(complete.teams.map(team => team.company_name)).size).toBe(12)
      expect(new Set(complete.teams.map(team => team.team_city?.name)).size).toBeGreaterThan(4)
      const counts = (await getJson(started, '/api/products/categories/')) as { products_count: number }[]
      expect(counts.reduce((sum, { products_count }) => sum + products_count, 0)).toBe(377)

      // Every picture named by a card is stored whole, and every product has one to four.
      const media = join(folder, 'media')
      for (const address of complete.pictures) {
        expect(address.startsWith(`${started.address}/media/`)).toBe(true)
        expect(statSync(join(media, address.slice(`${started.address}/media/`.length))).size).toBeGreaterThan(500)
      }
      for (const slug of complete.slugs.filter((_, index) => index % 20 === 0)) {
        const images = (await getJson(started, `/api/products/${slug}/images/`)) as {
          get_image: string
          get_thumbnail: string
        }[]
        expect(images.length).toBeGreaterThanOrEqual(1)
        expect(images.length).toBeLessThanOrEqual(4)
        for (const { get_image, get_thumbnail } of images) {
          for (const address of [get_image, get_thumbnail]) {
            const response = await fetch(address)
            expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
            expect(response.headers.get('cache-control')).toContain('immutable')
          }
        }
      }
      await stop(started)

      const again = performance.now()
      const second = await startAndListen({ DATA_DIR: folder, SEED: 'demo' })
      console.log(`second start with the demonstration: ${Math.round(performance.now() - again)} ms`)
      expect(second.stdout()).not.toContain('demonstration')
      expect((await catalogueOf(second)).ids).toEqual(complete.ids)
      // Killed without a shutdown, it loses nothing.
      second.child.kill('SIGKILL')
      await second.ended
      const third = await startAndListen({ DATA_DIR: folder, SEED: 'demo' })
      expect((await catalogueOf(third)).ids).toEqual(complete.ids)
      await stop(third)
    },
  )
})

interface Team {
  id: number
  company_name: string
  team_city: { name: string } | null
}
interface Card {
  id: number
  slug: string
  get_image: string
  get_thumbnail: string
}

/** All products, page by page, and the companies. */
async function catalogueOf(started: Started) {
  const cards: Card[] = []
  for (let page = 1; page <= 4; page++) {
    const { results, count } = (await getJson(started, `/api/products/?page_size=100&page=${page}`)) as {
      results: Card[]
      count: number
    }
    expect(count).toBe(377)
    cards.push(...results)
  }
  return {
    ids: cards.map(card => card.id),
    slugs: cards.map(card => card.slug),
    pictures: cards.flatMap(card => [card.get_image, card.get_thumbnail]),
    teams: (await getJson(started, '/api/teams/teams_list/')) as Team[],
  }
}

const serverUrl = process.env.TEST_DATABASE_URL

describe.runIf(serverUrl)('on a PostgreSQL server', { timeout: 2 * startWithin }, () => {
  it('three processes that start at once on a fresh database load the data once', async () => {
    const DATABASE_URL = await serverDatabase(serverUrl ?? '')
    const env = { DATABASE_URL, SECRET_KEY: secret }
    const processes = await Promise.all([1, 2, 3].map(() => start({ ...env, DATA_DIR: temporaryFolder() })))
    await Promise.all(processes.map(started => started.listening))
    const lists = await Promise.all(
      processes.map(async started =>
        JSON.stringify([
          await getJson(started, '/api/teams/cities/'),
          await getJson(started, '/api/products/varieties/'),
        ]),
      ),
    )
    expect(new Set(lists).size).toBe(1)
    expect(await getJson(processes[0] as Started, '/api/teams/cities/')).toHaveLength(83)
    const [count] = await askServer<{ all: number; different: number }>(
      DATABASE_URL,
      'select count(*)::int as all, count(distinct (kind, seed_key))::int as different from lookups',
    )
    expect(count?.all).toBe(count?.different)
    // A change through another connection is seen by all processes at once.
    await askServer(DATABASE_URL, "update lookups set name = 'Подмосковье' where kind = 'region' and seed_key = 'MOS'")
    for (const started of processes)
      expect(JSON.stringify(await getJson(started, '/api/teams/cities/'))).toContain('Подмосковье')
    for (const started of processes) await stop(started)
    for (const started of processes) expect(started.stderr()).toBe('')
  })

  it('a database that does not exist is refused', async () => {
    const url = new URL(serverUrl ?? '')
    url.pathname = '/dendro_never_was'
    await expectRefusal(
      await start({ DATABASE_URL: url.href, SECRET_KEY: secret, DATA_DIR: temporaryFolder() }),
      'DATABASE_URL',
    )
  })
})
