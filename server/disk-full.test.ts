import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from './test/app.ts'
import { databaseState } from './test/database-state.ts'
import { categoryId, makeCompany } from './test/factories.ts'
import { formOf, mediaFiles, pictureFile } from './test/pictures.ts'

/** Mounts a file system of this size on the folder. */
function mountSmall(folder: string, bytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' })
}

function mayMount(): boolean {
  const folder = join('/tmp', `dendro-mount-${process.pid}`)
  mkdirSync(folder)
  try {
    mountSmall(folder, 4096)
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const megabyte = 1024 * 1024

/** Noise, which does not compress: half a megabyte, and about as much in all widths once stored. */
async function noisyFile(): Promise<File> {
  const raw = { width: 1000, height: 700, channels: 3 as const }
  const jpeg = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .jpeg({ quality: 60 })
    .toBuffer()
  return new File([new Uint8Array(jpeg)], 'шум.jpg')
}

/** The upload field, the number of pictures, and the megabytes already in use: the last picture does not fit. */
const ways = [
  ['an upload', '/api/uploads/', 'image', 1, 1.8],
  ['a post', '/api/posts/create/', 'image', 4, 1],
  ['a profile', '/api/editprofile/', 'avatar', 1, 1.8],
  ['a product', '/api/products/create/', 'images', 12, 0],
] as const

// Mounting a small file system needs privileges.
describe.skipIf(!mayMount()).each(['media', 'incoming'] as const)('when the disk of %s is full', folder => {
  let server: TestServer
  let category: number

  // Two megabytes for the folder's files.
  beforeAll(async () => {
    server = await testServer()
    const path = join(server.dataDir, folder)
    mountSmall(path, 2 * megabyte)
    category = await categoryId(server.database.db, 'hvoynye')
    return async () => {
      execFileSync('umount', [path])
      await server.close()
    }
  })

  // Files stored by the test before take up room.
  beforeEach(() => {
    for (const name of readdirSync(join(server.dataDir, folder)))
      rmSync(join(server.dataDir, folder, name), { recursive: true })
  })

  it.each(ways)(
    '%s is refused with 503 and leaves nothing behind',
    { timeout: 180_000 },
    async (_, path, field, number, full) => {
      const { creatorId } = await makeCompany(server.database.db)
      const texts = {
        category,
        genus: 'Туя',
        species: 'западная',
        name: 'Анна',
        email: 'anna@dendro.test',
        body: 'Туи',
      }
      const good = await server.send('POST', '/api/uploads/', formOf({ image: await pictureFile() }), creatorId)
      expect(good.status).toBe(201)
      writeFileSync(join(server.dataDir, folder, 'other.bin'), Buffer.alloc(full * megabyte))
      const [state, files] = [await databaseState(server.database.db), mediaFiles(server.dataDir).toSorted()]

      const images = await Promise.all(Array.from({ length: number }, noisyFile))
      const { status, headers, body } = await server.send(
        'POST',
        path,
        formOf({ ...texts, [field]: images }),
        creatorId,
      )
      expect([status, body.code, body.fields]).toEqual([503, 'UNAVAILABLE', undefined])
      expect(body.detail).toMatch(/[а-я]/)
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(await databaseState(server.database.db)).toEqual(state)
      expect(mediaFiles(server.dataDir).toSorted()).toEqual(files)
      expect(readdirSync(join(server.dataDir, 'incoming')).filter(name => name !== 'other.bin')).toEqual([])

      rmSync(join(server.dataDir, folder, 'other.bin'))
      expect((await server.send('POST', '/api/uploads/', formOf({ image: await noisyFile() }), creatorId)).status).toBe(
        201,
      )
    },
  )
})
