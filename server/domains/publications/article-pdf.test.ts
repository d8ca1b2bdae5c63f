import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadPublications } from '#server/seed/load-publications.ts'
import { readPublications } from '#server/seed/read-publications.ts'
import { publicUrl, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { hasPoppler } from '../../../scripts/find-poppler.ts'
import { printArticle } from './pdf/article-pdf.ts'

vi.mock('./pdf/article-pdf.ts', { spy: true })

const seeds = readPublications()
const folder = mkdtempSync(join(tmpdir(), 'dendro-pdf-'))
let server: TestServer
let staff: string

beforeAll(async () => {
  server = await testServer()
  staff = (await makePerson(server.database.db, { email: staffEmail })).id
  await loadPublications(server.database.db, server.media)
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function getPdf(slug: string, headers: Record<string, string> = {}) {
  const {
    statusCode,
    headers: answered,
    rawPayload,
  } = await server.app.inject({
    url: `/api/publications/${slug}/pdf`,
    headers,
  })
  return { status: statusCode, headers: answered, content: rawPayload }
}
const keptFiles = () => readdirSync(join(server.dataDir, 'pdf')).toSorted()
const printsOf = (slug: string) =>
  vi.mocked(printArticle).mock.calls.filter(([article]) => article.slug === slug).length

async function publishNew(name: string) {
  const form = {
    name,
    summary: 'О коме и лопате.',
    author: 'Мария Ветлугина, агроном',
    sections: [{ name: 'Выкопка', text: 'Ком держат целым.', picture: '', picture_alt: '' }],
  }
  const { body: draft } = await server.send('POST', '/api/staff/publications/', form, staff)
  const path = `/api/staff/publications/${draft.id}/`
  const { status, body } = await server.send('POST', `${path}publish/`, { version: draft.version }, staff)
  expect(status).toBe(200)
  return { article: body, path }
}

describe('the file', () => {
  it('has a Russian file name, and an ASCII one for clients without support for it', async () => {
    await publishNew('Ели, «туи» и сосны: 50/50?')
    const { status, headers } = await getPdf('eli-tui-i-sosny-50-50')
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    const disposition = String(headers['content-disposition'])
    expect(disposition).toMatch(/^attachment; filename="eli-tui-i-sosny-50-50\.pdf"; filename\*=UTF-8''[\w%.~-]+$/)
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe('Ели, «туи» и сосны 50 50.pdf')
  })

  it('is made once for a version of its article, and again after an edit', async () => {
    const { article, path } = await publishNew('Однажды')
    const first = await getPdf('odnazhdy')
    const [kept = ''] = keptFiles().filter(file => file.startsWith(`${article.id}-`))
    expect(first.content.subarray(0, 5).toString()).toBe('%PDF-')
    const unchanged = await getPdf('odnazhdy', { 'if-none-match': String(first.headers.etag) })
    expect([unchanged.status, unchanged.content.length]).toEqual([304, 0])
    // The response is the stored file.
    writeFileSync(join(server.dataDir, 'pdf', kept), 'kept')
    expect((await getPdf('odnazhdy')).content.toString()).toBe('kept')
    expect(printsOf('odnazhdy')).toBe(1)

    expect((await server.send('PATCH', path, { ...article, summary: 'О коме.' }, staff)).status).toBe(200)
    const second = await getPdf('odnazhdy', { 'if-none-match': String(first.headers.etag) })
    expect([second.status, printsOf('odnazhdy')]).toEqual([200, 2])
    expect(second.headers.etag).not.toBe(first.headers.etag)
    expect(second.content.subarray(0, 5).toString()).toBe('%PDF-')
    const now = keptFiles().filter(file => file.startsWith(`${article.id}-`))
    expect(now).toHaveLength(1)
    expect(now).not.toContain(kept)
  })

  it('is made once for simultaneous requests', async () => {
    await publishNew('Вдвоём')
    const answers = await Promise.all([getPdf('vdvoyom'), getPdf('vdvoyom'), getPdf('vdvoyom')])
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(answer => answer.content.toString('base64'))).size).toBe(1)
    expect(printsOf('vdvoyom')).toBe(1)
    expect(keptFiles().filter(file => file.endsWith('.tmp'))).toEqual([])
  })

  it('is 404 for an article that does not exist or was withdrawn', async () => {
    const { article, path } = await publishNew('Снятая')
    expect((await getPdf('snyataya')).status).toBe(200)
    const reason = { version: article.version, reason: 'Ошибка' }
    expect((await server.send('POST', `${path}withdraw/`, reason, staff)).status).toBe(200)
    for (const slug of ['snyataya', 'nichego', '..%2F..%2Fsecret-key']) {
      const { status, headers } = await getPdf(slug)
      expect([slug, status]).toEqual([slug, 404])
      expect(headers['content-type']).toContain('application/problem+json')
    }
  })
})

const poppler = (tool: string, ...args: string[]) => execFileSync(tool, args, { encoding: 'utf8', stdio: 'pipe' })
const canRead = hasPoppler()
if (!canRead && !process.env.CI) {
  console.warn('The PDFs of the articles are not looked into: there is no poppler (Debian: poppler-utils).')
}

/** One space in place of any white space. */
const inLine = (text: string) => text.replace(/\s+/g, ' ').trim()
/** Letters and digits only, so that line breaks and columns do not matter. */
const lettersOf = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '')

/** A PDF as readers receive it. */
async function readPdf(slug: string) {
  const { content } = await getPdf(slug)
  const file = join(folder, `${slug}.pdf`)
  writeFileSync(file, content)
  const pagesOf = (...options: string[]) =>
    poppler('pdftotext', ...options, file, '-')
      .split('\f')
      .slice(0, -1)
  const info = Object.fromEntries(
    poppler('pdfinfo', file)
      .split('\n')
      .map(line => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { content, file, info, pages: pagesOf('-layout'), running: pagesOf() }
}

/** Whether a page is almost empty. */
function isBlank(file: string): boolean {
  const image = readFileSync(file)
  // The header is P5, width and height, and the maximum value; then come the grey values.
  const [, width = '0', height = '0'] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(image.toString('latin1', 0, 40)) ?? []
  const greys = image.subarray(-Number(width) * Number(height))
  return greys.filter(grey => grey < 160).length < greys.length / 400
}

describe.skipIf(!canRead && !process.env.CI)('the PDF of an article that ships with the product', () => {
  beforeAll(() => {
    if (!canRead) throw new Error('Reading PDFs needs poppler: install poppler-utils.')
  })

  it.each(seeds.map(seed => [seed.key, seed] as const))(
    '%s',
    async (slug, seed) => {
      const { body } = await server.get(`/api/publications/${slug}/`)
      const { content, file, info, pages, running } = await readPdf(slug)

      expect(info).toMatchObject({ Title: seed.name, Author: seed.author, Tagged: 'yes', Pages: String(pages.length) })
      expect(content.includes('/Lang (ru-RU)')).toBe(true)
      const [, , ...fonts] = poppler('pdffonts', file).trimEnd().split('\n')
      expect(fonts.length).toBeGreaterThan(1)
      for (const font of fonts) expect(font).toMatch(/ yes yes yes +\d+ +\d+$/)

      const [title = '', contents = ''] = pages
      expect(inLine(title)).toContain(seed.name)
      expect(inLine(title)).toContain(seed.author)
      expect(inLine(title)).toContain(`${publicUrl.replace('http://', '')}/publications/${slug}`)
      const shown = new Set(
        poppler('pdfimages', '-list', file)
          .split('\n')
          .slice(2)
          .map(line => Number(line.trim().split(/\s+/)[0])),
      )
      expect(shown).toContain(1)
      const entries = [...contents.matchAll(/^ *(\S.*?) {2,}(\d+)$/gm)]
        .slice(0, -1)
        .map(([, name = '', number]) => ({ name, page: Number(number) }))
      expect(entries.map(({ page }) => page)).toEqual(entries.map(({ page }) => page).toSorted((a, b) => a - b))
      for (const { name, page } of entries) {
        const lines = pages[page - 1]?.split('\n').map(inLine)
        expect(lines, name).toContain(name)
      }
      for (const { name, picture } of seed.sections) {
        const entry = entries.find(candidate => candidate.name === name)
        expect(entry, name).toBeDefined()
        if (picture) expect(shown, name).toContain(entry?.page)
      }
      for (const [index, page] of pages.entries()) {
        if (index > 0) expect(inLine(page)).toMatch(new RegExp(` ${index + 1}$`))
      }

      const footer = new RegExp(`${lettersOf(seed.name)}\\d*$`)
      const printed = running.map(page => lettersOf(page).replace(footer, '')).join('')
      for (const { slug: section } of body.section) {
        const { html } = (await server.get(`/api/publications/${slug}/${section}/`)).body
        const sentences = [...html.matchAll(/<p>(.*?)<\/p>|<li>([^<]*)<\/li>/gs)]
          .map(([, paragraph, item]) => (paragraph ?? item).replace(/<[^>]*>/g, '').replace(/&[a-z#0-9]+;/g, ''))
          .flatMap(text => text.split(/(?<=[.!?:]) /))
        expect(sentences.length).toBeGreaterThan(3)
        expect(sentences.filter(sentence => !printed.includes(lettersOf(sentence)))).toEqual([])
      }

      const inTexts = seed.sections.flatMap(({ body: text }) => text.match(/\]\(pictures\//g) ?? []).length
      const drawn = poppler('pdfimages', '-list', file).trimEnd().split('\n').length - 2
      expect(drawn).toBeGreaterThanOrEqual(seed.sections.filter(({ picture }) => picture).length + inTexts)

      poppler('pdftoppm', '-r', '40', '-gray', file, join(folder, slug))
      const rendered = readdirSync(folder).filter(name => name.startsWith(`${slug}-`))
      expect(rendered).toHaveLength(pages.length)
      for (const name of rendered) {
        expect([name, isBlank(join(folder, name))]).toEqual([name, false])
      }
    },
    60_000,
  )
})
