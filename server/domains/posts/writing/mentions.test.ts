import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeFriends, makePerson } from '#server/test/factories.ts'

type Person = Awaited<ReturnType<typeof makePerson>>

let server: TestServer
let db: TestServer['database']['db']
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
})
afterAll(() => server.close())

const people = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => makePerson(db)))) as unknown as [
    Person,
    Person,
    Person,
    Person,
  ]
const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, who: Person, body?: object) =>
  server.send(method, `/api/${path}`, body, who.id)
const get = async (path: string, who: Person) => (await server.get(`/api/${path}`, who.id)).body
const post = async (who: Person, body: string, more = {}) =>
  (await send('POST', 'posts/create/', who, { body, ...more })).body as { id: string; body: string }
const named = (person: Person, name = 'Кто-то') => `@[${name}](${person.id})`
const newsOf = async (who: Person) =>
  (await get('notifications/', who)).map((one: Record<string, string>) => [one.type_of_notification, one.body])
const bodyIn = async (id: string, who: Person) =>
  (await get('posts/?page_size=20', who)).results.find((one: { id: string }) => one.id === id)?.body

describe('a mention', () => {
  it('is shown with the present name, wherever the text is shown and whoever was typed', async () => {
    const [anna, boris, vera] = await people(3)
    const { id, body } = await post(
      anna,
      `Спросите ${named(boris)} и ${named(vera, 'Веру [из сада]'.replace(/[[\]]/g, ''))}!`,
    )
    const shown = () => `Спросите @[${boris.name}](${boris.id}) и @[${vera.name}](${vera.id})!`
    expect(body).toBe(shown())
    const { body: comment } = await send('POST', `posts/${id}/comment/`, vera, { body: `${named(boris)}, да` })
    expect(comment.body).toBe(`@[${boris.name}](${boris.id}), да`)
    expect(await bodyIn(id, vera)).toBe(shown())
    boris.name = 'Борис Новый [сад]'
    await db.update(users).set({ name: boris.name }).where(eq(users.id, boris.id))
    const present = `@[Борис Новый  сад](${boris.id})`
    expect(await bodyIn(id, vera)).toContain(present)
    const { post: whole } = await get(`posts/${id}/`, anna)
    expect([whole.body.includes(present), whole.comments[0].body]).toEqual([true, `${present}, да`])
    expect((await get(`posts/profile/${anna.id}/`, vera)).posts[0].body).toContain(present)
  })

  it('of nobody is text: without an id, of an unknown id, of a deleted account', async () => {
    const [anna, boris] = await people(2)
    const gone = await makePerson(db, { deletedAt: new Date() })
    const written = `@Борис, @[Борис], @[Кто](x), @[Никто](${uuidv7()}), ${named(gone, 'Ушёл')}`
    const { body } = await post(anna, written)
    expect(body).toBe('@Борис, @[Борис], @[Кто](x), @Никто, @Ушёл')
    expect(await newsOf(boris)).toEqual([])
  })

  it('tells the person once a text, however often it is named and edited', async () => {
    const [anna, boris, vera] = await people(3)
    const { id } = await post(anna, `${named(boris)} и ещё раз ${named(boris)}, ${named(anna)}`)
    const told = [['mention', `${anna.name} упоминает вас.`]]
    expect([await newsOf(boris), await newsOf(anna)]).toEqual([told, []])
    for (const body of ['Никого', `${named(boris)}`, `${named(boris)} и ${named(vera)}`])
      expect((await send('PATCH', `posts/${id}/`, anna, { body })).status).toBe(200)
    expect([await newsOf(boris), await newsOf(vera)]).toEqual([told, told])
    // Another text.
    const { body: comment } = await send('POST', `posts/${id}/comment/`, vera, {
      body: `${named(boris)} ${named(anna)}`,
    })
    await send('PATCH', `posts/${id}/comments/${comment.id}/`, vera, { body: `${named(boris)}?` })
    expect((await newsOf(boris)).filter(([type]: string[]) => type === 'mention')).toHaveLength(2)
    // Told of the comment already.
    expect((await newsOf(anna)).map(([type]: string[]) => type)).toEqual(['post_comment'])
    const groups = (await get('notifications/groups/', boris)).groups
    expect(groups[0]).toMatchObject({ people_count: 2, subject_line: `@${boris.name} и @${vera.name}` })
  })

  it('tells at most ten people of one text, counted over all its edits; the rest are links', async () => {
    const [anna, ...others] = await people(14)
    const texts = (some: Person[]) => some.map(person => named(person)).join(' ')
    const told = async () => {
      const news = await Promise.all(others.map(newsOf))
      return news.map(all => all.length)
    }
    const { id } = await post(anna, texts(others.slice(0, 8)))
    await send('PATCH', `posts/${id}/`, anna, { body: texts(others.slice(4, 12)) })
    expect(await told()).toEqual([...Array.from({ length: 10 }, () => 1), 0, 0, 0])
    const { body } = await send('PATCH', `posts/${id}/`, anna, { body: texts(others.slice(10)) })
    expect(await told()).toEqual([...Array.from({ length: 10 }, () => 1), 0, 0, 0])
    expect(body.body).toBe(
      others
        .slice(10)
        .map(person => named(person, person.name))
        .join(' '),
    )
    // Another text has ten of its own.
    await send('POST', `posts/${id}/comment/`, anna, { body: texts(others) })
    expect(await told()).toEqual([...Array.from({ length: 10 }, () => 2), 0, 0, 0])
  })

  it('tells only those who may see the post', async () => {
    const [anna, boris, vera, gleb] = await people(4)
    await makeFriends(db, anna, boris)
    await send('POST', `people/${anna.id}/block/`, gleb)
    const { id } = await post(anna, `${named(boris)} ${named(vera)} ${named(gleb)}`, { is_private: true })
    expect([(await newsOf(boris)).length, await newsOf(vera), await newsOf(gleb)]).toEqual([1, [], []])
    await send('POST', `posts/${id}/comment/`, boris, { body: `${named(vera)}, сюда` })
    expect(await newsOf(vera)).toEqual([])
    // Once they may, and the text is saved, they are.
    await send('PATCH', `posts/${id}/`, anna, { is_private: false })
    expect([
      (await newsOf(boris)).filter(([type]: string[]) => type === 'mention').length,
      (await newsOf(vera)).length,
    ]).toEqual([1, 1])
    expect(await newsOf(gleb)).toEqual([])
  })

  it('does not name somebody with whom the reader has a block, in cached pages neither', async () => {
    const [anna, boris, vera] = await people(3)
    const { id } = await post(anna, `Привет, ${named(boris)}`)
    const { body: comment } = await send('POST', `posts/${id}/comment/`, anna, { body: named(boris) })
    expect(await bodyIn(id, vera)).toContain(boris.id)
    await send('POST', `people/${boris.id}/block/`, vera)
    for (const text of [await bodyIn(id, vera), JSON.stringify(await get(`posts/${id}/`, vera))]) {
      expect([text.includes(boris.id), text.includes(boris.name)]).toEqual([false, false])
      expect(text).toContain('@Скрытый пользователь')
    }
    expect(await bodyIn(id, anna)).toContain(named(boris, boris.name))
    expect(comment.body).toContain(boris.name)
  })

  it('is searched for by its name, not by its id', async () => {
    const [anna, boris, vera] = await people(3)
    const { id } = await post(anna, `Вот ${named(boris, 'Добрыня')}`)
    const found = async (text: string) =>
      JSON.stringify((await send('POST', 'search/', vera, { query: text })).body.posts)
    expect((await found('добрыня')).includes(id)).toBe(true)
    expect((await found(boris.id)).includes(id)).toBe(false)
    await send('PATCH', `posts/${id}/`, anna, { body: `И ${named(boris, 'Добрыня')}` })
    expect((await found(boris.id)).includes(id)).toBe(false)
  })
})

describe('what was told of a mention', () => {
  const told = async (who: Person) => [
    (await newsOf(who)).length,
    (await get('notifications/groups/', who)).groups.length,
  ]

  it('is there only while the post is for whom it names', async () => {
    const [anna, boris, vera] = await people(3)
    await makeFriends(db, anna, vera)
    const { id } = await post(anna, `${named(boris)} ${named(vera)}`)
    const setPrivate = (is_private: boolean) => send('PATCH', `posts/${id}/`, anna, { is_private })
    expect([await told(boris), await told(vera)]).toEqual([
      [1, 1],
      [1, 1],
    ])
    await setPrivate(true)
    expect([await told(boris), await told(vera)]).toEqual([
      [0, 0],
      [1, 1],
    ])
    await send('DELETE', `friends/${anna.id}/`, vera)
    expect(await told(vera)).toEqual([0, 0])
    await setPrivate(false)
    expect([await told(boris), await told(vera)]).toEqual([
      [1, 1],
      [1, 1],
    ])
  })

  it('goes with a block between whom it names and the author of the post, whoever wrote it', async () => {
    const [anna, boris, vera] = await people(3)
    const { id } = await post(anna, 'Кто знает?')
    await send('POST', `posts/${id}/comment/`, vera, { body: named(boris) })
    expect(await told(boris)).toEqual([1, 1])
    await send('POST', `people/${anna.id}/block/`, boris)
    expect(await told(boris)).toEqual([0, 0])
  })
})

describe('suggestions of whom to mention', () => {
  const suggest = async (who: Person, q: string) =>
    (await get(`people/suggest/?q=${q}`, who)).map(({ name }: { name: string }) => name)

  it('are friends first, at most eight, never oneself or somebody with whom one has a block', async () => {
    const person = (name: string) => makePerson(db, { name })
    const anna = await person('Светозара')
    const [friend, other, blocked] = [
      await person('Мария Светозарова'),
      await person('Светозар Чужой'),
      await person('Светозар Злой'),
    ]
    await makeFriends(db, anna, friend)
    await makeFriends(db, anna, await person('Пётр'))
    await send('POST', `people/${blocked.id}/block/`, anna)
    expect(await suggest(anna, 'светозар')).toEqual([friend.name, other.name])
    expect(await suggest(anna, '')).toEqual([friend.name, 'Пётр'])
    expect(await suggest(blocked, 'светозар')).not.toContain('Светозара')
    for (let n = 0; n < 9; n++) await person(`Светозар ${n}`)
    expect(await suggest(anna, 'Светозар')).toHaveLength(8)
    expect(await suggest(anna, '%25_')).toEqual([])
  })
})
