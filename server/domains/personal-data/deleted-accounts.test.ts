import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as, keyTo, type Member, newMember, password } from '#server/test/accounts.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { categoryId } from '#server/test/factories.ts'
import { formOf, upload } from '#server/test/pictures.ts'

let server: TestServer
let staff: Member
let friend: Member
beforeAll(async () => {
  server = await testServer()
  staff = await newMember(server, staffEmail, 'Модератор')
  friend = await newMember(server, 'friend@traces.test', 'Борис Тополев')
})
afterAll(() => server.close())

const post = async (who: Member, path: string, body?: unknown) => {
  const answer = await server.send('POST', `/api/${path}`, body, who.id)
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300)
  return answer.body
}
const get = async (who: Member | null, path: string) => server.get(`/api/${path}`, who?.id)
const sentences = async (who: Member) =>
  (await get(who, 'notifications/')).body.map((told: { body: string }) => told.body)

/** Columns of any table that contain a text matching this, whatever their type: including search vectors and JSON. */
async function columnsWith(pattern: string): Promise<string[]> {
  const { db } = server.database
  const { rows: columns } = await db.execute<{ table: string; column: string }>(sql`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'tsvector', 'ARRAY', 'bytea'))`)
  expect(columns.length).toBeGreaterThan(50)
  const counts = columns.map(
    ({ table, column }) => sql`select ${`${table}.${column}`}::text as name,
      (select count(*)::int from ${sql.identifier(table)} where ${sql.identifier(column)}::text ~ ${pattern}) as count`,
  )
  const { rows } = await db.execute<{ name: string; count: number }>(sql.join(counts, sql` union all `))
  return rows.filter(({ count }) => count > 0).map(({ name }) => name)
}

/** Performs every action of a person, and has every action performed on them. */
async function live(leaver: Member, email: string): Promise<{ companyId: number; written: string }> {
  const { db } = server.database
  const theirs = await post(friend, 'posts/create/', { body: 'Запись друга' })
  const written = await post(leaver, 'posts/create/', { body: 'Ищу сосны #хвоя' })
  const shamed = await post(leaver, 'posts/create/', { body: 'Реклама' })
  await post(leaver, 'posts/create/', { body: 'Для своих', is_private: true })
  for (const [who, id] of [
    [leaver, theirs.id],
    [friend, written.id],
  ] as const) {
    for (const what of ['like', 'report', 'comment']) await post(who, `posts/${id}/${what}/`, { body: 'Хорошо' })
  }
  await post(leaver, `friends/${friend.id}/request/`)
  await post(friend, `friends/${leaver.id}/rejected/`)
  await post(friend, `friends/${leaver.id}/request/`)
  await post(leaver, `friends/${friend.id}/accepted/`)
  const { id: conversation } = (await get(leaver, `chat/${friend.id}/get-or-create/`)).body
  await post(leaver, `chat/${conversation}/send/`, { body: 'Есть сосны?' })
  await upload(server, leaver.id)

  const team = await post(leaver, 'teams/', {
    company_name: 'Роща',
    team_zipcode: '7707083893',
    team_phone: '+7 495 000-00-01',
    team_address: 'Поле',
    team_city: 'Московская область',
  })
  await post(leaver, 'teams/add_member/', { email: friend.email })
  const product = await post(leaver, 'products/create/', {
    category: await categoryId(db, 'hvoynye'),
    genus: 'Туевик',
    species: 'неведомый',
    assigned_to: leaver.id,
  })
  const seen = { updated_at: product.updated_at, state: 'new', reason: 'Нет снимка' }
  await post(staff, `staff/listings/${product.id}/return/`, seen)

  await post(staff, `staff/reports/${written.id}/hide/`, { reason: 'Грубость' })
  await post(staff, `staff/reports/${written.id}/restore/`, { reason: 'Ошибка' })
  await post(staff, `staff/reports/${shamed.id}/delete/`, { reason: 'Реклама' })
  await post(staff, `staff/people/${leaver.id}/block/`, { reason: 'Обман' })
  await post(staff, `staff/people/${leaver.id}/unblock/`, { reason: 'Разобрались' })

  // Two changes of the address: emails to all three wait, and some mention the others.
  await post(leaver, 'editprofile/', formOf({ name: 'Евстолия Кукушкина', email }))
  await post(leaver, 'editprofile/', formOf({ name: 'Евстолия Кукушкина', email: `third.${email}` }))
  await post(leaver, 'password-reset/', { email: `THIRD.${email}` })
  return { companyId: team.id, written: written.id }
}

it('the name and addresses of a deleted account are stored nowhere', async () => {
  const trace = '[Ее]встол|[Кк]укушк|[Ee]vstolia'
  expect(await columnsWith(trace)).toEqual([])
  const leaver = await newMember(server, 'Evstolia@traces.test', 'Евстолия Кукушкина')
  const { companyId, written } = await live(leaver, 'evstolia.new@traces.test')
  // Somebody has claimed the address before, and their link is still stored.
  const claimant = await newMember(server, 'claimant@traces.test', 'Самозванец')
  await post(leaver, 'editprofile/', formOf({ name: 'Евстолия Кукушкина', email: 'evstolia.new@traces.test' }))
  await post(claimant, 'editprofile/', formOf({ name: 'Самозванец', email: 'third.evstolia.new@traces.test' }))
  await post(claimant, 'editprofile/', formOf({ name: 'Самозванец', email: 'claimant@traces.test' }))
  await post(leaver, 'editprofile/', formOf({ name: 'Евстолия Кукушкина', email: 'third.evstolia.new@traces.test' }))
  const page = `teams/get_current_team/${companyId}/`
  expect((await get(null, page)).text).toContain('Евстолия Кукушкина')

  // The search finds the traces where they are expected.
  const before = await columnsWith(trace)
  expect(before).toEqual(
    expect.arrayContaining([
      ...['users.name', 'users.email', 'users.confirmed_email', 'posts.search_text', 'posts.search_vector'],
      ...['post_words.word', 'confirmations.email', 'confirmations.name', 'emails.recipient', 'emails.text'],
    ]),
  )
  expect(before.filter(name => /^(notifications|journal)\./.test(name))).toEqual([])

  const { access } = (await server.send('POST', '/api/login/', { email: 'third.evstolia.new@traces.test', password }))
    .body
  expect((await as(server, access, 'POST', '/api/me/delete/', { password })).body).toEqual({ message: 'success' })
  expect(await columnsWith(trace)).toEqual([])

  const views = await Promise.all([
    ...['notifications/', 'me/data/', 'posts/', `posts/${written}/`, `friends/${friend.id}/`, 'chat/'].map(path =>
      get(friend, path),
    ),
    ...['staff/journal/', 'staff/reports/', 'staff/overview/', 'staff/people/'].map(path => get(staff, path)),
    get(null, page),
    get(friend, 'posts/?search=Кукушкина'),
  ])
  for (const { status, text } of views) {
    expect(status).toBe(200)
    expect(text).not.toMatch(new RegExp(trace))
  }
  expect(await sentences(friend)).toEqual([
    'Создатель компании «Роща» удалил свою учётную запись. Теперь компания ваша.',
    'Мы рассмотрели вашу жалобу на запись: модератор принял меры. Спасибо.',
    'Вас добавили в компанию «Роща». Теперь вы можете предлагать её растения.',
    'Удалённый пользователь принимает вашу просьбу о дружбе.',
    'Удалённый пользователь предлагает вам дружбу.',
    'Удалённый пользователь комментирует вашу запись.',
    'Удалённый пользователь ставит «Нравится» вашей записи.',
  ])
  const { results } = (await get(staff, 'staff/journal/')).body
  expect(results.map((entry: any) => [entry.action, entry.subject_name])).toEqual([
    ['unblock', 'Удалённый пользователь'],
    ['block', 'Удалённый пользователь'],
    ['delete', 'Удалённый пользователь: Реклама'],
    ['restore', 'Удалённый пользователь: Ищу сосны #хвоя'],
    ['hide', 'Удалённый пользователь: Ищу сосны #хвоя'],
    ['return', 'Туевик неведомый'],
  ])
})

it('the old name of a renamed person is shown nowhere', async () => {
  const other = await newMember(server, 'other@traces.test', 'Вера Тополева')
  const renamed = await newMember(server, 'renamed@traces.test', 'Аграфена Крупеникова')
  const theirs = await post(other, 'posts/create/', { body: 'Чужая' })
  const own = await post(renamed, 'posts/create/', { body: 'Своя' })
  await post(renamed, `posts/${theirs.id}/like/`)
  await post(renamed, `friends/${other.id}/request/`)
  await post(staff, `staff/reports/${own.id}/hide/`, { reason: 'Повтор' })
  await post(staff, `staff/reports/${own.id}/restore/`, { reason: 'Ошибка' })
  await post(staff, `staff/people/${renamed.id}/block/`, { reason: 'Обман' })
  await post(staff, `staff/people/${renamed.id}/unblock/`, { reason: 'Разобрались' })
  await post(renamed, 'editprofile/', formOf({ name: 'Аграфена Ивнякова', email: renamed.email }))
  expect(await columnsWith('[Кк]рупеников')).toEqual(['confirmations.name'])
  expect(await sentences(other)).toEqual([
    'Аграфена Ивнякова предлагает вам дружбу.',
    'Аграфена Ивнякова ставит «Нравится» вашей записи.',
  ])
  const [unblocked, , restored] = (await get(staff, 'staff/journal/')).body.results
  expect(unblocked.subject_name).toBe('Аграфена Ивнякова')
  expect(restored.subject_name).toBe('Аграфена Ивнякова: Своя')
  expect(JSON.stringify((await get(other, 'me/data/')).body.notifications)).toContain('Аграфена Ивнякова ставит')
})

it('a notification shows the current name of its plant, and is deleted with it', async () => {
  const supplier = await newMember(server, 'supplier@traces.test', 'Поставщик')
  await post(supplier, 'teams/', {
    company_name: 'Сад «У пруда»',
    team_zipcode: '7707083893',
    team_phone: '+7 495 000-00-01',
    team_address: 'Поле',
    team_city: 'Московская область',
  })
  const category = await categoryId(server.database.db, 'hvoynye')
  const product = await post(supplier, 'products/create/', { category, genus: 'Туевик', species: 'новый' })
  const reason = `Нет снимка ${'🌲'.repeat(300)}`
  await post(staff, `staff/listings/${product.id}/return/`, { updated_at: product.updated_at, state: 'new', reason })
  const shown = `${[...reason].slice(0, 200).join('')}…`
  expect(await sentences(supplier)).toEqual([`Растение «Туевик новый» вернули на доработку: ${shown}`])
  const address = `products/hvoynye/${product.slug}`
  await post(supplier, `${address}/edit/`, formOf({ species: 'старый' }))
  expect(await sentences(supplier)).toEqual([`Растение «Туевик старый» вернули на доработку: ${shown}`])
  await server.send('DELETE', `/api/${address}/delete/`, undefined, supplier.id)
  expect(await sentences(supplier)).toEqual([])
})

it('a sign-up in another spelling of the address leaves no email', async () => {
  const email = 'Pelageya@traces.test'
  const form = { name: 'Пелагея', password1: password, password2: password }
  for (const spelling of ['pelageya@traces.test', email]) await post(staff, 'signup/', { ...form, email: spelling })
  await post(staff, 'activation/', { token: await keyTo(server, email) })
  const { access } = (await server.send('POST', '/api/login/', { email, password })).body
  await as(server, access, 'POST', '/api/me/delete/', { password })
  expect(await columnsWith('[Pp]elageya|[Пп]елаге')).toEqual([])
})
