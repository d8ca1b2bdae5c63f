import type { Page } from '@playwright/test'
import { expect, mark, open, test } from './fixtures.ts'
import { newMember, signIn } from './member.ts'

/** A status under test, and Chromium's console message about it. */
const answers = (status: number) =>
  new RegExp(`^(?:status ${status}|console error: Failed to load resource: .* ${status})`)
const signedOut = /^console error: the session could not be refreshed/

/** Counts a page's requests to a path. */
function counted(page: Page, path: string): () => number {
  let count = 0
  page.on('request', request => {
    if (new URL(request.url()).pathname === path) count++
  })
  return () => count
}

const stored = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => /^(?:user|team)\./.test(key))))

test('a stored session is restored and refreshed once, before any other request', async ({ page, api }) => {
  const member = await newMember(api)
  await signIn(page, { ...member, access: 'ran-out-overnight', name: 'Прежнее имя' })
  const refreshes = counted(page, '/api/refresh/')
  await open(page, '/products/my_products')
  // The fixture would report any refused request; the name has been updated.
  await expect(page.getByRole('img', { name: `Мой профиль: ${member.name}` })).toBeVisible()
  await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Каталог' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Мои растения' }).click()
  await expect(page).toHaveURL('/products/my_products')
  expect(refreshes()).toBe(1)
  expect((await stored(page))['user.access']).toMatch(/^eyJ/)
})

test('a refused refresh signs out every tab, and signing in returns to the page', async ({
  page,
  context,
  api,
  problems,
}) => {
  problems.allow(answers(401))
  problems.allow(signedOut)
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, '/profile/edit')
  const other = await context.newPage()
  await open(other, '/profile/edit/password')
  await expect(other.getByLabel('Старый пароль')).toBeVisible()
  // The shared event stream ends with the session, so no action is needed to be signed out.
  const logged = context.waitForEvent('console', message => signedOut.test(`console error: ${message.text()}`))
  await api.call('POST /logout/', { body: { refresh: member.refresh } })
  await logged
  await expect(page).toHaveURL('/login?next=%2Fprofile%2Fedit')
  await expect(other).toHaveURL('/login?next=%2Fprofile%2Fedit%2Fpassword')
  expect(new Set(Object.values(await stored(page)))).toEqual(new Set(['']))
  await other.getByLabel('Email').fill(member.email)
  await other.getByLabel(/^Пароль/).fill(member.password)
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL('/profile/edit/password')
  await expect(page).toHaveURL('/profile/edit')
})

test('a person sees their sessions and ends one; that browser has to sign in again', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const member = await newMember(api)
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const elsewhere = await context.newPage()
  await open(elsewhere, '/login?next=%2Fprofile%2Fedit')
  await elsewhere.getByLabel('Email').fill(member.email)
  await elsewhere.getByLabel(/^Пароль/).fill(member.password)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere).toHaveURL('/profile/edit')
  const own = elsewhere.getByRole('list', { name: 'Сеансы' }).getByRole('listitem')
  await expect(own.first()).toContainText('Это устройство')
  await expect(own.first()).toContainText('Chrome')

  await signIn(page, member)
  await open(page, '/profile/edit')
  const sessions = page.getByRole('list', { name: 'Сеансы' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('сейчас')
  await sessions.filter({ hasText: 'Chrome' }).getByRole('button', { name: 'Завершить' }).click()
  await expect(page.getByText('Сеанс завершён.', { exact: true })).toBeVisible()
  await expect(sessions).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Завершить все остальные' })).toHaveCount(0)

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL('/login?next=%2Fprofile%2Fedit')
  await context.close()

  for (let n = 0; n < 6; n++)
    await api.call('POST /login/', { body: { email: member.email, password: member.password } })
  await open(page, '/profile/edit')
  await page.getByRole('button', { name: 'Показать все (7)' }).click()
  await expect(sessions).toHaveCount(7)
  await page.getByRole('button', { name: 'Завершить все остальные' }).click()
  await expect(page.getByText('Остальные сеансы завершены.', { exact: true })).toBeVisible()
  await expect(sessions).toHaveCount(1)
  await expect(sessions).toContainText('Это устройство')
})

test('a public page stays as it is when the session ends', async ({ page, api, problems }) => {
  problems.allow(answers(401))
  problems.allow(signedOut)
  const member = await newMember(api)
  await signIn(page, { ...member, access: 'ran-out', refresh: 'revoked' })
  await open(page, '/about')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Войти' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Дендро' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Купить и продать/)
})

test('a 401 during use is recovered from unnoticed', async ({ page, api, problems }) => {
  problems.allow(answers(401))
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, '/profile/edit')
  await expect(page.getByLabel('Имя')).toHaveValue(member.name)
  const refreshes = counted(page, '/api/refresh/')
  const tries = counted(page, '/api/editprofile/')
  await page.route('**/api/editprofile/', route => route.fulfill({ status: 401, json: {} }), { times: 1 })
  await page.getByLabel('Имя').fill('Анна Садовая')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Информация сохранена', { exact: true })).toBeVisible()
  expect([tries(), refreshes()]).toEqual([2, 1])
})

test('without a connection nobody is signed out', async ({ page, api, problems }) => {
  problems.allow(/^(?:request failed|console error: Failed to load resource)/)
  problems.allow(signedOut)
  const member = await newMember(api)
  await signIn(page, member)
  await page.route('**/api/refresh/', route => route.abort('connectionfailed'))
  const logged = page.waitForEvent('console', message => signedOut.test(`console error: ${message.text()}`))
  await open(page, '/')
  await logged
  await expect(page.getByRole('img', { name: `Мой профиль: ${member.name}` })).toBeVisible()
  expect((await stored(page))['user.refresh']).toBe(member.refresh)
})

test('signing out clears all stored data in all tabs, and the next person sees none of it', async ({
  page,
  context,
  api,
}) => {
  const [member, next] = [await newMember(api), await newMember(api, { name: 'Борис' })]
  await signIn(page, member)
  const other = await context.newPage()
  await open(other, '/teams/team')
  await expect(other).toHaveURL('/teams/team')
  await open(page, `/profile/${member.id}`)
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login?next=%2Fteams%2Fteam')
  expect(new Set(Object.values(await stored(page)))).toEqual(new Set(['']))
  await expect(api.call('POST /refresh/', { body: { refresh: member.refresh } })).rejects.toThrow()

  await page.getByLabel('Email').fill(next.email)
  await page.getByLabel(/^Пароль/).fill(next.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/feed')
  await page.getByRole('link', { name: 'Мой профиль: Борис' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Борис')
  await page.getByRole('link', { name: 'Редактировать' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(next.email)
})

test('the bell shows unread notifications, and is updated when the tab becomes active', async ({ page, api }) => {
  const member = await newMember(api)
  await signIn(page, member)
  const notification = {
    id: member.id,
    body: 'Вас пригласили в компанию',
    type_of_notification: 'added_to_company',
    post_id: null,
    created_for_id: member.id,
    created_at: new Date().toISOString(),
    created_at_formatted: '0 minutes',
    is_read: false,
  }
  let unread: object[] = []
  await page.route('**/api/notifications/', route => route.fulfill({ json: unread }))
  await open(page, '/about')
  const menu = page.getByRole('navigation', { name: 'Главное меню' })
  await expect(menu.getByRole('link', { name: 'Уведомления', exact: true })).toBeVisible()
  unread = [notification]
  // The first request may still be under way, and then nothing is asked again.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(menu.getByRole('link', { name: 'Уведомления, есть непрочитанные' })).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('what only members see comes with a session that begins while the page is open', async ({ page, api }) => {
  const member = await newMember(api)
  await open(page, '/projects/new')
  const stays = await mark(page)
  const projects = page.getByRole('main').getByRole('link', { name: 'Мои проекты' })
  await expect(projects).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Войти' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email)
  await page.getByLabel(/^Пароль/).fill(member.password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Подбор по списку' }).click()
  await expect(projects).toBeVisible()
  expect(await stays()).toBe(true)
})
