import { readFile } from 'node:fs/promises'
import { expectFits, expectNoViolations } from './axe.ts'
import { expect, open, type Page, test } from './fixtures.ts'
import { apiAs, emailTo, newMember, signIn } from './member.ts'
import { appCode, dialog } from './moderator.ts'

/** A status under test, and Chromium's console message about it. */
const answers = (status: number) =>
  new RegExp(`^(?:status ${status}|console error: Failed to load resource: .* ${status})`)

const setting = (page: Page) => page.getByRole('region', { name: 'Второй шаг входа' })

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await open(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Пароль/).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Код из приложения')).toBeFocused()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Код из приложения').fill(code)
  await page.keyboard.press('Enter')
}

/** Completes the open dialog up to the recovery codes; returns the app's secret. */
async function setUp(page: Page, password: string): Promise<string> {
  await dialog(page).getByLabel('Ваш пароль').fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Код из приложения')).toBeFocused()
  await expect(dialog(page).getByRole('img', { name: 'QR-код для приложения' })).toBeVisible()
  const secret = (await dialog(page).locator('code').innerText()).replaceAll(/\s/g, '')
  await enterCode(page, appCode(secret))
  await expect(dialog(page).getByRole('list', { name: 'Коды восстановления' }).getByRole('listitem')).toHaveCount(10)
  return secret
}

test('a person sets it up, signs in with it elsewhere, and with a recovery code without the phone', async ({
  page,
  browser,
  api,
  problems,
}) => {
  test.slow()
  problems.allow(answers(400))
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, '/profile/edit')
  await setting(page).getByRole('button', { name: 'Включить' }).click()
  await dialog(page).getByLabel('Ваш пароль').fill('ne tot parol')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Неверный пароль')
  const secret = await setUp(page, member.password)

  const codes = await dialog(page).getByRole('listitem').allInnerTexts()
  const downloaded = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Скачать' }).click()
  expect((await readFile(await (await downloaded).path(), 'utf8')).split('\n')).toEqual(expect.arrayContaining(codes))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog(page).getByRole('button', { name: 'Скопировать' }).click()
  await expect(page.getByText('Коды скопированы.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join('\n')}\n`)
  await dialog(page).getByRole('button', { name: 'Готово' }).click()
  await expect(setting(page)).toContainText('10 кодов восстановления')
  expect((await emailTo(member.email)).subject).toBe('Второй шаг входа в «Дендро» включён')

  const { baseURL } = test.info().project.use
  for (const code of [appCode(secret, 1), codes[0] ?? '']) {
    const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'ru-RU' })
    const elsewhere = await context.newPage()
    await logIn(elsewhere, member)
    await enterCode(elsewhere, '000000')
    await expect(elsewhere.getByText('Код не подошёл.')).toBeVisible()
    await enterCode(elsewhere, code)
    await expect(elsewhere).toHaveURL('/feed')
    await expect(elsewhere.getByRole('img', { name: `Мой профиль: ${member.name}` })).toBeVisible()
    await context.close()
  }

  await page.reload()
  await expect(setting(page)).toContainText('9 кодов восстановления')
  await setting(page).getByRole('button', { name: 'Новые коды' }).click()
  await dialog(page).getByLabel('Ваш пароль').fill(member.password)
  await dialog(page)
    .getByRole('textbox', { name: 'Код', exact: true })
    .fill(codes[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10)
  const renewed = await dialog(page).getByRole('listitem').allInnerTexts()
  await dialog(page).getByRole('button', { name: 'Готово' }).click()
  await setting(page).getByRole('button', { name: 'Выключить' }).click()
  await dialog(page).getByLabel('Ваш пароль').fill(member.password)
  await dialog(page)
    .getByRole('textbox', { name: 'Код', exact: true })
    .fill(codes[2] ?? '')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Код не подошёл.')
  await dialog(page)
    .getByRole('textbox', { name: 'Код', exact: true })
    .fill(renewed[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Второй шаг входа выключен.')).toBeVisible()
  await expect(setting(page).getByRole('button', { name: 'Включить' })).toBeVisible()
})

test('a moderator without it cannot enter the admin, sets it up there, and gets in', async ({
  page,
  api,
  problems,
}) => {
  const member = await newMember(api, { name: 'Новый модератор', email: 'new-moderator@dendro.test' })
  // The server renders for visitors; the browser then loads the page again.
  problems.allow(answers(404))
  await signIn(page, member)
  await open(page, `/profile/${member.id}`)
  await page.getByRole('link', { name: 'Комната модераторов Объявления' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Остался второй шаг' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Включить второй шаг' }).click()
  await setUp(page, member.password)
  await dialog(page).getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByRole('navigation', { name: 'Комната модераторов' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Обзор' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Комната модераторов' })).toBeVisible()
  // Frees the address for another run on the same data.
  await apiAs(member).call('POST /me/delete/', { body: { password: member.password } })
})

test('every step is accessible at any width in either theme, and nothing overflows', async ({
  page,
  api,
  problems,
}) => {
  // axe checks six steps, at two widths in two themes each.
  test.slow()
  problems.allow(answers(401))
  // Without transitions, during which colours would be measured.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, '/profile/edit')
  const look = () => expectFits(page)
  await setting(page).getByRole('button', { name: 'Включить' }).click()
  await look()
  await dialog(page).getByLabel('Ваш пароль').fill(member.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('img', { name: 'QR-код для приложения' })).toBeVisible()
  await look()
  const secret = (await dialog(page).locator('code').innerText()).replaceAll(/\s/g, '')
  await enterCode(page, appCode(secret))
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10)
  await look()
  await dialog(page).getByRole('button', { name: 'Готово' }).click()
  await expect(setting(page)).toContainText('Включён')
  await setting(page).scrollIntoViewIfNeeded()
  await look()
  await setting(page).getByRole('button', { name: 'Выключить' }).click()
  await look()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel(/^Пароль/).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Код из приложения')).toBeFocused()
  await look()
})
