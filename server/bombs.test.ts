import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openEmbedded } from './platform/database/database.ts'
import { loadReference } from './seed/load-reference.ts'
import { childrenOf, memoryOf } from './test/child-processes.ts'
import { makePerson } from './test/factories.ts'
import { formOf, pictureFile } from './test/listings.ts'
import {
  endProcesses,
  ensureBuild,
  minute,
  type Started,
  secret,
  startAndListen,
  temporaryFolder,
} from './test/processes.ts'
import { bearerOf } from './test/sessions.ts'

beforeAll(ensureBuild, 5 * minute)
afterEach(endProcesses)

const bomb = async () => {
  const plain = sharp({ create: { width: 6300, height: 6300, channels: 3, background: '#506a3c' } })
  return new File([new Uint8Array(await plain.avif({ effort: 0 }).toBuffer())], 'a.avif')
}

/** A server, and how a person sends it a picture. */
async function startForPerson() {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'media'), { recursive: true })
  const { db, close } = await openEmbedded(folder)
  await loadReference(db)
  const { id } = await makePerson(db)
  const authorization = await bearerOf(db, secret, id)
  await close()
  const server = await startAndListen({ DATA_DIR: folder, SECRET_KEY: secret })
  const send = (image: File) =>
    fetch(`${server.address}/api/uploads/`, { method: 'POST', headers: { authorization }, body: formOf({ image }) })
  return { server, send, folder }
}

const pidOf = ({ child }: Started) => child.pid ?? 0

async function decoderOf(server: Started): Promise<number> {
  return vi.waitFor(
    () => {
      const decoder = childrenOf(pidOf(server)).find(pid => memoryOf(pid).now > 200)
      if (decoder === undefined) throw new Error('nothing is being decoded yet')
      return decoder
    },
    { timeout: minute, interval: 20 },
  )
}

it('twenty bombs at once are answered, and the server itself stays as light as it was', {
  timeout: 10 * minute,
}, async () => {
  const { server, send, folder } = await startForPerson()
  expect((await send(await pictureFile())).status).toBe(201)
  // The start takes the most: counted anew from here.
  writeFileSync(`/proc/${pidOf(server)}/clear_refs`, '5')
  const before = memoryOf(pidOf(server)).now
  const file = await bomb()
  let together = 0
  const watch = setInterval(() => {
    const taken = childrenOf(pidOf(server)).map(pid => memoryOf(pid).now)
    together = Math.max(
      together,
      taken.reduce((sum, one) => sum + one, 0),
    )
  }, 50)
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(file)))
  clearInterval(watch)
  for (const answer of answers) {
    expect([201, 503]).toContain(answer.status)
    if (answer.status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(answers.map(answer => answer.status)).toContain(201)
  const { most } = memoryOf(pidOf(server))
  console.log(
    `the server: ${before.toFixed()} MB before, ${most.toFixed()} MB at most; decoders: ${together.toFixed()} MB`,
  )
  expect(most - before).toBeLessThan(150)
  expect(together).toBeLessThan(1400)
  expect((await send(await pictureFile())).status).toBe(201)
  expect(readdirSync(join(folder, 'incoming'))).toEqual([])
})

it('a decoder that is killed takes only its own picture along', { timeout: 5 * minute }, async () => {
  const { server, send } = await startForPerson()
  const answer = send(await bomb())
  process.kill(await decoderOf(server), 'SIGKILL')
  expect((await answer).status).toBe(503)
  expect(Number((await answer).headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await send(await pictureFile())).status).toBe(201)
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
})

it('a decoder ends with the server, also when that is killed', { timeout: 5 * minute }, async () => {
  const { server, send } = await startForPerson()
  const answer = send(await bomb()).catch(() => null)
  const decoder = await decoderOf(server)
  server.child.kill('SIGKILL')
  await server.ended
  await answer
  await vi.waitFor(() => expect(existsSync(`/proc/${decoder}`)).toBe(false), { timeout: minute })
})
