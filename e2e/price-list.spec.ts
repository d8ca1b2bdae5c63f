import type { PriceList } from '#contract/price-lists.ts'
import type { Api } from '#web/lib/api.ts'
import { expectNoViolations } from './axe.ts'
import { expect, open, type Page, phone, seen, test, widths } from './fixtures.ts'
import { apiAs, type Member, makeCompany, newMember, signIn } from './member.ts'

/** A member of a company of their own. */
async function nursery(api: Api, name: string): Promise<{ member: Member; own: Api; teamId: number }> {
  const member = await newMember(api, { name: 'Пётр Садов' })
  const own = apiAs(member)
  const team = await makeCompany(own, name)
  return { member, own, teamId: team.id }
}

const sections = [
  ['hvoynye', 'Хвойные'],
  ['listvennye-kustarniki', 'Лиственные кустарники'],
  ['listvennye-derevya', 'Лиственные деревья'],
] as const

interface Line {
  name: string
  size: string
  price: number
}

/**
 * A nursery's list as they are written: a letterhead, sections, sizes in the names, a price whose title says nothing
 * beside another column of numbers, one name that may be several plants in four sizes, and a price below zero.
 */
async function writtenList(api: Api): Promise<{ csv: string; offers: Line[] }> {
  const offers: Line[] = []
  const lines = [
    'Питомник «Дальний склон»;;;',
    'Прайс-лист на весну, цены в рублях;;;',
    ';;;',
    'Наименование;Учёт;Отпуск;Остаток, шт',
  ]
  const known = new Set<number>()
  for (const [category, title] of sections) {
    lines.push(`${title};;;`)
    const { results } = await api.call('GET /plants/', { query: { category, page_size: 100 } })
    const some = results.filter(({ id, category: main }) => main?.slug === category && !known.has(id)).slice(0, 48)
    for (const { id, name } of some) {
      known.add(id)
      for (const size of ['40-60 C3', '80-100 C5']) {
        const price = 500 + 10 * offers.length
        lines.push(`${name} ${size};${300 + 5 * offers.length};${price};${(offers.length % 40) + 1}`)
        offers.push({ name, size, price })
      }
    }
    if (category === 'hvoynye') for (const size of blueSizes) lines.push(`Можжевельник Блю ${size};400;900;5`)
  }
  lines.push('Липа мелколистная обхват 18-20 WRB60;700;-900;3', 'Доставка по области от 5000 рублей;;;')
  return { csv: lines.join('\n'), offers }
}
const blueSizes = ['20-30 C2', '30-40 C3', '40-50 C5', '50-60 C7,5']

const file = (content: string, name = 'Прайс весна.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
})

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Строки по состояниям' }).getByRole('link', { name: new RegExp(`^${name} `) })

/** A list of the company that has been read. */
async function readList(own: Api, content: string, name?: string): Promise<PriceList> {
  const form = new FormData()
  const { name: fileName, buffer } = file(content, name)
  form.append('file', new File([buffer], fileName))
  const { id } = await own.call('POST /price-lists/', { body: form })
  const get = () => own.call('GET /price-lists/:id/', { params: { id } })
  await expect.poll(async () => (await get()).status, { timeout: 60_000 }).not.toBe('reading')
  return get()
}

/** A short list with one question and one row of each other kind. */
const shortList = [
  'Наименование;Размер;Цена;Остаток',
  'Хвойные;;;',
  'Туя западная Смарагд;80-100 C5;900;30',
  ...blueSizes.map(size => `Можжевельник Блю;${size};700;9`),
  'Сосна горная;40-60 C5;-5;3',
  'Ель колючая;100-120 RB40;от 900;3',
].join('\n')

test('a nursery’s first list of 300 rows becomes its catalogue, and is undone', async ({ page, api }) => {
  test.setTimeout(240_000)
  const { member, own, teamId } = await nursery(api, 'Дальний склон')
  const { csv, offers } = await writtenList(api)
  expect(offers.length).toBe(288)
  await signIn(page, member)
  await open(page, '/products/my_products')
  await page.getByRole('link', { name: 'Прайс-лист', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Прайс-лист' })).toBeVisible()
  await page.getByLabel('Выбрать файл').setInputFiles(file(csv))

  // Nothing says which of two columns is the price: that is asked for first, with what each answer makes of a row.
  const asked = (title: string) => page.getByRole('form', { name: `Что в столбце «${title}»?` })
  await expect(asked('Учёт')).toBeVisible({ timeout: 90_000 })
  await asked('Отпуск')
    .getByRole('radio', { name: /^Цена .* 500 ₽/ })
    .check()
  await asked('Отпуск').getByRole('button', { name: 'Ответить' }).click()
  const changed = (title: string) => page.getByRole('button', { name: `Изменить ответ: Что в столбце «${title}»?` })
  await expect(changed('Отпуск')).toBeVisible({ timeout: 90_000 })
  await asked('Учёт')
    .getByRole('radio', { name: /^Не нужен/ })
    .check()
  await asked('Учёт').getByRole('button', { name: 'Ответить' }).click()
  await expect(tab(page, 'Под вопросом')).toHaveText('Под вопросом 4', { timeout: 90_000 })
  await expect(page.getByText('Название, Цена, Наличие; не используем: Учёт').first()).toBeVisible()
  await expect(tab(page, 'Новые')).toHaveText('Новые 288')
  await expect(tab(page, 'Отклонённые')).toHaveText('Отклонённые 1')

  // One key answers for the row and for the three others of its name.
  const doubtful = page.getByRole('list', { name: 'Под вопросом', exact: true })
  await expect(doubtful.getByRole('heading', { name: 'Можжевельник Блю' })).toHaveCount(4)
  const chosen = seen(
    await doubtful
      .getByRole('button', { name: /^Можжевельник/ })
      .nth(1)
      .textContent(),
  )
  await doubtful
    .getByRole('button', { name: /^Можжевельник/ })
    .first()
    .focus()
  await page.keyboard.press('2')
  await expect(page.getByText(/^«Можжевельник Блю»: это .* Ещё 3 строки с тем же названием — так же\.$/)).toBeVisible()
  await expect(page.getByText('Вопросов не осталось: прайс-лист можно применять.')).toBeVisible()
  await expect(tab(page, 'Новые')).toHaveText('Новые 292')
  const { results: lists } = await own.call('GET /price-lists/')
  const id = lists[0]?.id ?? ''
  const { results: answered } = await own.call('GET /price-lists/:id/rows/', {
    params: { id },
    query: { state: 'new', page_size: 100, page: 1 },
  })
  const names = answered.filter(row => row.name === 'Можжевельник Блю').map(row => row.plant?.name ?? '')
  expect(names).toHaveLength(4)
  expect(new Set(names).size).toBe(1)
  expect(chosen).toContain(names[0])

  await tab(page, 'Отклонённые').click()
  await expect(page.getByText('Цена не может быть отрицательной')).toBeVisible()

  await page.getByRole('button', { name: 'Применить прайс-лист' }).click()
  await expect(page.getByRole('heading', { name: 'Прайс-лист применён' })).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText('292 новые · 1 отклонена', { exact: true })).toBeVisible()

  // What everybody sees of it.
  const [first] = offers
  await page.getByRole('link', { name: 'Как видят покупатели' }).click()
  await expect(page).toHaveURL(new RegExp(`/products/teamproductslist/${teamId}$`))
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: first?.name ?? '' })
      .first(),
  ).toBeVisible()
  await page.goto(`/offers?${new URLSearchParams({ search: `${first?.name} Дальний склон` })}`)
  await expect(page.getByText('Дальний склон').first()).toBeVisible()

  await page.goto(`/price-list/${id}`)
  await page.getByRole('button', { name: 'Вернуть, как было' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Вернуть' }).click()
  await expect(page.getByRole('heading', { name: 'Всё возвращено, как было' })).toBeVisible({ timeout: 60_000 })
  expect((await own.call('GET /products/own/')).count).toBe(0)
  await page.goto('/price-list')
  const entry = page.getByRole('listitem').filter({ hasText: 'Прайс весна.csv' })
  await expect(entry).toContainText('Возвращён')
  await expect(entry).toContainText('Пётр Садов')
})

test('what changes is shown in words, what the file lacks is asked, and a later change by hand stops the undoing', async ({
  page,
  api,
  problems,
}) => {
  test.setTimeout(120_000)
  const { member, own } = await nursery(api, 'Ближний склон')
  const first = await readList(
    own,
    'Наименование;Размер;Цена\nТуя западная Смарагд;80-100 C5;900\nСосна горная;40-60 C5;700\n',
  )
  await own.call('POST /price-lists/:id/apply/', { params: { id: first.id }, body: { missing: 'keep' } })
  await expect
    .poll(async () => (await own.call('GET /price-lists/:id/', { params: { id: first.id } })).status, {
      timeout: 60_000,
    })
    .toBe('applied')
  const second = await readList(own, 'Наименование;Размер;Цена\nТуя западная Смарагд;80-100 C5;950\n')
  await signIn(page, member)
  await open(page, `/price-list/${second.id}`)
  const row = page.getByRole('table', { name: 'Изменённые' }).getByRole('row').filter({ hasText: 'Строка 2' })
  await expect(row.getByRole('deletion')).toHaveText(/было\s900\s₽/)
  await expect(row.getByRole('insertion')).toHaveText(/станет\s950\s₽/)
  await expect(row).toContainText('+5,6 %')

  await page.getByRole('button', { name: 'Применить прайс-лист' }).click()
  await expect(page.getByText('Выберите, что с ними сделать')).toBeVisible()
  await page.getByRole('radio', { name: 'Снять с публикации' }).check()
  await page.getByRole('button', { name: 'Применить прайс-лист' }).click()
  await expect(page.getByRole('heading', { name: 'Прайс-лист применён' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/Не было в файле: 1 размер — сняли с публикации/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Отчёт по строкам' }).click()
  expect((await download).suggestedFilename()).toBe('Отчёт, Прайс весна.xlsx')

  const { results } = await own.call('GET /products/own/', { query: { ordering: 'name' } })
  const thuja = results.find(({ name }) => name.includes('Туя'))
  await own.call('POST /variants/change/', { body: { changes: [{ id: thuja?.variants[0]?.id ?? 0, price: 1000 }] } })
  problems.allow(/status 409|status of 409/)
  await page.getByRole('button', { name: 'Вернуть, как было' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Вернуть' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /После применения изменили: «Туя/ })).toBeVisible()
})

test.describe('at 360 px by keyboard', () => {
  test.use({ viewport: phone.viewport })
  test('rows are answered, skipped, corrected and applied', async ({ page, api }) => {
    test.setTimeout(120_000)
    const { member, own } = await nursery(api, 'Крутой склон')
    const { id } = await readList(own, shortList)
    await signIn(page, member)
    await open(page, `/price-list/${id}`)
    const doubtful = page.getByRole('list', { name: 'Под вопросом', exact: true })
    await expect(doubtful.getByRole('heading')).toHaveCount(5)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const candidate = (place: number) => doubtful.getByRole('button', { name: /^Можжевельник .*'/ }).nth(place)

    // To the next row and back, in the Russian layout too.
    await candidate(0).focus()
    await page.keyboard.press('ArrowDown')
    await expect(doubtful.locator('[data-row^="5 "]').getByRole('button').first()).toBeFocused()
    await page.keyboard.press('KeyK')
    await expect(candidate(0)).toBeFocused()

    // The row and its equals go, the focus is on what is left.
    await page.keyboard.press('1')
    await expect(page.getByText(/Ещё 3 строки с тем же названием/)).toBeVisible()
    await expect(doubtful.getByRole('heading')).toHaveCount(1)
    const edit = doubtful.getByRole('button', { name: /^Изменить: Ель колючая/ })
    await expect(edit).toBeFocused()

    // What is typed stays when it is refused.
    await page.keyboard.press('KeyE')
    const form = page.getByRole('form', { name: /^Поправить строку/ })
    await expect(form.getByRole('textbox', { name: 'Название' })).toBeFocused()
    await form.getByRole('textbox', { name: 'Размер и упаковка' }).fill('сто пятьдесят')
    await form.getByRole('textbox', { name: 'Цена, ₽' }).fill('1 250,50')
    await page.keyboard.press('Enter')
    await expect(form.getByText('Непонятно: «сто пятьдесят»')).toBeVisible()
    await form.getByRole('textbox', { name: 'Размер и упаковка' }).fill('100-120 RB40')
    await page.keyboard.press('Enter')
    await expect(form).toBeHidden()
    await expect(page.getByText('Вопросов не осталось: прайс-лист можно применять.')).toBeFocused()

    await tab(page, 'Отклонённые').focus()
    await page.keyboard.press('Enter')
    const rejected = page.getByRole('table', { name: 'Отклонённые' })
    await rejected.getByRole('button', { name: /^Изменить/ }).focus()
    await page.keyboard.press('KeyS')
    await expect(tab(page, 'Пропущенные')).toHaveText('Пропущенные 1')
    const { results } = await own.call('GET /price-lists/:id/rows/', { params: { id }, query: { state: 'new' } })
    expect(results.find(({ name }) => name === 'Ель колючая')?.variants[0]).toMatchObject({
      price: 1250.5,
      root: 'ball',
    })

    await page.getByRole('button', { name: 'Применить прайс-лист' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Прайс-лист применён' })).toBeVisible({ timeout: 60_000 })
    expect((await own.call('GET /products/own/')).count).toBe(3)
  })
})

test('a file that is no table shows why, and is deleted', async ({ page, api, problems }) => {
  test.setTimeout(90_000)
  problems.allow(/status 400|status of 400/)
  const { member } = await nursery(api, 'Пологий склон')
  await signIn(page, member)
  await open(page, '/price-list')
  await page.getByLabel('Выбрать файл').setInputFiles(file('', 'пустой.csv'))
  await expect(page.getByRole('alert').filter({ hasText: 'пустой.csv: Файл пустой' })).toBeVisible()
  await page.getByLabel('Выбрать файл').setInputFiles({
    name: '<img src=x onerror=alert(1)>.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('%PDF-1.7\n\u0000\u0001\u0002 obj endobj'),
  })
  await expect(page.getByText('Не прочитан', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<img src=x onerror=alert(1)>.xlsx')
  await expect(
    page
      .getByRole('main')
      .getByText(/не.*таблиц/i)
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Удалить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await expect(page).toHaveURL(/\/price-list$/)
  await expect(page.getByText('Как это работает')).toBeVisible()
})

test('rows pasted as text are read as a file is; what is refused stays in the field', async ({
  page,
  api,
  problems,
}) => {
  test.setTimeout(180_000)
  problems.allow(/status 400|status of 400/)
  const { member, own } = await nursery(api, 'Северный склон')
  const { counts } = await readList(own, shortList)
  expect([counts.new > 0, counts.doubtful > 0, counts.rejected]).toEqual([true, true, 1])
  await signIn(page, member)
  await open(page, '/price-list')
  await page.getByText('Нет файла? Вставьте строки').click()
  const form = page.getByRole('form', { name: 'Прайс-лист текстом' })
  const rows = form.getByRole('textbox', { name: 'Строки прайс-листа' })
  await form.getByRole('button', { name: 'Прочитать' }).click()
  await expect(form.getByText('Выберите файл или вставьте список текстом')).toBeVisible()
  const tooLong = 'Туя 80-100 '.repeat(46_000)
  await rows.fill(tooLong)
  await expect(form.getByText('Выберите файл или вставьте список текстом')).toBeHidden()
  await form.getByRole('button', { name: 'Прочитать' }).click()
  await expect(form.getByText(/^Не длиннее 500\s000 знаков: пришлите список файлом$/)).toBeVisible()
  await expect(rows).toHaveValue(tooLong)
  await rows.fill(shortList.replaceAll(';', '\t'))
  await form.getByRole('button', { name: 'Прочитать' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Вставленный список')
  await expect(tab(page, 'Новые')).toHaveText(`Новые ${counts.new}`, { timeout: 60_000 })
  await expect(tab(page, 'Под вопросом')).toHaveText(`Под вопросом ${counts.doubtful}`)
  await expect(tab(page, 'Отклонённые')).toHaveText('Отклонённые 1')
})

test('reading survives a reload, also without the event stream', async ({ page, api, problems }) => {
  problems.allow(/\/api\/events\/|ERR_FAILED/)
  test.setTimeout(120_000)
  const { member } = await nursery(api, 'Северный склон')
  await signIn(page, member)
  await page.route('**/api/events/**', route => route.abort())
  await open(page, '/price-list')
  await page.getByLabel('Выбрать файл').setInputFiles(file(shortList))
  await expect(page).toHaveURL(/\/price-list\/[\da-f-]{36}$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Строки' })).toBeVisible({ timeout: 60_000 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('axe finds nothing on the screens of a list at any width in either theme, and nothing overflows', async ({
  page,
  api,
}) => {
  test.setTimeout(180_000)
  const { member, own } = await nursery(api, 'Южный склон')
  const { id } = await readList(own, shortList)
  await signIn(page, member)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of [
    '/price-list',
    `/price-list/${id}`,
    `/price-list/${id}?rows=new`,
    `/price-list/${id}?rows=header`,
  ]) {
    await open(page, path)
    if (path === '/price-list') await page.getByText('Нет файла? Вставьте строки').click()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      if (path === `/price-list/${id}`) {
        await page.getByRole('button', { name: /^Изменить: Ель/ }).click()
        await page.getByRole('button', { name: 'Изменить: Лист1' }).click()
      }
      await expect(page.getByRole('main').getByRole('heading').nth(1)).toBeVisible()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await expectNoViolations(page)
      if (path === `/price-list/${id}`) {
        await page.getByRole('button', { name: /^Изменить: Ель/ }).click()
        await page.getByRole('button', { name: 'Свернуть: Лист1' }).click()
      }
    }
  }
})

test('somebody without a company is told to create one', async ({ page, api }) => {
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, '/price-list')
  await expect(page.getByText('Сначала расскажите о компании')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Создать компанию' })).toHaveAttribute('href', '/teams/add-team')
})
