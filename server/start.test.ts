import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  endProcesses,
  ensureBuild,
  freePort,
  getJson,
  listen,
  minute,
  type Started,
  secret,
  start,
  startAndListen,
  startWithin,
  stop,
  temporaryFolder,
} from './test/processes.ts'

beforeAll(ensureBuild, 5 * minute)
afterEach(endProcesses)

/** A data folder as the first start of a newcomer left it; making one anew takes seconds each time. */
let usedFolder: string

beforeAll(async () => {
  usedFolder = mkdtempSync(join(tmpdir(), 'dendro-used-'))
  await stop(await startAndListen({ DATA_DIR: usedFolder }))
  return () => rmSync(usedFolder, { recursive: true, force: true })
}, startWithin)

function copyOfUsedFolder(): string {
  const folder = temporaryFolder()
  cpSync(usedFolder, folder, { recursive: true })
  return folder
}

/** A folder without a database, where the articles' pictures need not be drawn once more. */
function folderWithPictures(): string {
  const folder = temporaryFolder()
  cpSync(join(usedFolder, 'media'), join(folder, 'media'), { recursive: true })
  return folder
}

/** The start is refused: exit code 1, and on stderr one sentence in Russian that has these words, nothing else. */
async function expectRefusal(started: Started, ...words: string[]): Promise<void> {
  expect(await started.ended).toBe(1)
  const lines = started.stderr().trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  for (const word of words) expect(lines[0]).toContain(word)
  expect(lines[0]).toMatch(/^[А-Я].*\.$/)
  expect(lines[0]).not.toMatch(/\bat .*:\d+:\d+|Error:/)
  expect(started.stdout()).not.toContain('listening')
}

describe('a start', { timeout: 2 * startWithin }, () => {
  it('on an empty folder serves the lists and no products, and ends at SIGTERM; a second one is quick', async () => {
    const folder = temporaryFolder()
    const first = await startAndListen({ DATA_DIR: folder })
    expect(first.stdout().trim().split('\n').at(-1)).toBe(`listening on ${first.address}`)
    expect(await getJson(first, '/healthz')).toEqual({ status: 'ok' })
    expect(await getJson(first, '/api/products/latest/')).toEqual([])
    expect(await getJson(first, '/api/teams/teams_list/')).toEqual([])
    const cities = await getJson(first, '/api/teams/cities/')
    expect(cities).toHaveLength(83)
    expect(await getJson(first, '/api/products/short_list_categories/')).toHaveLength(10)
    const varieties = await getJson(first, '/api/products/varieties/')
    expect(varieties.length).toBeGreaterThanOrEqual(1200)
    const home = await fetch(`${first.address}/`)
    expect([home.status, home.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await fetch(`${first.address}/api/nope/`)).status).toBe(404)

    // A connection that is kept open does not hold the end up.
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

  it('says PUBLIC_URL, and uses it', async () => {
    const started = await startAndListen({ DATA_DIR: copyOfUsedFolder(), PUBLIC_URL: 'https://dendro.example/' })
    expect(started.stdout()).toContain('listening on https://dendro.example\n')
    const robots = await fetch(`${started.address}/robots.txt`)
    expect(await robots.text()).toContain('https://dendro.example/sitemap.xml')
    await stop(started)
  })

  it('of a second process on the same folder is refused and leaves the first one alone', async () => {
    const folder = copyOfUsedFolder()
    const first = await startAndListen({ DATA_DIR: folder })
    await expectRefusal(await start({ DATA_DIR: folder }), folder, 'DATA_DIR', String(first.child.pid))
    await expectRefusal(await start({ DATA_DIR: `${folder}/../${folder.split('/').at(-1)}` }), 'DATA_DIR')
    expect(await getJson(first, '/api/teams/cities/')).toHaveLength(83)
    await stop(first)
    await stop(await startAndListen({ DATA_DIR: folder }))
  })

  it('of two processes at once on the same fresh folder lets one in', async () => {
    const folder = folderWithPictures()
    const both = await Promise.all([start({ DATA_DIR: folder }), start({ DATA_DIR: folder })])
    const results = await Promise.allSettled(both.map(started => started.listening))
    expect(results.map(result => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const [index, result] of results.entries()) {
      const started = both[index] as Started
      if (result.status === 'rejected') await expectRefusal(started, 'DATA_DIR')
      else await stop(started)
    }
  })

  it('takes over the lock of a process that is gone, also when another has its number now', async () => {
    const folder = copyOfUsedFolder()
    for (const lock of [`${process.pid} 1`, '']) {
      writeFileSync(join(folder, 'lock'), lock)
      await stop(await startAndListen({ DATA_DIR: folder }))
      expect(existsSync(join(folder, 'lock'))).toBe(false)
    }
  })

  it('on a folder that cannot be written is refused', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    await expectRefusal(await start({ DATA_DIR: join(file, 'data') }), 'DATA_DIR', 'ENOTDIR')
    await expectRefusal(await start({ DATA_DIR: file }), 'DATA_DIR')
    await expectRefusal(await start({ DATA_DIR: '/proc/dendro' }), 'DATA_DIR', '/proc/dendro')
    // The lock can be written, the database cannot.
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'media'))
    writeFileSync(join(folder, 'postgres'), 'a file where the database’s folder should be')
    await expectRefusal(await start({ DATA_DIR: folder }), 'DATA_DIR')
  })

  it('with a wrong DATABASE_URL is refused', async () => {
    const common = { DATA_DIR: temporaryFolder(), SECRET_KEY: secret }
    const port = await freePort()
    await expectRefusal(
      await start({ ...common, DATABASE_URL: `postgres://user:hunter2@127.0.0.1:${port}/dendro` }),
      'DATABASE_URL',
    )
    await expectRefusal(
      await start({ ...common, DATABASE_URL: `postgres://user:hunter2@localhost:${port}/dendro` }),
      'DATABASE_URL',
    )
    await expectRefusal(await start({ ...common, DATABASE_URL: 'postgres://nowhere.invalid/dendro' }), 'DATABASE_URL')
    await expectRefusal(await start({ ...common, DATABASE_URL: 'mysql://127.0.0.1/dendro' }), 'DATABASE_URL')
    await expectRefusal(
      await start({ DATA_DIR: common.DATA_DIR, DATABASE_URL: `postgres://127.0.0.1:${port}/dendro` }),
      'SECRET_KEY',
    )
  })

  it('with any other wrong setting is refused', async () => {
    const DATA_DIR = copyOfUsedFolder()
    await expectRefusal(await start({ DATA_DIR, SEED: 'perhaps' }), 'SEED')
    await expectRefusal(await start({ DATA_DIR, PORT: 'http' }), 'PORT')
    await expectRefusal(await start({ DATA_DIR, HOST: '203.0.113.1' }), 'HOST')
    await expectRefusal(await start({ DATA_DIR, HOST: 'nowhere.invalid' }), 'HOST')
  })

  it('on a taken port is refused and leaves the folder free', async () => {
    const folder = copyOfUsedFolder()
    const other = await listen(0)
    const { port } = other.address() as { port: number }
    await expectRefusal(await start({ DATA_DIR: folder, PORT: String(port) }), String(port), 'PORT')
    await new Promise(resolve => other.close(resolve))
    await stop(await startAndListen({ DATA_DIR: folder, PORT: String(port) }))
  })
})

describe('kill -9', () => {
  it('while the database is made does not spoil the next start', { timeout: 8 * minute }, async () => {
    // From the moment in which the database's folder appears: among its first files, amid its making, in the migrations
    // and the loading of the lists.
    for (const moment of [0, 400, 1200, 2500]) {
      const folder = folderWithPictures()
      const killed = await start({ DATA_DIR: folder })
      while (!existsSync(join(folder, 'postgres'))) {
        expect(killed.child.exitCode).toBeNull()
        await sleep(5)
      }
      await Promise.race([sleep(moment), killed.listening.catch(() => {})])
      killed.child.kill('SIGKILL')
      await killed.ended
      const next = await startAndListen({ DATA_DIR: folder })
      expect(await getJson(next, '/api/teams/cities/'), `after ${moment} ms`).toHaveLength(83)
      expect((await getJson(next, '/api/products/varieties/')).length).toBeGreaterThanOrEqual(1200)
      await stop(next)
    }
  })

  it('during the loading of the demonstration leaves nothing half done: the next start has all of it, once', {
    timeout: 10 * minute,
  }, async () => {
    // The whole suite draws the demonstration once (scripts/test.ts): the browser tests go on with it.
    const folder = process.env.DEMONSTRATION_DIR ?? temporaryFolder()
    const drawn = () =>
      existsSync(join(folder, 'media')) ? readdirSync(join(folder, 'media'), { recursive: true }).length : 0
    // Before the first picture, among the first ones, and well into the work.
    for (const pictures of [0, 1, 60]) {
      const killed = await start({ DATA_DIR: folder, SEED: 'demo' })
      const before = drawn()
      while (!killed.stdout().includes('drawing') || (pictures > 0 && drawn() < Math.max(pictures, before + 1))) {
        expect(killed.child.exitCode).toBeNull()
        await sleep(20)
      }
      killed.child.kill('SIGKILL')
      expect(await killed.ended).toBe('SIGKILL')
      expect(killed.stdout()).not.toContain('listening')
    }

    const began = performance.now()
    const started = await startAndListen({ DATA_DIR: folder, SEED: 'demo' })
    console.log(`start with the demonstration: ${Math.round(performance.now() - began)} ms`)
    const complete = await catalogueOf(started)
    expect(complete.ids).toHaveLength(400)
    expect(new Set(complete.ids).size).toBe(400)
    expect(new Set(complete.slugs).size).toBe(400)
    expect(complete.teams).toHaveLength(12)
    expect(new Set(complete.teams.map(team => team.company_name)).size).toBe(12)
    expect(new Set(complete.teams.map(team => team.team_city?.name)).size).toBeGreaterThan(4)
    const counts = (await getJson(started, '/api/products/categories/')) as { products_count: number }[]
    expect(counts.reduce((sum, { products_count }) => sum + products_count, 0)).toBe(400)

    // Every picture that a card names is there whole, and every product has one to four.
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
    expect(second.stdout()).not.toContain('drawing')
    expect((await catalogueOf(second)).ids).toEqual(complete.ids)
    // Ended without a goodbye, it still has everything.
    second.child.kill('SIGKILL')
    await second.ended
    const third = await startAndListen({ DATA_DIR: folder, SEED: 'demo' })
    expect((await catalogueOf(third)).ids).toEqual(complete.ids)
    await stop(third)
  })
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

/** All products, read page by page, and the companies. */
async function catalogueOf(started: Started) {
  const cards: Card[] = []
  for (let page = 1; page <= 4; page++) {
    const { results, count } = (await getJson(started, `/api/products/?page_size=100&page=${page}`)) as {
      results: Card[]
      count: number
    }
    expect(count).toBe(400)
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
  async function freshDatabase(): Promise<string> {
    const name = `dendro_start_${process.pid}_${Date.now()}`
    const admin = postgres(serverUrl ?? '', { max: 1, onnotice: () => {} })
    await admin.unsafe(`create database ${name}`)
    onTestFinished(async () => {
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
    })
    const url = new URL(serverUrl ?? '')
    url.pathname = `/${name}`
    return url.href
  }

  it('three processes that start at once on a fresh database come up with one set of data', async () => {
    const DATABASE_URL = await freshDatabase()
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
    const client = postgres(DATABASE_URL, { max: 1, onnotice: () => {} })
    const [count] =
      await client`select count(*)::int as all, count(distinct (kind, seed_key))::int as different from lookups`
    expect(count?.all).toBe(count?.different)
    // A change that one process's database connection makes is seen by the others at once.
    await client`update lookups set name = 'Подмосковье' where kind = 'region' and seed_key = 'MOS'`
    for (const started of processes)
      expect(JSON.stringify(await getJson(started, '/api/teams/cities/'))).toContain('Подмосковье')
    await client.end()
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
