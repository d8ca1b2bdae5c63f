import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createComposer, NotSent } from './composer.ts'

const file = (name: string, type = '', content: BlobPart = name) => new File([content], name, { type })
const picture = (name = 'липа.png') => file(name, 'image/png')
const pdf = (name = 'смета.pdf') => file(name, 'application/pdf')

type Send = Parameters<typeof createComposer>[0]['send']
let kept: string[]

const composerOf = (send: Send = async () => {}) => createComposer({ send, body: '', keep: body => kept.push(body) })
const names = (composer: ReturnType<typeof composerOf>) => composer.get().files.map(({ file }) => file.name)

beforeEach(() => {
  kept = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:preview')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('takes pictures, PDF and XLSX, and says by name what it does not take', () => {
  const composer = composerOf()
  composer.add([picture(), pdf(), file('прайс.xlsx'), file('a.exe'), file('пусто.pdf', '', ''), file('b.heic')])
  expect(names(composer)).toEqual(['липа.png', 'смета.pdf', 'прайс.xlsx'])
  expect(composer.get().error).toMatch(/«a\.exe» отправить нельзя.*«пусто\.pdf» пуст.*HEIC/)
  expect(composer.get().files.map(({ preview }) => preview)).toEqual(['blob:preview', '', ''])
  composer.add([file('большой.pdf', 'application/pdf', new Uint8Array(10 * 1024 * 1024 + 1))])
  expect(composer.get().error).toContain('больше 10 МБ')
})

test('takes ten at most, and gives them back', () => {
  const composer = composerOf()
  composer.add(Array.from({ length: 11 }, (_, n) => pdf(`${n}.pdf`)))
  expect(names(composer)).toHaveLength(10)
  expect(composer.get().error).toBe('За один раз — не больше 10 файлов')
  composer.remove(composer.get().files[3]?.key ?? '')
  expect(names(composer)).not.toContain('3.pdf')
  expect(composer.isNeeded()).toBe(true)
})

test('is empty when all is sent', async () => {
  const sent: unknown[] = []
  const composer = composerOf(async ({ body, files }, { onProgress }) => {
    onProgress(0.5)
    sent.push([body, files.map(({ name }) => name), composer.get().progress])
  })
  composer.write(' Вот она ')
  composer.add([picture()])
  await composer.sendFiles()
  expect(sent).toEqual([['Вот она', ['липа.png'], 0.5]])
  expect(composer.get()).toEqual({ body: '', files: [], progress: null, error: '' })
  expect(kept).toEqual([' Вот она ', ''])
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(1)
})

test('loses nothing when it is refused: the fault stands at its file, and the same message can be sent again', async () => {
  const ids: string[] = []
  let refuse = true
  const composer = composerOf(async ({ id }) => {
    ids.push(id)
    if (refuse) throw new NotSent('«б.pdf»: файл пуст', new Map([[1, 'Файл пуст']]))
  })
  composer.write('Вот')
  composer.add([pdf('а.pdf'), pdf('б.pdf')])
  await composer.sendFiles()
  expect(composer.get()).toMatchObject({
    body: 'Вот',
    progress: null,
    error: '',
    files: [{ error: '' }, { error: 'Файл пуст' }],
  })
  await composer.sendFiles()
  expect(ids[1]).toBe(ids[0])
  composer.remove(composer.get().files[1]?.key ?? '')
  refuse = false
  await composer.sendFiles()
  expect(ids[2]).not.toBe(ids[0])
  expect(composer.get().files).toEqual([])
})

test('says why it could not be sent, and nothing when the person stopped it', async () => {
  const composer = composerOf(async () => {
    throw new NotSent('Нет связи с сервером')
  })
  composer.add([pdf()])
  await composer.sendFiles()
  expect(composer.get().error).toBe('Нет связи с сервером')
  const slow = composerOf(
    (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  slow.add([pdf()])
  const sending = slow.sendFiles()
  slow.add([pdf('второй.pdf')])
  slow.cancel()
  await sending
  expect([slow.get().error, names(slow), slow.get().progress]).toEqual(['', ['смета.pdf'], null])
})
