import sharp from 'sharp'
import { card, expect, open, phone, seen, test } from './fixtures.ts'
import { emailTo, newEmail } from './member.ts'

test.use(phone)

/** A plain photo; the hue distinguishes them. */
async function photo(hue: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="100%" height="100%" fill="hsl(${hue},50%,45%)"/></svg>`
  return { name: `${hue}.jpg`, mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(svg)).jpeg().toBuffer() }
}

test('a new person with a phone signs up, creates a company, adds an employee and offers a plant with three photos', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(60_000)
  const [email, employeeEmail] = [newEmail(), newEmail()]
  const password = 'syringa-vulgaris-3'

  await open(page, '/')
  await page.getByRole('link', { name: 'Регистрация' }).click()
  await page.getByLabel('Имя').fill('Вера Лесная')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Пароль/).fill(password)
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Загляните в почту' })).toBeVisible()

  await page.goto((await emailTo(email)).link)
  await expect(page).toHaveURL('/feed')

  await page.getByRole('link', { name: 'Мои растения' }).click()
  await page.getByRole('link', { name: 'Создать компанию' }).click()
  await page.getByLabel('Наименование компании').fill('Питомник «Сиреневый берег»')
  await page.getByLabel('ИНН').fill('7707083893')
  await page.getByLabel('Регион').selectOption('Московская область')
  await page.getByLabel('Адрес').fill('Береговая, 3')
  await page.getByLabel('Телефон компании').fill('+7 495 000-00-07')
  await page.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Мои растения — Питомник «Сиреневый берег»')

  await page.getByRole('link', { name: 'О компании' }).click()
  await page.getByRole('link', { name: 'Добавить сотрудника' }).click()
  await page.getByLabel(/имя/i).fill('Пётр Садов')
  await page.getByLabel(/e-?mail/i).fill(employeeEmail)
  await page.getByLabel(/^Пароль/).fill(password)
  await page.getByLabel('Повторите пароль').fill(password)
  await page.getByRole('button', { name: 'Готово' }).click()
  await expect(
    page.getByText('Сотрудник зарегистрирован. Учётную запись нужно подтвердить по ссылке в email.'),
  ).toBeVisible()
  await expect(page).toHaveURL('/teams/team')
  await expect(page.getByRole('main')).toContainText(employeeEmail)
  await emailTo(employeeEmail)

  await page.getByRole('link', { name: 'Мои растения' }).click()
  await page.getByRole('link', { name: 'Добавить растение' }).click()
  await page.getByLabel('Категория').selectOption({ label: 'Хвойные растения' })
  await page.getByRole('combobox', { name: 'Род' }).fill('Туя')
  await page.keyboard.press('Tab')
  await page.getByRole('combobox', { name: 'Вид или сорт' }).fill("западная 'Smaragd'")
  await page.keyboard.press('Tab')
  await expect(page.getByText('Опубликуется сразу: растение есть в справочнике')).toBeVisible()
  await page.getByRole('textbox', { name: /^Цена/ }).fill('12 500')
  await page.getByLabel('Выбрать снимки').setInputFiles(await Promise.all([10, 120, 240].map(photo)))
  const photos = page.getByRole('list', { name: 'Снимки растения' }).locator('img[src*="/media/"]')
  await expect(photos).toHaveCount(3)
  await page.getByRole('button', { name: /^(?:Сохранить|Опубликовать)$/ }).click()
  await expect(page.getByText('Успешно сохранен')).toBeVisible()
  await expect(page).toHaveURL(/\/products\/my_products\/?$/)

  // A visitor without an account.
  const visitor = await (await browser.newContext({ ...phone, ...(baseURL ? { baseURL } : {}) })).newPage()
  await open(visitor, '/')
  const offer = card(visitor, "Туя западная 'Smaragd'").filter({ hasText: 'Питомник «Сиреневый берег»' }).first()
  expect(seen(await offer.textContent())).toContain('12 500 ₽')
  await offer.getByRole('link', { name: /Подробнее/ }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText("Туя западная 'Smaragd'")
  await expect(visitor.getByRole('link', { name: /^Показать изображение/ })).toHaveCount(3)
})
