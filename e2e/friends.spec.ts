import { expectNoViolations } from './axe.ts'
import { expect, notFound, open, type Page, phone, test } from './fixtures.ts'
import { apiAs, type Member, newMember, signIn } from './member.ts'

const ask = (from: Member, to: Member) => apiAs(from).call('POST /friends/:id/request/', { params: { id: to.id } })
const accept = (who: Member, from: Member) =>
  apiAs(who).call('POST /friends/:id/accepted/', { params: { id: from.id } })

const requests = (page: Page) => page.getByRole('list', { name: 'Запросы на дружбу' }).getByRole('listitem')
/** The bell of the top bar with unread notifications. */
const bell = (page: Page) => page.getByRole('link', { name: 'Уведомления, есть непрочитанные' })
const friends = (page: Page) => page.getByRole('list', { name: 'Друзья' }).getByRole('listitem')

test('a request sent from a profile arrives without a reload, and accepting it makes friends', async ({
  page,
  api,
  browser,
}) => {
  const [anna, boris] = await Promise.all([newMember(api), newMember(api, { name: 'Борис Лесной' })])
  const other = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await signIn(page, anna)
  await signIn(other, boris)
  const events = other.waitForResponse(/\/api\/events\//)
  await open(other, `/profile/${boris.id}/friends`)
  await expect(other.getByText('Друзей пока нет')).toBeVisible()
  await events

  await open(page, `/profile/${boris.id}`)
  await expect(page).toHaveTitle('Борис Лесной | Дендро')
  await expect(page.getByRole('link', { name: '0 друзей' })).toHaveAttribute('href', `/profile/${boris.id}/friends`)
  await expect(page.getByRole('link', { name: 'Редактировать' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Выйти' })).toHaveCount(0)
  const button = page.getByRole('button', { name: 'Запрос на дружбу' })
  await button.click()
  await expect(button).toHaveCount(0)
  await expect(page.getByText('Запрос отправлен!')).toBeVisible()

  await expect(requests(other)).toHaveText([/Анна Полевая/])
  await expect(bell(other)).toBeVisible()
  await expect(bell(page)).toHaveCount(0)
  await other.getByRole('button', { name: 'Принять: Анна Полевая' }).click()
  await expect(requests(other)).toHaveCount(0)
  await expect(friends(other)).toHaveText([/Анна Полевая\s*1 друг/])
  await expect(other.getByText('Анна Полевая теперь у вас в друзьях')).toBeVisible()
  await expect(other.getByText('1 друг · 0 записей').first()).toBeVisible()

  // The sender's open profile page is updated, including the e-mail, which friends see.
  await expect(page.getByRole('link', { name: '1 друг' })).toBeVisible()
  await expect(page.getByRole('link', { name: boris.email })).toBeVisible()
  await expect(button).toHaveCount(0)
  await page.getByRole('link', { name: '1 друг' }).click()
  await expect(friends(page)).toHaveText([/Анна Полевая/])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Друзья: Борис Лесной')
  await bell(page).click()
  const news = page.getByRole('main').getByRole('listitem')
  await expect(news).toHaveText([/^Борис Лесной принимает вашу просьбу о дружбе\. Не прочитано\.меньше минуты назад/])
  await news.getByRole('button', { name: 'Читать' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${anna.id}/friends$`))
  await expect(friends(page)).toHaveText([/Борис Лесной/])
  await expect(bell(page)).toHaveCount(0)
  await other.context().close()
})

test('a repeated request is an error, a rejected one disappears, one whose answer was refused returns', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/503/)
  const people = [newMember(api), newMember(api, { name: 'Борис Лесной' }), newMember(api, { name: 'Вера Садовая' })]
  const [anna, boris, vera] = (await Promise.all(people)) as [Member, Member, Member]
  await signIn(page, anna)
  await open(page, `/profile/${boris.id}`)
  await expect(page.getByRole('button', { name: 'Запрос на дружбу' })).toBeVisible()
  // The page does not notice the request, because its refetch never finishes.
  await page.route('**/posts/profile/**', () => {})
  await ask(anna, boris)
  await page.getByRole('button', { name: 'Запрос на дружбу' }).click()
  await expect(page.getByRole('alert').getByText('Запрос уже отправлен!')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await apiAs(boris).call('POST /friends/:id/rejected/', { params: { id: anna.id } })
  await ask(boris, anna)
  await ask(vera, anna)
  await open(page, `/profile/${anna.id}/friends`)
  await expect(requests(page)).toHaveText([/Вера Садовая/, /Борис Лесной/])

  const unavailable = { code: 'UNAVAILABLE', detail: 'Сервер сейчас занят.' }
  await page.route('**/accepted/', route => route.fulfill({ status: 503, json: unavailable }))
  await page.getByRole('button', { name: 'Принять: Вера Садовая' }).click()
  await expect(page.getByRole('alert').getByText('Сервер сейчас занят.')).toBeVisible()
  await expect(requests(page)).toHaveText([/Вера Садовая/, /Борис Лесной/])
  await expect(friends(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Отклонить: Борис Лесной' }).click()
  await expect(requests(page)).toHaveText([/Вера Садовая/])
  await page.reload()
  await expect(requests(page)).toHaveText([/Вера Садовая/])
  // Requests to other people are not shown.
  await open(page, `/profile/${vera.id}/friends`)
  await expect(page.getByText('Здесь пока никого')).toBeVisible()
})

test("a person's own profile has links, a form for posts and sign-out; an unknown address is 404", async ({
  page,
  api,
  problems,
}) => {
  problems.allow(notFound)
  const anna = await newMember(api)
  await signIn(page, anna)
  for (const path of ['', '/friends']) {
    await open(page, `/profile/0199f2c0-0000-7000-8000-000000000000${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Такого человека нет')
    await expect(page).toHaveTitle('Такого человека нет | Дендро')
    await expect(page.getByRole('link', { name: 'Найти людей', exact: true })).toHaveAttribute('href', '/search')
  }
  await open(page, `/profile/${anna.id}`)
  await expect(page.getByRole('link', { name: 'Редактировать' })).toHaveAttribute('href', '/profile/edit')
  await expect(page.getByRole('link', { name: /Создать компанию/ })).toHaveAttribute('href', '/teams/add-team')
  await expect(page.getByRole('button', { name: /Отправить сообщение|Запрос на дружбу/ })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Текст записи' }).fill('Посадили изгородь из кизильника')
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByRole('article')).toHaveText([/Посадили изгородь/])
  await expect(page.getByText('1 запись', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

for (const [width, device] of [
  [360, phone],
  [1280, { viewport: { width: 1280, height: 800 } }],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use(device)
    test("a company's name is shown beside its people's, however long, and links to its page", async ({
      page,
      api,
    }) => {
      const long = 'Подмосковныйдревесноросадительный питомник «Верейский косогор и сыновья, Наро-Фоминский филиал»'
      const [anna, boris] = [await newMember(api), await newMember(api, { name: 'Борис Александрович Рождественский' })]
      const company = { company_name: long, team_phone: '+7 910 000-00-00', team_address: 'Деревня Малинки, 1' }
      const choice = { team_zipcode: '500100732259', team_city: 'Тверская область' }
      const team = await apiAs(boris).call('POST /teams/', { body: { ...company, ...choice } })
      await ask(boris, anna)
      const post = await apiAs(boris).call('POST /posts/create/', { body: { body: 'Первый снег' } })
      await apiAs(boris).call('POST /posts/:id/comment/', { params: { id: post.id }, body: { body: 'И метель' } })
      const chat = await apiAs(boris).call('GET /chat/:id/get-or-create/', { params: { id: anna.id } })
      await apiAs(boris).call('POST /chat/:id/send/', { params: { id: chat.id }, body: { body: 'Здравствуйте' } })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signIn(page, anna)
      const places = ['/feed', `/post/${post.id}`, `/profile/${boris.id}`, `/profile/${anna.id}/friends`]
      for (const path of [...places, `/profile/${boris.id}/friends`, '/search?query=Рождественский', '/chat']) {
        await open(page, path)
        await expect(page.getByRole('main').getByText(long).first()).toBeVisible()
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        if (path.startsWith('/post/')) await expectNoViolations(page)
      }
      await open(page, `/chat?conversation=${chat.id}`)
      await expect(page.getByRole('link', { name: long, exact: true })).toBeVisible()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await open(page, `/post/${post.id}`)
      const links = page.getByRole('main').getByRole('link', { name: long })
      await expect(links).toHaveCount(2)
      await links.last().click()
      await expect(page).toHaveURL(new RegExp(`/teams/get_current_team/${team.id}`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(long)
    })

    test('axe finds nothing on profiles, friends and notifications, and nothing overflows', async ({ page, api }) => {
      const long = 'Константинопольскийзадунайскийперерождественский Александр Всеволодович'
      const people = [newMember(api), newMember(api, { name: long }), newMember(api, { name: `Вера ${long}` })]
      const [anna, boris, vera] = (await Promise.all(people)) as [Member, Member, Member]
      await ask(boris, anna)
      await accept(anna, boris)
      await ask(vera, anna)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signIn(page, anna)
      const profiles = [width === 360 ? boris.id : anna.id, `${anna.id}/friends`].map(path => `/profile/${path}`)
      for (const path of [...profiles, '/notifications']) {
        await open(page, path)
        await expect(page.getByText(/^\d (друг|друзей)|дружбу\.$/).first()).toBeVisible()
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await expectNoViolations(page)
      }
    })
  })
}
