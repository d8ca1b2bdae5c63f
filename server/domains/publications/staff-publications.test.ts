import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articleLimits } from '#contract/moderation/publications.ts'
import { uploads } from '#server/domains/uploads/uploads.tables.ts'
import { deleteUnusedMedia } from '#server/platform/media/media.queries.ts'
import { media } from '#server/platform/media/media.tables.ts'
import { publicUrl, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { makePerson } from '#server/test/factories.ts'
import { formOf, isStored, pictureFile } from '#server/test/pictures.ts'

let server: TestServer
let staff: string
beforeAll(async () => {
  server = await testServer()
  staff = (await makePerson(server.database.db, { email: staffEmail, name: 'Ольга Редактор' })).id
})
afterAll(() => server.close())

const url = '/api/staff/publications/'
const sectionOf = (overrides: object = {}) => ({
  name: 'Выкопка',
  text: 'Ком держат **целым**.',
  picture: '',
  picture_alt: '',
  ...overrides,
})
const formWith = (overrides: object = {}) => ({
  name: 'Как копать деревья',
  summary: 'О коме и лопате.',
  author: 'Мария Ветлугина, агроном',
  sections: [sectionOf()],
  ...overrides,
})

async function create(overrides: object = {}) {
  const { status, body } = await server.send('POST', url, formWith(overrides), staff)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
async function publish(article: { id: number; version: number }) {
  const { status, body } = await server.send(
    'POST',
    `${url}${article.id}/publish/`,
    { version: article.version },
    staff,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const save = (article: { id: number }, changes: object = {}) =>
  server.send('PATCH', `${url}${article.id}/`, { ...article, ...changes }, staff)
/** The address of an uploaded picture. */
async function uploadAddress(): Promise<string> {
  const { body } = await server.send(
    'POST',
    '/api/uploads/',
    formOf({ is_public: true, image: await pictureFile() }),
    staff,
  )
  return body.get_image
}
const auditOf = async (article: { id: number }) =>
  (await server.get('/api/staff/journal/?subject=article&page_size=100', staff)).body.results.filter(
    (entry: { subject_id: string }) => entry.subject_id === String(article.id),
  )

describe('a new article', () => {
  it('is a draft that only moderators see, and is published with all its content', async () => {
    const draft = await create()
    expect(draft).toEqual({
      id: expect.any(Number),
      name: 'Как копать деревья',
      slug: 'kak-kopat-derevya',
      summary: 'О коме и лопате.',
      author: 'Мария Ветлугина, агроном',
      version: 1,
      published_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      sections: [
        {
          id: expect.any(Number),
          name: 'Выкопка',
          slug: 'vykopka',
          text: 'Ком держат **целым**.',
          picture: '',
          get_thumbnail: '',
          picture_alt: '',
        },
      ],
    })
    expect((await server.get(`${url}${draft.id}/`, staff)).body).toEqual(draft)
    for (const path of ['', 'vykopka/', 'pdf/']) {
      expect((await server.get(`/api/publications/kak-kopat-derevya/${path}`)).status).toBe(404)
      expect((await server.get(`/api/publications/kak-kopat-derevya/${path}`, staff)).status).toBe(404)
    }
    const listed = (await server.get('/api/publications/')).body.map((article: { slug: string }) => article.slug)
    expect(listed).not.toContain('kak-kopat-derevya')

    const published = await publish(draft)
    expect(published).toMatchObject({ version: 2, published_at: expect.any(String), sections: draft.sections })
    const { body } = await server.get('/api/publications/kak-kopat-derevya/')
    expect(body.section).toEqual([{ id: draft.sections[0].id, name: 'Выкопка', slug: 'vykopka' }])
    expect(body.article).toMatchObject({ summary: 'О коме и лопате.', published_at: published.published_at })
    expect((await auditOf(draft)).map((entry: { action: string }) => entry.action)).toEqual(['publish', 'create'])
  })

  it('may lack everything but names until it is published', async () => {
    const draft = await create({
      name: 'Пустая',
      summary: '',
      author: '',
      sections: [sectionOf({ text: '', picture: await uploadAddress() })],
    })
    const { status, body } = await server.send('POST', `${url}${draft.id}/publish/`, { version: 1 }, staff)
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
    expect(Object.keys(body.fields)).toEqual(['summary', 'author', 'sections.0.text', 'sections.0.picture_alt'])
    expect((await server.get(`${url}${draft.id}/`, staff)).body).toEqual(draft)
    const empty = await create({ name: 'Пустая', sections: [] })
    expect(empty.slug).toBe('pustaya-2')
    const refused = await server.send('POST', `${url}${empty.id}/publish/`, { version: 1 }, staff)
    expect(Object.keys(refused.body.fields)).toEqual(['sections'])

    const whole = await publish(await create({ name: 'Полная' }))
    const emptied = await save(whole, { summary: '', sections: [] })
    expect([emptied.status, Object.keys(emptied.body.fields)]).toEqual([400, ['summary', 'sections']])
  })

  it('gets addresses from its names, all unique and none that the site uses', async () => {
    const sections = ['PDF', 'Ель', 'Ель', '!!!'].map(name => sectionOf({ name }))
    const one = await create({ name: '???', sections })
    expect(one.slug).toBe('statya')
    expect(one.sections.map((section: { slug: string }) => section.slug)).toEqual(['pdf-2', 'el', 'el-2', 'razdel'])
    const other = await create({ name: '???', slug: 'svoy-adres', sections: [sectionOf({ slug: 'svoy' })] })
    expect([other.slug, other.sections[0].slug]).toEqual(['svoy-adres', 'svoy'])
  })
})

describe('a request is refused for', () => {
  const long = 'ы'.repeat(256)
  it.each([
    ['without a name', { name: ' ' }, { name: 'required' }],
    ['with a long name', { name: long }, { name: 'too_big' }],
    ['with a strange address', { slug: 'Ёлки' }, { slug: 'invalid_format' }],
    [
      'with a section without a name',
      { sections: [sectionOf(), sectionOf({ name: '' })] },
      { 'sections.1.name': 'required' },
    ],
    ['with a section with a long name', { sections: [sectionOf({ name: long })] }, { 'sections.0.name': 'too_big' }],
    [
      'with a text that is too long',
      { sections: [sectionOf({ text: 'ы'.repeat(articleLimits.text + 1) })] },
      { 'sections.0.text': 'too_big' },
    ],
    [
      'with control characters',
      { sections: [sectionOf({ text: 'a\u0000b' })] },
      { 'sections.0.text': 'invalid_format' },
    ],
    ['with a section called pdf', { sections: [sectionOf({ slug: 'pdf' })] }, { 'sections.0.slug': 'custom' }],
    [
      'with one address for two sections',
      { sections: [sectionOf({ slug: 'a' }), sectionOf({ slug: 'a' })] },
      { 'sections.1.slug': 'unique' },
    ],
    [
      'with a section of another article',
      { sections: [sectionOf({ id: 2_000_000_000 })] },
      { 'sections.0.id': 'unknown' },
    ],
    [
      'with too many sections',
      { sections: Array.from({ length: articleLimits.sections + 1 }, () => sectionOf()) },
      { sections: 'too_big' },
    ],
    [
      'with too much text in all',
      { sections: Array.from({ length: 9 }, () => sectionOf({ text: 'a'.repeat(articleLimits.text) })) },
      { sections: 'custom' },
    ],
    ['without sections', { sections: undefined }, { sections: 'required' }],
    [
      'with a text that is too intricate',
      { sections: [sectionOf({ text: '>'.repeat(1000) })] },
      { 'sections.0.text': 'markdown' },
    ],
    [
      'with a picture from elsewhere',
      { sections: [sectionOf({ text: '![ель](https://evil.example/a.webp)' })] },
      { 'sections.0.text': 'markdown' },
    ],
    [
      'with a picture that was never stored',
      { sections: [sectionOf({ text: `![ель](/media/aa/${'a'.repeat(32)}-1280.webp)` })] },
      { 'sections.0.text': 'unknown' },
    ],
    [
      'with a section picture that was never stored',
      { sections: [sectionOf({ picture: `${publicUrl}/media/aa/${'a'.repeat(32)}-640.webp` })] },
      { 'sections.0.picture': 'unknown' },
    ],
    [
      'with a section picture from elsewhere',
      { sections: [sectionOf({ picture: 'https://evil.example/a.webp' })] },
      { 'sections.0.picture': 'unknown' },
    ],
  ])('an article %s', async (_, changes, codes) => {
    const before = await databaseState(server.database.db)
    const { status, body } = await server.send('POST', url, formWith(changes), staff)
    expect(status).toBe(400)
    expect(
      Object.fromEntries(Object.entries(body.fields).map(([field, [error]]: [string, any]) => [field, error.code])),
    ).toEqual(codes)
    expect(await databaseState(server.database.db)).toEqual(before)
  })

  it('a body of more than a megabyte or without an article', async () => {
    const huge = formWith({ sections: Array.from({ length: 40 }, () => sectionOf({ text: 'ы'.repeat(30_000) })) })
    expect((await server.send('POST', url, huge, staff)).status).toBe(413)
    expect((await server.send('POST', `${url}preview/`, { text: 'a'.repeat(1_000_000) }, staff)).status).toBe(400)
    for (const body of [[], { sections: 'x' }, { ...formWith(), sections: [null, 7] }, null]) {
      expect((await server.send('POST', url, body, staff)).status).toBe(400)
    }
  })

  it('an address that another article has', async () => {
    await create({ slug: 'zanyato' })
    const draft = await create({ name: 'Другая' })
    const { status, body } = await save(draft, { slug: 'zanyato' })
    expect([status, body.fields.slug[0].code]).toEqual([400, 'unique'])
  })

  it('articles that do not exist', async () => {
    const answers = await Promise.all([
      server.get(`${url}2000000000/`, staff),
      server.get(`${url}x/`, staff),
      server.send('PATCH', `${url}2000000000/`, { ...formWith(), version: 1 }, staff),
      server.send('DELETE', `${url}2000000000/`, undefined, staff),
      server.send('POST', `${url}2000000000/publish/`, { version: 1 }, staff),
      server.send('POST', `${url}2000000000/withdraw/`, { version: 1, reason: 'Так' }, staff),
      server.get(`${url}?page=99`, staff),
    ])
    expect(answers.map(answer => answer.status)).toEqual(Array(7).fill(404))
  })
})

describe('saving', () => {
  it('stores the text as typed and the sections by their ids, in the new order', async () => {
    const draft = await create({ sections: ['Один', 'Два', 'Три'].map(name => sectionOf({ name })) })
    const [one, two, three] = draft.sections
    // Two swap their addresses, one is deleted, one is new.
    const wanted = [{ ...three, slug: 'odin', name: 'Третий' }, sectionOf({ name: 'Новый' }), { ...one, slug: 'tri' }]
    const { status, body } = await save(draft, { name: 'Иначе', sections: wanted })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Иначе', slug: draft.slug, version: 2 })
    expect(body.sections.map((section: any) => [section.id, section.name, section.slug])).toEqual([
      [three.id, 'Третий', 'odin'],
      [expect.any(Number), 'Новый', 'novyy'],
      [one.id, 'Один', 'tri'],
    ])
    expect([one.id, two.id, three.id]).not.toContain(body.sections[1].id)
    expect((await server.get(`${url}${draft.id}/`, staff)).body).toEqual(body)
  })

  it('does not overwrite what another moderator saved in the meantime', async () => {
    const draft = await create()
    const answers = await Promise.all([save(draft, { name: 'Первый' }), save(draft, { name: 'Второй' })])
    expect(answers.map(answer => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const saved = answers.find(answer => answer.status === 200)?.body
    expect((await server.get(`${url}${draft.id}/`, staff)).body).toEqual(saved)
    const late = await Promise.all([
      server.send('POST', `${url}${draft.id}/publish/`, { version: 1 }, staff),
      server.send('POST', `${url}${draft.id}/withdraw/`, { version: 1, reason: 'Так' }, staff),
    ])
    expect(late.map(answer => [answer.status, answer.body.code])).toEqual(Array(2).fill([409, 'CONFLICT']))
  })

  it('shows readers the new text at once, even if the old one was rendered before', async () => {
    const article = await publish(await create({ name: 'Свежая' }))
    const section = '/api/publications/svezhaya/vykopka/'
    expect((await server.get(section)).body.html).toBe('<p>Ком держат <strong>целым</strong>.</p>')
    const { body } = await save(article, { sections: [{ ...article.sections[0], text: 'Ком *сух*.' }] })
    expect((await server.get(section)).body).toMatchObject({
      html: '<p>Ком <em>сух</em>.</p>',
      long_text_section: 'Ком *сух*.',
    })
    // Other pages link to it.
    expect((await save(body, { slug: 'drugoy-adres' })).body.fields.slug[0].code).toBe('published')
  })

  it('keeps pictures as long as the article shows them', async () => {
    const { db } = server.database
    const [cover, inText, dropped] = [await uploadAddress(), await uploadAddress(), await uploadAddress()]
    const draft = await create({
      sections: [
        sectionOf({ picture: cover, picture_alt: 'Ель', text: `![Ком](${inText})` }),
        sectionOf({ text: `![Ком](${dropped})` }),
      ],
    })
    expect(draft.sections[0]).toMatchObject({ picture: cover, text: `![Ком](${inText.replace(publicUrl, '')})` })
    const saved = (await save(draft, { sections: [draft.sections[0]] })).body
    // Uploads that no form uses within a day are deleted.
    await db.delete(uploads).where(eq(uploads.ownerId, staff))
    await db.update(media).set({ createdAt: new Date(0) })
    await deleteUnusedMedia(db, 24)
    const keys = (await db.select().from(media)).map(row => row.key)
    const isKept = (address: string) => keys.some(key => address.includes(key))
    expect([cover, inText, dropped].map(isKept)).toEqual([true, true, false])
    expect(isStored(server.dataDir, cover)).toBe(true)
    const { status, body } = await save(saved, { sections: [sectionOf({ text: `![Ком](${dropped})` })] })
    expect([status, body.fields['sections.0.text'][0].code]).toEqual([400, 'unknown'])
  })
})

describe('withdrawing and deleting', () => {
  it('hides an article from readers, with a reason in the journal', async () => {
    const article = await publish(await create({ name: 'Снятая' }))
    const path = `${url}${article.id}/withdraw/`
    const unreasoned = await server.send('POST', path, { version: article.version, reason: ' ' }, staff)
    expect([unreasoned.status, unreasoned.body.fields.reason[0].code]).toEqual([400, 'required'])
    expect((await server.get('/api/publications/snyataya/')).status).toBe(200)
    const deleted = await server.send('DELETE', `${url}${article.id}/`, undefined, staff)
    expect([deleted.status, deleted.body.code]).toEqual([409, 'CONFLICT'])
    const again = await server.send('POST', `${url}${article.id}/publish/`, { version: article.version }, staff)
    expect(again.status).toBe(409)

    const { status, body } = await server.send(
      'POST',
      path,
      { version: article.version, reason: 'Ошибка в зонах' },
      staff,
    )
    expect([status, body.published_at]).toEqual([200, null])
    expect((await server.get('/api/publications/snyataya/')).status).toBe(404)
    expect((await server.send('POST', path, { version: body.version, reason: 'Ещё раз' }, staff)).status).toBe(409)
    expect((await auditOf(article))[0]).toMatchObject({
      action: 'hide',
      reason: 'Ошибка в зонах',
      subject_name: 'Снятая',
    })

    const gone = await server.send('DELETE', `${url}${article.id}/`, undefined, staff)
    expect([gone.status, gone.body]).toEqual([200, { message: 'article deleted' }])
    expect((await server.get(`${url}${article.id}/`, staff)).status).toBe(404)
    expect((await auditOf(article))[0].action).toBe('delete')
  })
})

describe('the list', () => {
  it('includes drafts, latest changes first, in pages', async () => {
    const draft = await create({
      name: 'Самая новая',
      sections: [sectionOf(), sectionOf({ name: 'Ещё', picture: await uploadAddress(), picture_alt: 'Ель' })],
    })
    const { body } = await server.get(`${url}?page_size=2`, staff)
    expect(body).toMatchObject({
      count: expect.any(Number),
      previous: null,
      next: `${publicUrl}${url}?page_size=2&page=2`,
    })
    expect(body.results).toHaveLength(2)
    expect(body.results[0]).toEqual({
      id: draft.id,
      name: 'Самая новая',
      slug: draft.slug,
      author: 'Мария Ветлугина, агроном',
      get_thumbnail: draft.sections[1].get_thumbnail,
      sections_count: 2,
      version: 1,
      published_at: null,
      updated_at: draft.updated_at,
    })
  })
})

describe('the preview', () => {
  it('shows a text as readers will see it, with uploads at either address', async () => {
    const address = await uploadAddress()
    const html = async (text: string) => (await server.send('POST', `${url}preview/`, { text }, staff)).body.html
    const shown = await html(`## Ком\n\n![Ком](${address} "На весу")`)
    expect(shown).toContain('<h2 id="h-kom">Ком</h2>')
    expect(shown).toMatch(/<figure><picture><source type="image\/avif" srcset="/)
    expect(shown).toContain(`<img src="${address}" srcset="`)
    expect(shown).toContain('<figcaption>На весу</figcaption>')
    expect(await html(`## Ком\n\n![Ком](${address.replace(publicUrl, '')} "На весу")`)).toBe(shown)
    const refused = await server.send('POST', `${url}preview/`, { text: '- '.repeat(5000) }, staff)
    expect([refused.status, refused.body.fields.text[0].code]).toEqual([400, 'markdown'])
  })
})
