import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Api } from '#web/lib/api.ts'
import { expectFits } from './axe.ts'
import { expect, open, type Page, test } from './fixtures.ts'
import { apiAs, emailTo, newEmail, newMember, signIn } from './member.ts'

const password = 'rosa-canina-27'
const refused = 'Email или пароль не верны! Возможно, что вы не подтвердили регистрацию по ссылке в email!'

/** A status under test, and Chromium's console message about it. */
const answers = (status: number) =>
  new RegExp(`^(?:status ${status}|console error: Failed to load resource: .* ${status})`)

const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

async function logIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Пароль/).fill(secret)
  await page.keyboard.press('Enter')
}

const signUp = (api: Api, email: string) =>
  api.call('POST /signup/', { body: { email, name: 'Анна Полевая', password1: password, password2: password } })

test('a person signs up, confirms the address, signs in and returns to the previous page', async ({
  page,
  context,
}) => {
  const email = newEmail()
  await open(page, '/products/my_products?page=1')
  await expect(page).toHaveURL(/^[^?]*\/login\?next=/)
  await page.getByRole('main').getByRole('link', { name: 'Зарегистрируйтесь' }).click()
  await expect(page).toHaveTitle('Регистрация | Дендро')

  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  for (const message of ['Не заполнено имя', 'Не заполнен email', 'Не заполнен пароль'])
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Имя')).toBeFocused()

  await page.getByLabel('Имя').fill('Анна Полевая')
  await page.getByLabel('Email').fill(email)
  // One field, which can be looked at.
  await page.getByLabel(/^Пароль/).fill(password)
  await page.getByRole('button', { name: 'Показать пароль' }).click()
  await expect(page.getByLabel(/^Пароль/)).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Загляните в почту' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText(email)
  await expect(
    toast(page, 'Регистрация произведена. Пожалуйста, подтвердите регистрацию по ссылке в email.'),
  ).toBeVisible()

  // Mail programs open links in a new tab.
  const { link } = await emailTo(email)
  const tab = await context.newPage()
  const response = await tab.goto(link)
  expect(response?.status()).toBe(200)
  // It signs in, and goes on with what was begun.
  await expect(tab).toHaveURL('/products/my_products?page=1')
  await expect(tab.getByRole('img', { name: 'Мой профиль: Анна Полевая' })).toBeVisible()
  // The tab with the sign-up form also continues.
  await expect(page).toHaveURL('/products/my_products?page=1')
  await open(tab, link)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Адрес уже подтверждён')
})

test('errors of a sign-up are shown above the form and beside the field', async ({ page, api }) => {
  const { email } = await newMember(api)
  await open(page, '/signup')
  await page.getByLabel('Имя').fill('Анна Полевая')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Пароль/).fill('password1')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Что-то пошло не так. Попробуйте снова.')).toBeVisible()
  const listed = page.getByRole('form').getByRole('alert').getByRole('listitem')
  await expect(listed).not.toHaveCount(0)
  for (const message of await listed.allTextContents())
    await expect(page.getByText(message, { exact: true })).toHaveCount(2)
  await expect(page.locator('[aria-invalid]').first()).toBeFocused()
  await expect(page.getByLabel('Имя')).toHaveValue('Анна Полевая')
})

test('the link of an email works without scripts; an invalid and a superseded link say so with their status', async ({
  page,
  api,
  browser,
  baseURL,
  problems,
}) => {
  problems.allow(answers(404))
  problems.allow(answers(410))
  const email = newEmail()
  await signUp(api, email)
  await signUp(api, email)
  const [first, second] = [await emailTo(email), await emailTo(email)]
  const bare = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const plain = await bare.newPage()
  expect((await plain.goto(second.link))?.status()).toBe(200)
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Адрес подтверждён')
  await expect(plain.getByRole('main').getByRole('link', { name: 'Войти' })).toBeVisible()
  await plain.goto('/login')
  await expect(plain.getByText('включите в браузере JavaScript')).toBeVisible()
  await bare.close()

  const wrong = await page.goto('/activateemail/?token=net-takogo')
  expect(wrong?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ссылка не та')
  expect((await page.goto('/activateemail/'))?.status()).toBe(404)

  const old = await page.goto(first.link)
  expect(old?.status()).toBe(410)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ссылка устарела')
  await open(page, first.link)
  await page.getByRole('button', { name: 'Прислать новую ссылку' }).click()
  await expect(page.getByText('Письмо отправлено на тот же адрес.')).toBeVisible()
  expect((await emailTo(email)).link).toContain('/password-reset/confirm?token=')
})

test('a wrong password keeps the form and gives a message; the keyboard is enough', async ({ page, api, problems }) => {
  problems.allow(answers(401))
  const { email, name } = await newMember(api)
  await open(page, '/')
  await page.keyboard.press('Tab')
  const bar = page.getByRole('banner')
  // The field is a combobox once its suggestions are loaded.
  const field = bar.getByLabel('Поиск растений')
  const stops = [
    bar.getByRole('link', { name: 'Дендро' }),
    field,
    bar.getByRole('button', { name: 'Искать' }),
    bar.getByRole('button', { name: 'Место' }),
    bar.getByRole('link', { name: 'Подбор по списку' }),
  ]
  for (const stop of [...stops, bar.getByRole('link', { name: 'Войти' })]) {
    await page.keyboard.press('Tab')
    await expect(stop).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Вход')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'Зарегистрируйтесь' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Не заполнен email', { exact: true })).toBeVisible()
  await expect(page.getByText('Не заполнен пароль', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('ne-tot-parol')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  // The wrong password is selected, so that typing replaces it; the button beside the field shows it.
  await expect(page.getByLabel(/^Пароль/)).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('textbox', { name: 'Пароль' })).toHaveValue(password)
  await page.getByRole('textbox', { name: 'Пароль' }).press('Enter')
  await expect(page).toHaveURL('/feed')
  await expect(page.getByRole('img', { name: `Мой профиль: ${name}` })).toBeVisible()
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(stored).toMatchObject({ 'user.email': email, 'user.name': name, 'team.id': '' })

  for (const path of ['/login', '/signup', '/login?next=//example.com', '/login?next=/%5Cexample.com']) {
    await open(page, path)
    await expect(page).toHaveURL('/feed')
  }
})

test('a person with an unconfirmed address gets another email from the sign-in page, and signs in with the address filled in', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(answers(401))
  const email = newEmail()
  await signUp(api, email)
  await emailTo(email)
  await open(page, '/login?next=%2Fchat')
  await expect(page.getByRole('link', { name: 'Отправить письмо ещё раз' })).toHaveCount(0)
  await logIn(page, email, password)
  await expect(page.getByText(refused)).toBeVisible()
  await page.getByRole('link', { name: 'Отправить письмо ещё раз' }).click()
  await expect(page).toHaveURL('/signup?next=%2Fchat')
  await expect(page.getByText('Пришлём новое письмо.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Имя').fill('Анна Полевая')
  await page.getByLabel(/^Пароль/).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Загляните в почту')

  const { link } = await emailTo(email)
  await page.goto(link)
  await expect(page).toHaveURL('/chat')
})

test('a form is sent once, and only by the application itself', async ({ page, api, problems }) => {
  problems.allow(answers(401))
  const { email } = await newMember(api)
  const sent: string[] = []
  page.on('request', request => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const tries = () => sent.filter(request => request === 'POST /api/login/').length
  let answer: () => void = () => {}
  await page.route('**/api/login/', async route => {
    await new Promise<void>(resolve => {
      answer = resolve
    })
    await route.continue()
  })
  // All scripts are delayed, except the one that the page waits for: a faster person loses nothing, and the password
  // does not get into the URL.
  let load: () => void = () => {}
  const loaded = new Promise<void>(resolve => {
    load = resolve
  })
  await page.route(/\/(?!before-paint)[^/]*\.(?:js|tsx?)(?:\?|$)/, async route => {
    await loaded
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Пароль/).fill('ne-tot-parol')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  load()
  await expect(async () => {
    await page.getByLabel(/^Пароль/).press('Enter')
    expect(tries()).toBe(1)
  }).toPass()
  await page.getByLabel(/^Пароль/).press('Enter')
  await page.getByLabel('Email').press('Enter')
  const button = page.getByRole('main').getByRole('button', { name: 'Войти' })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await button.click({ force: true })
  answer()
  await expect(page.getByText(refused)).toBeVisible()
  expect(tries()).toBe(1)
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('a forgotten password is reset by email, once', async ({ page, api, problems }) => {
  problems.allow(answers(410))
  const { email } = await newMember(api)
  await open(page, '/login')
  await page.getByRole('link', { name: 'Забыли пароль?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Забыли пароль?')
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Загляните в почту')
  await expect(page.getByRole('main')).toContainText(email)
  const { link } = await emailTo(email)

  await open(page, link)
  await page.getByLabel(/^Новый пароль/).fill('acer-platanoides-3')
  await page.getByLabel('Повторите новый пароль').fill('acer-platanoides')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Пароли не совпадают', { exact: true })).toBeVisible()
  await page.getByLabel('Повторите новый пароль').fill('acer-platanoides-3')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(toast(page, 'Новый пароль сохранён. Войдите с ним.')).toBeVisible()
  await logIn(page, email, 'acer-platanoides-3')
  await expect(page).toHaveURL('/feed')

  await open(page, link)
  await page.getByLabel(/^Новый пароль/).fill('acer-platanoides-4')
  await page.getByLabel('Повторите новый пароль').fill('acer-platanoides-4')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Ссылка не действует' })).toBeFocused()
  await page.getByRole('link', { name: 'Прислать новую ссылку' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('name, address and picture are changed, and the top bar shows them at once', async ({ page, api }) => {
  const [member, other] = [await newMember(api), await newMember(api, { name: 'Борис' })]
  await signIn(page, member)
  await open(page, `/profile/${member.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.name)
  await page.getByRole('link', { name: 'Редактировать' }).click()
  await expect(page.getByLabel('Имя')).toHaveValue(member.name)

  await page.getByLabel('Имя').fill(' ')
  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Не заполнено имя', { exact: true })).toBeVisible()
  await expect(page.getByText('Не заполнен email', { exact: true })).toBeVisible()

  await page.getByLabel('Имя').fill('Анна Садовая')
  await page.getByLabel('Email').fill(other.email.toUpperCase())
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Этот email уже занят', { exact: true })).toBeVisible()
  await expect(toast(page, 'Этот email уже занят. Попробуйте ещё раз')).toBeVisible()
  await expect(page.getByLabel('Имя')).toHaveValue('Анна Садовая')

  const file = page.getByLabel('Сменить фото')
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('рябина') })
  await expect(page.getByText('Это не фото: подойдут JPEG, PNG, WebP, AVIF и GIF')).toBeVisible()
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#4a7a3c' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'я.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(page.getByRole('img', { name: 'Так будет выглядеть новое фото' })).toHaveAttribute('src', /^blob:/)
  const email = newEmail()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(toast(page, 'Информация сохранена')).toBeVisible({ timeout: 10_000 })
  await expect(page.getByText('Письмо для подтверждения отправлено на')).toContainText(email)
  const inBar = page.getByRole('banner').getByRole('img', { name: 'Мой профиль: Анна Садовая' })
  await expect(inBar).toHaveAttribute('src', /\/media\/.*-320\.webp$/)
  expect(await apiAs(member).call('GET /me/')).toMatchObject({ name: 'Анна Садовая', email })

  expect((await page.goto((await emailTo(email)).link))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Адрес подтверждён')
  await page.getByRole('link', { name: 'Мой профиль', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Анна Садовая')
})

test('the password is changed; other devices have to sign in again', async ({ page, api }) => {
  const member = await newMember(api)
  const elsewhere = await api.call('POST /login/', { body: { email: member.email, password } })
  await signIn(page, member)
  await open(page, '/profile/edit')
  await page.getByRole('link', { name: 'Сменить пароль' }).click()
  await page.getByLabel('Старый пароль').fill('ne-tot-parol')
  await page.getByLabel(/^Новый пароль/).fill('acer-platanoides-3')
  await page.getByLabel('Повторите новый пароль').fill('acer-platanoides')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Пароли не совпадают', { exact: true })).toBeVisible()
  await page.getByLabel('Повторите новый пароль').fill('acer-platanoides-3')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form').getByRole('alert').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByLabel('Старый пароль')).toBeFocused()
  await page.getByLabel('Старый пароль').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile/edit')
  await expect(toast(page, 'Информация сохранена')).toBeVisible()
  await expect(api.call('POST /refresh/', { body: { refresh: elsewhere.refresh } })).rejects.toThrow()
  await open(page, '/profile/edit')
  await expect(page.getByLabel('Имя')).toHaveValue(member.name)
})

test('an e-mail changed by somebody else is restored with the email’s link, and a new password is set', async ({
  page,
  api,
  problems,
}) => {
  // Restoring the e-mail ends all sessions, including this one, so requests of the page are refused at that moment.
  problems.allow(/the session could not be refreshed/)
  problems.allow(answers(401))
  problems.allow(answers(404))
  problems.allow(answers(410))
  const member = await newMember(api)
  const thiefs = newEmail()
  await apiAs(member).call('POST /editprofile/', { body: { name: member.name, email: thiefs } })
  const { link } = await emailTo(member.email)
  await signIn(page, member)
  await open(page, link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Вернуть прежний адрес?')
  expect((await apiAs(member).call('GET /me/')).email).toBe(thiefs)
  await page.getByRole('button', { name: 'Вернуть адрес' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Адрес возвращён')
  await expect(page.getByRole('main').getByText(member.email)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Войти' })).toBeVisible()
  await expect(api.call('POST /refresh/', { body: { refresh: member.refresh } })).rejects.toThrow()
  await page.getByLabel(/^Новый пароль/).fill('acer-platanoides-3')
  await page.getByLabel('Повторите новый пароль').fill('acer-platanoides-3')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Вход')
  await logIn(page, member.email, 'acer-platanoides-3')
  await expect(page).toHaveURL('/feed')

  await open(page, link)
  await page.getByRole('button', { name: 'Вернуть адрес' }).click()
  await expect(page.getByText('По этой ссылке адрес уже вернули: второй раз она не нужна.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Вернуть адрес' })).toHaveCount(0)
  await open(page, '/email-change/undo?token=net-takogo')
  await page.getByRole('button', { name: 'Вернуть адрес' }).click()
  await expect(page.getByText('Такой ссылки нет', { exact: false })).toBeVisible()
  await open(page, '/email-change/undo')
  await expect(page.getByText('Ссылка скопирована не целиком.', { exact: false })).toBeVisible()
})

test('a person downloads their data and deletes the account', async ({ page, api, problems }) => {
  problems.allow(answers(400))
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, '/profile/edit')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать мои данные' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('dendro-data.json')
  expect(await readFile(await download.path(), 'utf8')).toContain(member.email)

  await page.getByRole('button', { name: 'Удалить учётную запись' }).click()
  const dialog = page.getByRole('dialog', { name: 'Удалить учётную запись?' })
  await dialog.getByRole('button', { name: 'Удалить навсегда' }).click()
  await expect(dialog.getByText('Не заполнен пароль', { exact: true })).toBeVisible()
  await dialog.getByLabel(/^Ваш пароль/).fill('ne-tot-parol')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(/^Ваш пароль/)).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel(/^Ваш пароль/).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(toast(page, 'Учётная запись удалена.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Войти' })).toBeVisible()
  await expect(api.call('POST /login/', { body: { email: member.email, password } })).rejects.toThrow(refused)
})

test('axe finds nothing on the screens of an account at any width in either theme, and nothing overflows', async ({
  page,
  api,
  problems,
}) => {
  test.slow()
  problems.allow(answers(404))
  const member = await newMember(api)
  // Without transitions, during which colours would be measured.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const check = (what: string) => test.step(what, () => expectFits(page))
  await open(page, '/login')
  await page.getByRole('main').getByRole('button', { name: 'Войти' }).click()
  await expect(page.getByText('Не заполнен пароль', { exact: true })).toBeVisible()
  await check('login with problems')
  const paths = ['/signup', '/activateemail/?token=x', '/password-reset', '/password-reset/confirm?token=x']
  for (const path of [...paths, '/email-change/undo?token=x']) {
    await open(page, path)
    await check(path)
  }
  await signIn(page, member)
  await open(page, `/profile/${member.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.name)
  await check('profile')
  await open(page, '/profile/edit/password')
  await expect(page.getByLabel('Старый пароль')).toBeVisible()
  await check('password')
  await open(page, '/profile/edit')
  await expect(page.getByLabel('Имя')).toBeVisible()
  await check('edit profile')
  await page.getByRole('button', { name: 'Удалить учётную запись' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('delete')
})
