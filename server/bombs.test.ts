import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, it, vi } from 'vitest'
import { childrenOf, memoryOf } from './test/child-processes.ts'
import { makePerson } from './test/factories.ts'
import { formOf, pictureFile } from './test/pictures.ts'
import { preparedPlace } from './test/places.ts'
import { minute, type Started, secret, startAndListen, startsServers, startWithin } from './test/processes.ts'
import { bearerOf } from './test/sessions.ts'

startsServers('file')

let bomb: File
let server: Started
let folder: string
let authorization: string

beforeAll(async () => {
  const plain = sharp({ create: { width: 6300, height: 6300, channels: 3, background: '#506a3c' } })
  bomb = new File([new Uint8Array(await plain.avif({ effort: 0 }).toBuffer())], 'a.avif')
  const { place, made } = await preparedPlace(async db => bearerOf(db, secret, (await makePerson(db)).id))
  authorization = made
  folder = place.DATA_DIR
  server = await startAndListen(place)
}, startWithin)

/** Uploads a picture. */
const send = (image: File) =>
  fetch(`${server.address}/api/uploads/`, { method: 'POST', headers: { authorization }, body: formOf({ image }) })

const pidOf = ({ child }: Started) => child.pid ?? 0

async function decoder(): Promise<number> {
  return vi.waitFor(
    () => {
      const pid = childrenOf(pidOf(server)).find(child => memoryOf(child).now > 200)
      if (pid === undefined) throw new Error('nothing is being decoded yet')
      return pid
    },
    { timeout: minute, interval: 20 },
  )
}

it(
  'answers twenty simultaneous decompression bombs with little memory of its own',
  { timeout: 10 * minute },
  async () => {
    expect((await send(await pictureFile())).status).toBe(201)
    // The start takes the most memory: reset the peak.
    writeFileSync(`/proc/${pidOf(server)}/clear_refs`, '5')
    const before = memoryOf(pidOf(server)).now
    let together = 0
    const watch = setInterval(() => {
      const taken = childrenOf(pidOf(server)).map(pid => memoryOf(pid).now)
      together = Math.max(
        together,
        taken.reduce((sum, one) => sum + one, 0),
      )
    }, 50)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(bomb)))
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
  },
)

it('loses only the picture whose decoder is killed', { timeout: 5 * minute }, async () => {
  const answer = send(bomb)
  process.kill(await decoder(), 'SIGKILL')
  expect((await answer).status).toBe(503)
  expect(Number((await answer).headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await send(await pictureFile())).status).toBe(201)
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
})

// Must be last: it kills the server.
it('ends its decoders when it is killed', { timeout: 5 * minute }, async () => {
  const answer = send(bomb).catch(() => null)
  const pid = await decoder()
  server.child.kill('SIGKILL')
  await server.ended
  await answer
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: minute })
})
