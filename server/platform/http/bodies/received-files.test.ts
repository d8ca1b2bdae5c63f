import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PictureIntake } from '#server/platform/media/picture-intake.ts'
import { sendProblem } from '../errors.ts'
import { addBodies } from '../routes.ts'
import { clearReceivedFiles } from './received-files.ts'

const unlimitedIntake: PictureIntake = { takePicture: async () => {}, takeBytes: async () => {} }

const dataDir = mkdtempSync(join(tmpdir(), 'dendro-received-'))
const incoming = () => readdirSync(join(dataDir, 'incoming'))

let app: FastifyInstance
beforeAll(async () => {
  await clearReceivedFiles(dataDir, true)
  app = Fastify({ bodyLimit: 1024 * 1024 })
  app.setErrorHandler(sendProblem)
  await addBodies(app, dataDir, unlimitedIntake)
  const echo = { access: 'open' as const, files: { field: 'image', max: 2 } }
  app.post('/echo', { config: echo }, async ({ body, receivedFiles }) => ({
    body,
    files: receivedFiles.map(({ field, filename, path }) => ({ field, filename, size: readFileSync(path).length })),
    // They are stored under names that we choose.
    names: receivedFiles.every(({ path }) => /\/incoming\/[0-9a-f-]{36}$/.test(path)),
  }))
  app.post('/plain', { config: { access: 'open' } }, async ({ body, receivedFiles }) => ({ body, receivedFiles }))
  app.post('/fails', { config: echo }, async () => {
    throw new Error('hunter2')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const address = () => `http://127.0.0.1:${(app.server.address() as { port: number }).port}`

async function post(path: string, body: FormData | string, type?: string) {
  const response = await fetch(address() + path, {
    method: 'POST',
    body,
    ...(type ? { headers: { 'content-type': type } } : {}),
  })
  return { status: response.status, body: (await response.json()) as any }
}

function form(...entries: [string, string | Blob, string?][]): FormData {
  const data = new FormData()
  for (const [name, value, filename] of entries) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, filename ?? 'a.jpg')
  }
  return data
}

const bytes = (size: number) => new Blob([new Uint8Array(size)])
const nothingIsLeft = () => vi.waitFor(() => expect(incoming()).toEqual([]), { timeout: 10_000 })

describe('a form', () => {
  it('means the same as JSON; a repeated field is a list', async () => {
    const json = await post('/plain', '{"name":"Туя","tags":["1","2"]}', 'application/json')
    const multipart = await post('/plain', form(['name', 'Туя'], ['tags', '1'], ['tags', '2']))
    expect(multipart).toEqual(json)
    expect(multipart.body.body).toEqual({ name: 'Туя', tags: ['1', '2'] })
  })

  it('keeps text as it was typed', async () => {
    const text = 'строка\nвторая\t<b>&amp;"</b> 💐 '
    expect((await post('/plain', form(['text', text]))).body.body).toEqual({ text })
  })

  it('without fields is an empty body', async () => {
    for (const text of ['--x--\r\n', '']) {
      expect((await post('/plain', text, 'multipart/form-data; boundary=x')).body.body).toEqual({})
    }
  })

  it('cannot use a field name to change server objects', async () => {
    const { status, body } = await post('/plain', form(['__proto__', 'x'], ['constructor', 'y'], ['a', '1']))
    expect(status).toBeLessThan(500)
    expect(Object.keys(body.body ?? {})).not.toContain('__proto__')
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('passes its files to the handler under their own names, and removes them after the response', async () => {
    const data = form(
      ['name', 'Туя'],
      ['image', bytes(70_000), 'снимок ёлки.jpg'],
      ['image', bytes(9 * 1024 * 1024), '../../etc/passwd'],
    )
    const { status, body } = await post('/echo', data)
    expect(status).toBe(200)
    expect(body.names).toBe(true)
    expect(body.body).toEqual({ name: 'Туя' })
    expect(body.files).toMatchObject([
      { field: 'image', filename: 'снимок ёлки.jpg', size: 70_000 },
      { field: 'image', size: 9 * 1024 * 1024 },
    ])
    await nothingIsLeft()
  })

  it('may leave its file field empty', async () => {
    const { body } = await post('/echo', form(['image', bytes(0), '']))
    expect(body.files).toEqual([])
  })

  it('with a file in an unknown field is read without it', async () => {
    const { status, body } = await post('/echo', form(['other', bytes(100)], ['name', 'Туя']))
    expect([status, body.files, body.body]).toEqual([200, [], { name: 'Туя' }])
    // It counts towards the texts.
    expect((await post('/echo', form(['other', bytes(2 * 1024 * 1024)], ['name', 'Туя']))).status).toBe(413)
  })

  it('with a file is 400 if the call accepts none; an empty file field counts as none', async () => {
    expect(await post('/plain', form(['image', bytes(100)], ['name', 'Туя']))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { image: [{ code: 'too_many', message: 'Файлы здесь не принимаются' }] } },
    })
    expect((await post('/plain', form(['image', bytes(0), ''], ['name', 'Туя']))).body.body).toEqual({ name: 'Туя' })
  })

  it('with too many files is 400 and names the field', async () => {
    const data = form(['image', bytes(10)], ['image', bytes(10)], ['image', bytes(10)], ['name', 'Туя'])
    expect(await post('/echo', data)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { image: [{ code: 'too_many', message: 'Не больше 2 снимков' }] } },
    })
    await nothingIsLeft()
  })

  it('with a file over ten megabytes is 413 and names the field; one of exactly ten is accepted', async () => {
    const most = 10 * 1024 * 1024
    expect(await post('/echo', form(['image', bytes(most + 1)], ['name', 'Туя']))).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE', fields: { image: [{ code: 'too_large' }] } },
    })
    expect((await post('/echo', form(['image', bytes(most)]))).body.files).toMatchObject([{ size: most }])
    await nothingIsLeft()
  })

  it('with a field of two megabytes or with a thousand fields is 413', async () => {
    expect((await post('/echo', form(['name', 'a'.repeat(2 * 1024 * 1024)]))).status).toBe(413)
    const many = Array.from({ length: 1000 }, (_, n): [string, string] => [`f${n}`, 'x'])
    expect((await post('/echo', form(...many))).status).toBe(413)
    await nothingIsLeft()
  })

  it.each([
    ['--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nТуя', 'multipart/form-data; boundary=x'],
    [
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nТуя',
      'multipart/form-data; boundary=x',
    ],
    ['--x', 'multipart/form-data; boundary=x'],
    ['no boundary', 'multipart/form-data'],
    ['garbage', 'multipart/form-data; boundary=x'],
  ])('that is truncated or malformed (%j) is 400', async (body, type) => {
    expect(await post('/echo', body, type)).toMatchObject({ status: 400, body: { code: 'UNREADABLE_BODY' } })
    await nothingIsLeft()
  })

  it('whose sender disconnects leaves nothing behind', async () => {
    const socket = connect(Number(new URL(address()).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n' +
        `--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n${'a'.repeat(100_000)}`,
    )
    await vi.waitFor(() => expect(incoming()).toHaveLength(1), { timeout: 10_000 })
    socket.destroy()
    await nothingIsLeft()
  })

  it('of a call that fails leaves nothing behind', async () => {
    const { status, body } = await post('/fails', form(['image', bytes(1000)]))
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toContain('hunter2')
    await nothingIsLeft()
  })
})

describe('JSON', () => {
  it('that is empty counts as no body, whatever the call', async () => {
    for (const text of ['', ' \n']) expect((await post('/plain', text, 'application/json')).body.body).toBeUndefined()
  })

  it.each([
    ['{', 'application/json', 400],
    ['{"a":1}', 'text/plain', 415],
    ['a=1', 'application/x-www-form-urlencoded', 415],
    [JSON.stringify('a'.repeat(1024 * 1024)), 'application/json', 413],
    ['{"__proto__":{"a":1}}', 'application/json', 400],
  ])('%.12s as %s is %i', async (text, type, status) => {
    expect((await post('/plain', text, type)).status).toBe(status)
  })
})

it('a starting process removes leftover files: all if it is alone, otherwise only old ones', async () => {
  const [old, young] = ['old', 'young'].map(name => join(dataDir, 'incoming', name)) as [string, string]
  for (const path of [old, young]) writeFileSync(path, 'x')
  const before = new Date(Date.now() - 4 * 60 * 60 * 1000)
  utimesSync(old, before, before)
  await clearReceivedFiles(dataDir, false)
  expect(incoming()).toEqual(['young'])
  await clearReceivedFiles(dataDir, true)
  expect(incoming()).toEqual([])
})
