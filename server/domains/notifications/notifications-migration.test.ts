import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { blankClient } from '#server/test/database-copies.ts'

const folder = new URL('../../migrations/', import.meta.url)
const { entries } = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
  entries: { tag: string }[]
}
const indexOf = (name: string) => entries.findIndex(({ tag }) => tag.endsWith(name))

/** A database as of before these migrations. */
async function databaseBefore(firstName: string, lastName = firstName) {
  const [first, last] = [indexOf(firstName), indexOf(lastName)]
  const client = await blankClient()
  const run = async (from: number, to: number) =>
    client.exec(
      entries
        .slice(from, to)
        .map(({ tag }) => readFileSync(new URL(`${tag}.sql`, folder), 'utf8'))
        .join('\n;\n'),
    )
  await run(0, first)
  return {
    client,
    migrate: () =>
      client
        .exec('begin')
        .then(() => run(first, last + 1))
        .then(() => client.exec('commit')),
  }
}

it('notifications stored as sentences are migrated to columns, as far as their facts can be derived', async () => {
  const { client, migrate } = await databaseBefore('_notices', '_notices_data')
  const query = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows as any[]
  let minute = 0
  const moment = () => new Date(Date.UTC(2026, 0, 1, 0, ++minute)).toISOString()
  const person = async (name: string, email: string, more: { deleted?: boolean } = {}) => {
    const id = uuidv7()
    await query('insert into users (id, name, email, confirmed_email, deleted_at) values ($1, $2, $3, $3, $4)', [
      ...[id, name, email, more.deleted ? moment() : null],
    ])
    return id
  }
  const anna = await person('Анна', 'Anna@old.test')
  const boris = await person('Борис', 'boris@old.test')
  const namesake = await person('Борис', 'other.boris@old.test')
  const renamed = await person('Вера Новая', 'vera@old.test')
  const gone = await person('Удалённый пользователь', 'deleted@deleted.invalid', { deleted: true })
  const staff = await person('Модератор', 'staff@old.test')
  const told: Record<string, string> = {}
  const tell = async (key: string, recipient: string, type: string, body: string, at = moment(), post?: string) => {
    told[key] = uuidv7()
    await query(
      'insert into notifications (id, recipient_id, type, body, post_id, created_at) values ($1, $2, $3, $4, $5, $6)',
      [told[key], recipient, type, body, post ?? null, at],
    )
  }
  const post = async (body: string, author = anna) => {
    const id = uuidv7()
    await query('insert into posts (id, author_id, body) values ($1, $2, $3)', [id, author, body])
    return id
  }
  const like = async (id: string, who: string, at = moment()) =>
    query('insert into post_likes (post_id, user_id, created_at) values ($1, $2, $3)', [id, who, at])
  const liked = ' ставит «Нравится» вашей записи.'

  const [one, two, three, four] = [await post('1'), await post('2'), await post('3'), await post('4')]
  const exactly = moment()
  await like(one, boris, exactly)
  await like(one, namesake)
  await tell('by the moment', anna, 'post_like', `Борис${liked}`, exactly, one)
  await tell('by the other one of the name', anna, 'post_like', `Борис${liked}`, moment(), one)
  for (const who of [boris, namesake]) await like(four, who)
  await tell('by either of two', anna, 'post_like', `Борис${liked}`, moment(), four)
  await like(two, boris)
  await like(two, renamed)
  await tell('by the name', anna, 'post_like', `Борис${liked}`, moment(), two)
  await like(three, renamed)
  await tell('by the only one, renamed', anna, 'post_like', `Вера Старая${liked}`, moment(), three)
  await query('insert into comments (id, post_id, author_id, body) values ($1, $2, $3, $4)', [
    ...[uuidv7(), one, gone, 'Да'],
  ])
  await tell(
    'by somebody gone',
    anna,
    'post_comment',
    'Удалённый пользователь комментирует вашу запись.',
    moment(),
    one,
  )
  await query("insert into friendship_requests (id, from_id, to_id, status) values ($1, $2, $3, 'rejected')", [
    ...[uuidv7(), anna, boris],
  ])
  await tell('a refusal', anna, 'rejected_friendrequest', 'Борис отклоняет вашу просьбу о дружбе.')
  await tell('by nobody known', staff, 'new_friendrequest', 'Кто бы это ни был предлагает вам дружбу.')

  const founded = moment()
  const joined = moment()
  const [company] = await query(
    `insert into companies (name, inn, phone, address, creator_id, created_at)
      values ('Роща', '7707083893', '+7', 'Поле', $1, $2) returning id`,
    [staff, founded],
  )
  await query('insert into company_members (user_id, company_id, joined_at) values ($1, $2, $3), ($4, $2, $5)', [
    staff,
    company.id,
    founded,
    anna,
    joined,
  ])
  await tell('added', anna, 'added_to_company', 'Вас добавили в компанию «Роща». Теперь вы …', joined)
  await tell(
    ...(['handed over', anna, 'added_to_company'] as const),
    'Создатель компании «Роща» удалил свою учётную запись. Теперь компания ваша.',
  )
  const [category] = await query("insert into categories (name, slug, position) values ('Х', 'h', 1) returning id")
  await query("insert into media (key) values ('00/0')")
  const [plant] = await query(
    `insert into products (company_id, category_id, slug, name, genus, species, drawn_media_key)
      values ($1, $2, 'tuya', 'Туя', 'Туя', '', '00/0') returning id`,
    [company.id, category.id],
  )
  const record = async (action: string, subject: string, subjectId: unknown, name: string, reason: string) => {
    const at = moment()
    await query(
      `insert into journal (id, staff_id, action, subject, subject_id, subject_name, reason, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [uuidv7(), staff, action, subject, String(subjectId), name, reason, at],
    )
    return at
  }
  const returned = 'Растение «Туя прежняя» вернули на доработку: Нет сни…'
  await tell(
    'returned',
    anna,
    'product_returned',
    returned,
    await record('return', 'product', plant.id, 'Туя', 'Нет снимка'),
  )
  await tell('returned, by its name', anna, 'product_returned', 'Растение «Туя» вернули на доработку: Мало: «слов»')
  const vanished = uuidv7()
  await tell(
    ...(['deleted', boris, 'post_deleted', 'Модератор удалил вашу запись. Причина: Спам'] as const),
    await record('delete', 'post', vanished, 'Борис: Куплю: ель', 'Спам'),
  )
  await tell('deleted, without a journal', boris, 'post_deleted', 'Модератор удалил вашу запись. Причина: Да. Так')
  await record('hide', 'post', one, 'Анна Прежняя: Первая', 'Грубость')
  await record('block', 'person', boris, 'Борис Прежний', 'Обман')
  for (const [recipient, text] of [
    ['ANNA@old.test', 'Анне'],
    ['nobody@old.test', 'Никому'],
  ])
    await query("insert into letters (id, recipient, subject, text, html) values ($1, $2, '', $3, '')", [
      ...[uuidv7(), recipient, text],
    ])
  await query("insert into post_words (word, posts_count) values ('анн', 0), ('перв', 7)")

  await migrate()
  const facts = new Map(
    (await query('select id, type, actor_id, post_id, product_id, company_id, details from notifications')).map(
      ({ id, ...row }) => [id, row],
    ),
  )
  const fact = (key: string) => facts.get(told[key])
  expect(facts.size).toBe(Object.keys(told).length)
  expect(Object.fromEntries(Object.keys(told).map(key => [key, fact(key).actor_id]))).toEqual({
    'by the moment': boris,
    'by the other one of the name': namesake,
    'by either of two': null,
    'by the name': boris,
    'by the only one, renamed': renamed,
    'by somebody gone': gone,
    'a refusal': boris,
    'by nobody known': null,
    added: staff,
    'handed over': null,
    returned: staff,
    'returned, by its name': null,
    deleted: staff,
    'deleted, without a journal': null,
  })
  expect(fact('added')).toMatchObject({ type: 'added_to_company', company_id: company.id })
  expect(fact('handed over')).toMatchObject({ type: 'company_handed_over', company_id: company.id })
  expect(fact('returned')).toMatchObject({ product_id: plant.id, details: 'Нет снимка' })
  expect(fact('returned, by its name')).toMatchObject({ product_id: plant.id, details: 'Мало: «слов»' })
  expect(fact('deleted').details).toBe('Спам')
  expect(fact('deleted, without a journal').details).toBe('Да. Так')
  expect(await query('select subject, person_id, subject_name from journal order by created_at')).toEqual([
    { subject: 'product', person_id: null, subject_name: 'Туя' },
    { subject: 'post', person_id: boris, subject_name: 'Куплю: ель' },
    { subject: 'post', person_id: anna, subject_name: 'Первая' },
    { subject: 'person', person_id: boris, subject_name: '' },
  ])
  expect(await query('select text, person_id from letters order by text')).toEqual([
    { text: 'Анне', person_id: anna },
    { text: 'Никому', person_id: null },
  ])
  expect(await query('select word from post_words where posts_count = 0')).toEqual([])
  expect(await query('select distinct shows_email from company_members')).toEqual([{ shows_email: true }])
})

it('older notifications are listed in groups', async () => {
  const { client, migrate } = await databaseBefore('_notification_groups')
  const query = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows as any[]
  const person = async (name: string) => {
    const id = uuidv7()
    await query('insert into users (id, name, email) values ($1, $2, $3)', [id, name, `${name}@old.test`])
    return id
  }
  const [author, anna, boris] = [await person('author'), await person('anna'), await person('boris')]
  const post = uuidv7()
  await query('insert into posts (id, author_id, body) values ($1, $2, $3)', [post, author, 'Ель'])
  let told = Date.now()
  const tell = async (type: string, actor: string | null, about: string | null) => {
    // Ids of the same moment have no order.
    const id = uuidv7(told++)
    await query('insert into notifications (id, recipient_id, type, actor_id, post_id) values ($1, $2, $3, $4, $5)', [
      ...[id, author, type, actor, about],
    ])
    return id
  }
  await tell('post_comment', anna, post)
  await tell('post_comment', null, post)
  await tell('post_comment', anna, post)
  const commented = await tell('post_comment', boris, post)
  const liked = await tell('post_like', anna, post)
  const requests = [await tell('new_friendrequest', anna, null), await tell('new_friendrequest', boris, null)]
  const deletions = [await tell('post_deleted', anna, null), await tell('post_deleted', anna, null)]
  const unknown = await tell('accepted_friendrequest', null, null)
  await migrate()
  expect(await query('select id, subject, people_count from notifications where is_latest order by id')).toEqual([
    { id: commented, subject: `post_comment:${post}`, people_count: 3 },
    { id: liked, subject: `post_like:${post}`, people_count: 1 },
    { id: requests[0], subject: `new_friendrequest:${anna}`, people_count: 1 },
    { id: requests[1], subject: `new_friendrequest:${boris}`, people_count: 1 },
    ...[...deletions, unknown].map(id => ({ id, subject: null, people_count: 1 })),
  ])
})
