import { expectNoViolations } from './axe.ts'
import { expect, notFound, open, type Page, phone, test } from './fixtures.ts'
import { apiAs, type Member, newMember, signIn } from './member.ts'

const ask = (from: Member, to: Member) => apiAs(from).call('POST /friends/:id/request/', { params: { id: to.id } })
const accept = (who: Member, from: Member) =>
  apiAs(who).call('POST /friends/:id/accepted/', { params: { id: from.id } })

const requests = (page: Page) => page.getByRole('list', { name: 'Запросы на дружбу' }).getByRole('listitem')
/** The bell of the top bar while something is unread. */
const bell = (page: Page) => page.getByRole('link', { name: 'Уведомления, есть непрочитанные' })
const friends = (page: Page) => page.getByRole('list', { name: 'Друзья' }).getByRole('listitem')

test('a request is sent from a profile, comes by itself to the other one and makes friends', async ({
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

  // Who has asked learns of it on the profile that is still open, the e-mail of a friend included.
  await expect(page.getByRole('link', { name: '1 друг' })).toBeVisible()
  await expect(page.getByRole('link', { name: boris.email })).toBeVisible()
  await expect(button).toHaveCount(0)
  await page.getByRole('link', { name: '1 друг' }).click()
  await expect(friends(page)).toHaveText([/Анна Полевая/])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Друзья: Борис Лесной')
  await bell(page).click()
  const news = page.getByRole('main').getByRole('listitem')
  await expect(news).toHaveText([/^Борис Лесной принимает вашу просьбу о дружбе\.меньше минуты назад/])
  await news.getByRole('button', { name: 'Читать' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${anna.id}/friends$`))
  await expect(friends(page)).toHaveText([/Борис Лесной/])
  await expect(bell(page)).toHaveCount(0)
  await other.context().close()
})

test('a request that was sent already is told in red, a rejected one goes, a refused answer comes back', async ({
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
  // The page does not hear of it: its reading again takes for ever.
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
  // What is asked of others is nobody else's business.
  await open(page, `/profile/${vera.id}/friends`)
  await expect(page.getByText('Здесь пока никого')).toBeVisible()
})

test("one's own profile leads on, takes new posts and signs out; a wrong address leads to nobody", async ({
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
    await expect(page.getByRole('link', { name: 'Найти людей' })).toHaveAttribute('href', '/search')
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
    test('axe finds nothing on profiles, friends and notifications, and nothing sticks out', async ({ page, api }) => {
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
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await expectNoViolations(page)
      }
    })
  })
}
