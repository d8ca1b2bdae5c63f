import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { TestServer } from './app.ts'

/** A picture different from every other. */
export async function pictureBytes(width = 40, height = 30): Promise<Buffer> {
  const [red = 0, green = 0, blue = 0] = randomBytes(3)
  return sharp({ create: { width, height, channels: 3, background: { r: red, g: green, b: blue } } })
    .composite([{ input: randomBytes(3 * 4 * 4), raw: { width: 4, height: 4, channels: 3 }, left: 0, top: 0 }])
    .png()
    .toBuffer()
}

export async function pictureFile(name = 'снимок.png'): Promise<File> {
  return new File([new Uint8Array(await pictureBytes())], name, { type: 'image/png' })
}

/** A form as a browser sends it; an array becomes several fields. */
export function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) form.append(name, one instanceof File ? one : String(one))
  }
  return form
}

/** Uploads a picture as this person; returns its id. */
export async function upload(server: TestServer, userId: string): Promise<string> {
  const { status, body } = await server.send('POST', '/api/uploads/', formOf({ image: await pictureFile() }), userId)
  if (status !== 201) throw new Error(`upload: ${status} ${JSON.stringify(body)}`)
  return body.id
}

/** Paths of the stored pictures' files in the media folder. */
export function mediaFiles(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'media'), { recursive: true, encoding: 'utf8' }).filter(name => name.includes('.'))
}

/** Whether the file behind a picture's address is there. */
export function isStored(dataDir: string, address: string): boolean {
  return existsSync(
    join(dataDir, 'media', address.split('/media/')[1]?.replace(/^private\/[^/]+/, 'private') ?? 'none'),
  )
}
