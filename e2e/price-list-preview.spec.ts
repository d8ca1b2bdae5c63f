import type { PriceList, PriceListPreview, PriceListQuestion } from '#contract/price-lists.ts'
import { expectNoViolations } from './axe.ts'
import { expect, open, type Page, phone, test, widths } from './fixtures.ts'
import { apiAs, emailTo, makeCompany, newEmail, newMember, signIn } from './member.ts'

const list = [
  'Наименование;Размер;Цена;Остаток',
  'Хвойные;;;',
  'Туя западная Смарагд;80-100 C5;900;30',
  'Туя западная Смарагд;120-140 RB40;2500;12',
  'Ель колючая;60-80 C5;1200;4',
  'Можжевельник Блю;30-40 C3;700;9',
  'Сосна горная;40-60 C5;-5;3',
  'Доставка по области от 5000 рублей;;;',
].join('\n')
const file = (content = list, name = 'Весна.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

/** A question about the third column, as a reader may ask it. */
const question: PriceListQuestion = {
  id: 'unit-3',
  kind: 'unit',
  sheet: 'Лист1',
  column: 2,
  text: 'За сколько штук цена в столбце «Цена»?',
  options: [
    { value: 'each', label: 'За одну', sample: 'Туя западная Смарагд, 80–100: 900 ₽' },
    { value: 'thousand', label: 'За тысячу', sample: 'Туя западная Смарагд, 80–100: 0,90 ₽' },
  ],
  rows: 4,
  answer: null,
}
const other: PriceListQuestion = {
  ...{ id: 'stock-4', kind: 'stock', sheet: 'Лист1', column: 3, text: 'Что значит «+» в столбце «Остаток»?' },
  options: [
    { value: 'in_stock', label: 'Есть в наличии', sample: '' },
    { value: 'on_order', label: 'Под заказ', sample: '' },
  ],
  ...{ rows: 1, answer: null },
}

/** The answer of a preview in which rows hang on questions until they are answered. */
function asking(read: PriceListPreview, answers: { question: string; value: string }[]): PriceListPreview {
  const questions = [question, other].map(one => ({
    ...one,
    answer: answers.find(answer => answer.question === one.id)?.value ?? null,
  }))
  const isOpen = questions[0]?.answer === null
  const rows = read.rows.map(row => (isOpen && row.state === 'new' ? { ...row, state: 'doubtful' as const } : row))
  const doubtful = read.counts.doubtful + (isOpen ? read.counts.new : 0)
  return { ...read, questions, rows, counts: { ...read.counts, doubtful, new: isOpen ? 0 : read.counts.new } }
}

/** Lets the server read, and asks in its place. */
async function askInPreviews(page: Page): Promise<void> {
  await page.route('**/api/price-lists/preview/', async route => {
    const body = route.request().postDataBuffer()?.toString() ?? ''
    const sent = /name="answers"\r\n\r\n(.*)\r\n/.exec(body)?.[1]
    const response = await route.fetch()
    await route.fulfill({ response, json: asking(await response.json(), sent ? JSON.parse(sent) : []) })
  })
}

/** What is read in a process of its own. */
const whenRead = expect.configure({ timeout: 60_000 })

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Что прочитано в каждой строке' }).getByRole('row')

test('a visitor sees a list read, answers its question, signs up, and has it with the answer', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  await askInPreviews(page)
  await open(page, '/')
  await page.getByRole('link', { name: 'Проверьте свой прайс-лист' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Проверьте свой прайс-лист')
  await page.getByLabel('Выбрать файл').setInputFiles(file())
  await whenRead(rowsOf(page)).toHaveCount(6)
  const thuja = rowsOf(page).nth(1)
  await expect(thuja).toContainText('Под вопросом')
  await expect(thuja).toContainText('80-100 C5')
  await expect(thuja).toContainText(/900\s₽/)

  // One answer for all rows that hang on it; the card becomes a line that can be opened again.
  const card = page.getByRole('form', { name: question.text })
  await expect(card.getByText('от ответа зависит 4 строки')).toBeVisible()
  await card.getByRole('button', { name: 'Ответить' }).click()
  await expect(card.getByText('Выберите один из ответов')).toBeVisible()
  await card.getByRole('radio', { name: /^За одну/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Изменить ответ: ${question.text}` })).toBeFocused()
  await whenRead(thuja).toContainText('Новая')
  await page.keyboard.press('Enter')
  await card.getByRole('radio', { name: /^За тысячу/ }).check()
  await card.getByRole('button', { name: 'Ответить' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: question.text })).toContainText('За тысячу')
  await expect(page.getByRole('form', { name: other.text })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Что не прочитано' })).toBeVisible()

  // It survives a reload, signing up, and the company.
  await page.reload()
  await whenRead(page.getByRole('listitem').filter({ hasText: question.text })).toContainText('За тысячу')
  await whenRead(page.getByRole('link', { name: 'Опубликовать 3 строки' })).toBeVisible()
  await page.getByRole('link', { name: 'Опубликовать 3 строки' }).click()
  await expect(page).toHaveURL(/\/signup\?next=%2Fprice-list$/)
  await expect(page.getByText('Опубликуем 3 строки')).toBeVisible()
  const [email, password] = [newEmail(), 'syringa-vulgaris-3']
  await page.getByLabel('Имя').fill('Вера Лесная')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Пароль/).fill(password)
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Загляните в почту' })).toBeVisible()
  const tab = await context.newPage()
  await tab.goto((await emailTo(email)).link)
  await expect(tab).toHaveURL(/\/price-list$/)
  await expect(tab.getByText('Прайс-лист «Весна.csv» и ваши ответы ждут в этом браузере')).toBeVisible()
  await tab.getByRole('link', { name: 'Создать компанию' }).click()
  await tab.getByLabel('Наименование компании').fill('Питомник «Весенний склон»')
  await tab.getByLabel('ИНН').fill('7707083893')
  await tab.getByLabel('Регион').selectOption('Московская область')
  await tab.getByLabel('Адрес').fill('Береговая, 3')
  await tab.getByLabel('Телефон компании').fill('+7 495 000-00-07')
  let sent = ''
  await tab.route('**/api/price-lists/', async route => {
    if (route.request().method() === 'POST') sent = route.request().postDataBuffer()?.toString() ?? ''
    await route.continue()
  })
  await tab.getByRole('button', { name: 'Готово' }).click()
  await expect(tab).toHaveURL(/\/price-list\/[\da-f-]{36}$/, { timeout: 30_000 })
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Весна.csv')
  expect(sent).toContain('[{"question":"unit-3","value":"thousand"}]')
  await expect(tab.getByRole('heading', { name: 'Строки' })).toBeVisible({ timeout: 60_000 })

  // Sent once: it is gone from the browser.
  await tab.goto('/price-list')
  await expect(tab.getByRole('listitem').filter({ hasText: 'Весна.csv' })).toBeVisible()
  await expect(tab.getByText('Прежде чем войти, вы проверяли')).toBeHidden()
  await Promise.all([page, tab].map(one => one.unrouteAll({ behavior: 'ignoreErrors' })))
})

test('a pasted list that was looked at before signing in is offered to be sent, or forgotten', async ({
  page,
  api,
}) => {
  test.setTimeout(120_000)
  await open(page, '/price-list')
  await page.getByText('Нет файла? Вставьте строки').click()
  await page.getByRole('textbox', { name: 'Строки прайс-листа' }).fill('Туя западная Смарагд 80-100 C5 — 900 руб.')
  await page.getByRole('button', { name: 'Прочитать' }).click()
  await whenRead(page.getByText('Вставленный список')).toBeVisible()
  const member = await newMember(api)
  await makeCompany(apiAs(member), 'Вставленный склон')
  await signIn(page, member)
  await open(page, '/price-list')
  await expect(page.getByText('Прежде чем войти, вы проверяли «Вставленный список»')).toBeVisible()
  await page.getByRole('button', { name: 'Не нужно' }).click()
  await page.reload()
  await expect(page.getByText('Как это работает')).toBeVisible()
  await expect(page.getByText('Прежде чем войти, вы проверяли')).toBeHidden()
  expect((await apiAs(member).call('GET /price-lists/')).count).toBe(0)
})

test('what cannot be read, or is too large, says so, and another list can be chosen', async ({ page, problems }) => {
  test.setTimeout(90_000)
  problems.allow(/status 400|status of 400/)
  await open(page, '/price-list')
  await page.getByLabel('Выбрать файл').setInputFiles({ ...file(), buffer: Buffer.alloc(3 * 1024 * 1024, 'a') })
  await expect(page.getByRole('alert').filter({ hasText: '«Весна.csv» больше 2 МБ' })).toBeVisible()
  await page.getByLabel('Выбрать файл').setInputFiles(file('%PDF-1.7\n\u0000\u0001\u0002 obj endobj', 'скан.pdf'))
  await expect(page.getByRole('alert').filter({ hasText: /^скан\.pdf: / })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Другой прайс-лист' }).click()
  await expect(page.getByText('Перетащите сюда прайс-лист')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Перетащите сюда прайс-лист')).toBeVisible()
})

test('a member answers the questions of a list, and the answer is sent', async ({ page, api }) => {
  test.setTimeout(120_000)
  const member = await newMember(api)
  const own = apiAs(member)
  await makeCompany(own, 'Спрошенный склон')
  const form = new FormData()
  form.append('file', new File([list], 'Весна.csv'))
  const { id } = await own.call('POST /price-lists/', { body: form })
  const get = () => own.call('GET /price-lists/:id/', { params: { id } })
  await expect.poll(async () => (await get()).status, { timeout: 60_000 }).toBe('ready')
  const answers: { question: string; value: string }[] = []
  const asked = (read: PriceList): PriceList => ({
    ...read,
    questions: [question, other].map(one => ({
      ...one,
      answer: answers.findLast(answer => answer.question === one.id)?.value ?? null,
    })),
  })
  await page.route(`**/api/price-lists/${id}/`, async route => {
    // The server does not ask it: it gets only what it knows, and reads again.
    if (route.request().method() === 'PATCH') {
      answers.push(...route.request().postDataJSON().answers)
      const response = await route.fetch({ postData: JSON.stringify({ sheets: [{ name: 'Лист1' }] }) })
      return route.fulfill({ response, json: asked(await response.json()) })
    }
    const response = await route.fetch()
    return route.fulfill({ response, json: asked(await response.json()) })
  })
  await signIn(page, member)
  await open(page, `/price-list/${id}`)
  await expect(page.getByRole('heading', { name: 'Сначала ответьте' })).toBeVisible()
  const card = page.getByRole('form', { name: question.text })
  await card.getByRole('radio', { name: /^За тысячу/ }).check()
  await card.getByRole('button', { name: 'Ответить' }).click()
  await expect(page.getByRole('button', { name: `Изменить ответ: ${question.text}` })).toBeFocused()
  expect(answers).toEqual([{ question: 'unit-3', value: 'thousand' }])
  await expect(page.getByRole('heading', { name: 'Строки' })).toBeVisible({ timeout: 60_000 })
  const second = page.getByRole('form', { name: other.text })
  await second.getByRole('radio', { name: 'Под заказ' }).check()
  await second.getByRole('button', { name: 'Ответить' }).click()
  await expect(page.getByRole('heading', { name: 'Ваши ответы' })).toBeVisible()
  await page.getByRole('button', { name: `Изменить ответ: ${question.text}` }).click()
  await expect(card.getByRole('radio', { name: /^За тысячу/ })).toBeChecked()
  await card.getByRole('button', { name: 'Оставить как было' }).click()
  await expect(page.getByRole('button', { name: `Изменить ответ: ${question.text}` })).toBeFocused()
  expect(answers).toHaveLength(2)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('axe finds nothing on a preview at any width in either theme, and nothing overflows', async ({ page }) => {
  test.setTimeout(120_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await askInPreviews(page)
  await open(page, '/price-list')
  await page.getByLabel('Выбрать файл').setInputFiles(file())
  await whenRead(rowsOf(page)).toHaveCount(6)
  const card = page.getByRole('form', { name: question.text })
  await card.getByRole('radio', { name: /^За одну/ }).check()
  await card.getByRole('button', { name: 'Ответить' }).click()
  await expect(page.getByRole('button', { name: `Изменить ответ: ${question.text}` })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(page)
  }
})

test.describe('on a phone', () => {
  test.use(phone)
  test('a visitor’s list fits, and its names stay in sight', async ({ page }) => {
    test.setTimeout(90_000)
    await open(page, '/price-list')
    await page.getByLabel('Выбрать файл').setInputFiles(file())
    await whenRead(rowsOf(page)).toHaveCount(6)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const table = page.getByRole('region', { name: 'Что прочитано в каждой строке' })
    const name = rowsOf(page).nth(1).getByRole('rowheader')
    const before = await name.boundingBox()
    await table.evaluate(element => element.scrollBy({ left: 300, behavior: 'instant' }))
    expect((await name.boundingBox())?.x).toBe(before?.x)
  })
})
