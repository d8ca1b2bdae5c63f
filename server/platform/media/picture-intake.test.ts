import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase, testServer } from '#server/test/app.ts'
import { makeCompany } from '#server/test/factories.ts'
import { formOf, mediaFiles } from '#server/test/pictures.ts'
import { clearReceivedFiles } from '../http/bodies/received-files.ts'
import { sendProblem } from '../http/errors.ts'
import { limitsOn } from '../http/limits/limits.ts'
import { addBodies } from '../http/routes.ts'
import { intakeFigures, pictureIntake } from './picture-intake.ts'

const megabyte = 1024 * 1024
const [few, plenty] = [
  { pictures: 3, bytes: 3 * megabyte },
  { pictures: 100, bytes: 100 * megabyte },
]
const [hour, day] = [3600, 86_400]

/** A server with these limits that accepts up to five pictures and returns their number. */
async function intakeServer(figures: typeof intakeFigures) {
  const dataDir = mkdtempSync(join(tmpdir(), 'dendro-intake-'))
  await clearReceivedFiles(dataDir, true)
  const database = await testDatabase()
  const limits = limitsOn(database.db, true, error => {
    throw error
  })
  const app = Fastify()
  app.setErrorHandler(sendProblem)
  await addBodies(app, dataDir, pictureIntake(limits.limit, figures))
  let largestFolder = 0
  const config = { access: 'open' as const, files: { field: 'image', max: 5 } }
  app.post('/', { config }, async ({ receivedFiles }) => {
    largestFolder = Math.max(largestFolder, readdirSync(join(dataDir, 'incoming')).length)
    return receivedFiles.length
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await app.close()
    limits.close()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return async (sizes: number[], inChunks = false) => {
    const form = new Response(formOf({ image: sizes.map(size => new File([new Uint8Array(size)], 'a.png')) }))
    const type = { 'content-type': form.headers.get('content-type') ?? '' }
    const body = inChunks ? form.body : await form.arrayBuffer()
    const answer = await fetch(address, { method: 'POST', headers: type, body, duplex: 'half' } as RequestInit)
    const retryAfter = Number(answer.headers.get('retry-after'))
    return { status: answer.status, retryAfter, body: (await answer.json()) as any }
  }
}

describe.each([
  ['an hour', { hour: few, day: plenty }, hour],
  ['a day', { hour: plenty, day: few }, day],
] as const)('pictures in %s', (_what, figures, seconds) => {
  it('are limited in number, whatever the number of calls', async () => {
    const send = await intakeServer(figures)
    expect((await send([1, 1])).status).toBe(200)
    const { status, retryAfter, body } = await send([1, 1])
    expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(body.detail).toMatch(/снимков/)
    expect(retryAfter).toBeGreaterThan(seconds * 0.9)
    expect(retryAfter).toBeLessThanOrEqual(seconds)
    expect((await send([1])).status).toBe(429)
  })

  it.each([
    ['of a size that is known', false],
    ['that come in chunks', true],
  ])('are limited in bytes, %s', async (_how, inChunks) => {
    const send = await intakeServer(figures)
    expect((await send([2 * megabyte], inChunks)).status).toBe(200)
    const { status, retryAfter } = await send([2 * megabyte], inChunks)
    expect(status).toBe(429)
    expect(retryAfter).toBeGreaterThan(seconds * 0.9)
  })
})

const ways = [
  { path: '/api/uploads/', field: 'image', otherwise: 400 },
  { path: '/api/editprofile/', field: 'avatar', otherwise: 400 },
  { path: '/api/posts/create/', field: 'image', otherwise: 400 },
  { path: '/api/products/create/', field: 'images', otherwise: 400 },
  { path: '/api/products/hvoynye/tuya/edit/', field: 'images', otherwise: 404 },
] as const

it('all ways of uploading count together, for each person', { timeout: 120_000 }, async () => {
  const server = await testServer()
  const limited = await server.withSettings({ rateLimits: true })
  onTestFinished(async () => {
    await limited.close()
    await server.close()
  })
  const person = (await makeCompany(limited.database.db)).creatorId
  const somebody = (await makeCompany(limited.database.db)).creatorId
  const text = () => new File(['x'], 'a.png')
  const send = ({ path, field }: (typeof ways)[number], number: number, userId: string) =>
    limited.send('POST', path, formOf({ [field]: Array.from({ length: number }, text) }), userId)

  const [uploads, profile, posts, products] = ways
  const left = intakeFigures.hour.pictures - 3
  for (const way of [uploads, profile, posts]) expect((await send(way, 1, person)).status).toBe(400)
  for (let sent = 0; sent < left;) {
    const number = Math.min(11, left - sent)
    expect((await send(products, number, person)).status).toBe(400)
    sent += number
  }
  for (const way of ways) {
    const { status, headers, body } = await send(way, 1, person)
    expect([way.path, status, body.code]).toEqual([way.path, 429, 'TOO_MANY_REQUESTS'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
    expect((await send(way, 1, somebody)).status).toBe(way.otherwise)
  }
  // A form without pictures does not count.
  expect((await limited.send('POST', '/api/posts/create/', formOf({ body: 'Туи приехали' }), person)).status).toBe(201)
  expect(mediaFiles(limited.dataDir)).toEqual([])
})
