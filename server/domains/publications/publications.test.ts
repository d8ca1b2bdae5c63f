import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { article as articleShape, section as sectionShape } from '#contract/publications.ts'
import { builtPages } from '#server/platform/http/pages.ts'
import { publicUrl, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { formOf, pictureFile } from '#server/test/pictures.ts'
import { ensureBuild } from '#server/test/processes.ts'
import { readSiteMap } from '#server/test/site-map.ts'
import { articles } from './publications.tables.ts'

let server: TestServer
let staff: string
let cover: string
beforeAll(async () => {
  await ensureBuild()
  server = await testServer({ pages: await builtPages() })
  staff = (await makePerson(server.database.db, { email: staffEmail })).id
  cover = (await server.send('POST', '/api/uploads/', formOf({ is_public: true, image: await pictureFile() }), staff))
    .body.get_image
}, 120_000)
afterAll(() => server.close())

const url = '/api/publications/'
const sections = [
  { name: 'Яма', text: `## Глубина\n\nПо 'высоте' кома & не глубже. ${'Копать. '.repeat(300)}`, picture: '' },
  { name: 'Полив', text: '*Сразу*.', picture: 'cover' },
  { name: 'Зима', text: 'Под **снегом**.', picture: '' },
]

/** Creates an article of three sections, and publishes it unless it is a draft. */
async function makeArticle(name: string, { isDraft = false } = {}) {
  const form = {
    name,
    summary: 'О яме, поливе и зиме.',
    author: 'Мария Ветлугина, агроном',
    sections: sections.map(section => ({
      ...section,
      picture: section.picture && cover,
      picture_alt: section.picture && 'Лейка',
    })),
  }
  const { status, body } = await server.send('POST', '/api/staff/publications/', form, staff)
  expect(status, JSON.stringify(body)).toBe(201)
  if (isDraft) return body
  const path = `/api/staff/publications/${body.id}/publish/`
  return (await server.send('POST', path, { version: body.version }, staff)).body
}

describe('the public calls', () => {
  it('the list has published articles, newest first, in the shape of the contract', async () => {
    const first = await makeArticle('Первая')
    await makeArticle('Черновая', { isDraft: true })
    const second = await makeArticle('Вторая')
    const { status, body } = await server.get(url)
    expect(status).toBe(200)
    expect(body.slice(0, 2).map((article: { slug: string }) => article.slug)).toEqual(['vtoraya', 'pervaya'])
    for (const article of body) expect(articleShape.strict().parse(article)).toEqual(article)
    expect(body[0]).toEqual({
      name: 'Вторая',
      slug: 'vtoraya',
      created_by: { name: 'Мария Ветлугина, агроном' },
      summary: 'О яме, поливе и зиме.',
      sections: second.sections.map(({ id, name, slug }: Record<string, unknown>) => ({ id, name, slug })),
      pdf: `${publicUrl}/api/publications/vtoraya/pdf/`,
      // The picture of the first section that has one.
      get_image: cover,
      get_thumbnail: cover.replace('-1280', '-640'),
      picture_alt: 'Лейка',
      reading_minutes: 2,
      published_at: second.published_at,
      updated_at: second.updated_at,
    })
    expect(first.published_at <= second.published_at).toBe(true)
  })

  it('an article has its sections by id, name and slug; a section has its text, its picture and its neighbours', async () => {
    const made = await makeArticle('Целая')
    const { body: listed } = await server.get(url)
    const { body } = await server.get(`${url}tselaya`)
    expect(Object.keys(body)).toEqual(['article', 'section'])
    expect(body.article).toEqual(listed.find((article: { slug: string }) => article.slug === 'tselaya'))
    expect(body.section).toEqual(body.article.sections)
    const read = await Promise.all(
      body.section.map(async ({ slug }: { slug: string }) => (await server.get(`${url}tselaya/${slug}`)).body),
    )
    for (const section of read) expect(sectionShape.strict().parse(section)).toEqual(section)
    const [pit, watering, winter] = read
    expect(watering).toEqual({
      id: made.sections[1].id,
      name: 'Полив',
      slug: 'poliv',
      long_text_section: '*Сразу*.',
      html: '<p><em>Сразу</em>.</p>',
      get_image: cover,
      get_thumbnail: cover.replace('-1280', '-640'),
      picture_alt: 'Лейка',
      article: { name: 'Целая', slug: 'tselaya' },
      previous: { name: 'Яма', slug: 'yama' },
      next: { name: 'Зима', slug: 'zima' },
    })
    expect([pit.previous, pit.next.slug, pit.get_image]).toEqual([null, 'poliv', ''])
    expect([winter.previous.slug, winter.next]).toEqual(['poliv', null])
    expect(pit.html).toContain('<h2 id="h-glubina">Глубина</h2>')
  })

  it('drafts and unknown addresses are 404 for everyone, including staff', async () => {
    await makeArticle('Чужая')
    await makeArticle('Тайная', { isDraft: true })
    for (const path of [
      'taynaya',
      'taynaya/yama',
      'taynaya/pdf',
      'nichego',
      'nichego/yama',
      'chuzhaya/nichego',
      'YAMA',
      'a%00b',
    ]) {
      for (const reader of [undefined, staff]) {
        const { status, body } = await server.get(`${url}${path}/`, reader)
        expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND'])
      }
    }
    expect(JSON.stringify((await server.get(url, staff)).body)).not.toContain('taynaya')
  })
})

describe('server-rendered pages', () => {
  const linkedData = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')
  const metaOf = (html: string, name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]

  it('show an article and its metadata for search engines', async () => {
    const made = await makeArticle('Видная')
    const { status, text } = await server.get('/publications/vidnaya')
    expect(status).toBe(200)
    expect(text).toContain('<title>Видная | Дендро</title>')
    expect(text).toContain(`<link rel="canonical" href="${publicUrl}/publications/vidnaya"/>`)
    expect(metaOf(text, 'description')).toBe('О яме, поливе и зиме.')
    expect(metaOf(text, 'og:image')).toBe(cover)
    for (const { name } of sections) expect(text).toContain(name)
    const data = linkedData(text)
    const article = (data['@graph'] ?? [data].flat()).find((part: any) => part['@type'] === 'Article')
    expect(article).toEqual(
      expect.objectContaining({
        headline: 'Видная',
        description: 'О яме, поливе и зиме.',
        author: { '@type': 'Person', name: 'Мария Ветлугина, агроном' },
        publisher: { '@type': 'Organization', name: 'Дендро', url: publicUrl },
        datePublished: made.published_at,
        inLanguage: 'ru',
        articleSection: ['Яма', 'Полив', 'Зима'],
        mainEntityOfPage: `${publicUrl}/publications/vidnaya`,
        image: cover,
      }),
    )
  })

  it('show the section of a deep link, with its plain text as the description', async () => {
    await makeArticle('Глубокая')
    const { status, text } = await server.get('/publications/glubokaya?section=yama')
    expect(status).toBe(200)
    expect(text).toContain('<title>Яма — Глубокая | Дендро</title>')
    expect(text).toContain(`<link rel="canonical" href="${publicUrl}/publications/glubokaya?section=yama"/>`)
    expect(text).toContain('<h2 id="h-glubina">Глубина</h2>')
    expect(metaOf(text, 'description')).toMatch(/^Глубина По &#x27;высоте&#x27; кома &amp; не глубже\. Копать\. .*…$/)
  })

  it('answer 404 for drafts and unknown addresses', async () => {
    await makeArticle('Открытая')
    await makeArticle('Скрытая', { isDraft: true })
    for (const path of ['skrytaya', 'skrytaya?section=yama', 'net', 'otkrytaya?section=net']) {
      const { status, text } = await server.get(`/publications/${path}`)
      expect([path, status]).toEqual([path, 404])
      expect(text).toContain('Такой страницы нет')
    }
  })

  it('are in the sitemap, drafts are not', async () => {
    await makeArticle('Отмеченная')
    await makeArticle('Неотмеченная', { isDraft: true })
    const { text } = await readSiteMap(server)
    expect(text).toMatch(
      new RegExp(`<loc>${publicUrl}/publications/otmechennaya</loc><lastmod>\\d{4}-[\\dT:.-]+Z</lastmod>`),
    )
    expect(text).not.toContain('neotmechennaya')
    const published = (await server.database.db.select().from(articles)).filter(row => row.publishedAt)
    expect(text.split('/publications/').length - 1).toBe(published.length)
  })

  it('show an empty list while nothing is published', async () => {
    const empty = await testServer({ pages: await builtPages() })
    try {
      expect((await empty.get(url)).body).toEqual([])
      const { status, text } = await empty.get('/publications')
      expect([status, text.includes('Пока ни одной статьи')]).toEqual([200, true])
    } finally {
      await empty.close()
    }
  })
})

describe('a text of a megabyte', () => {
  it.each([
    ['letters', 'ы'.repeat(600_000)],
    ['marks', '*a '.repeat(350_000)],
    ['brackets', '['.repeat(900_000)],
    ['quotations', '>'.repeat(1_000_000)],
    ['lines', 'a\n'.repeat(450_000)],
  ])('of %s is refused with a problem document by every call', async (_, text) => {
    const draft = await makeArticle('Огромная', { isDraft: true })
    const path = '/api/staff/publications/'
    const form = { ...draft, sections: [{ ...draft.sections[0], text }] }
    const answers = await Promise.all([
      server.send('POST', path, form, staff),
      server.send('PATCH', `${path}${draft.id}/`, form, staff),
      server.send('POST', `${path}preview/`, { text }, staff),
    ])
    for (const { status, headers, body } of answers) {
      expect([400, 413]).toContain(status)
      expect(headers['content-type']).toContain('application/problem+json')
      expect(body).toMatchObject({ code: expect.any(String), detail: expect.stringMatching(/[а-я]/) })
    }
    expect((await server.get(`${path}${draft.id}/`, staff)).body).toEqual(draft)
  })
})
