import type { Project } from '#contract/projects.ts'
import type { Api } from '#web/lib/api.ts'
import { expectNoViolations } from './axe.ts'
import { expect, notFound, open, type Page, phone, seen, test, widths } from './fixtures.ts'
import { apiAs, emailTo, type Member, newEmail, newMember, signIn } from './member.ts'

/** A plant with several offers, one that may be several, one that nobody knows, a size that nobody has. */
const schedule = `Деревья
Липа мелколистная, обхват 18-20, WRB — 12 шт
Дуб черешчатый, обхват 50-60, 2 шт
Можжевельник Блю, 5 шт
Кустарники
Туя западная Смарагд 160-180, 20 шт
Щефблямка, 7 шт
Липа, 4 шт`

const textField = (page: Page) => page.getByRole('textbox', { name: /^Список растений/ })
const fileField = (page: Page) => page.locator('input[type="file"]')
const line = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name })
const filter = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

/** A member with a project made of a text. */
async function withProject(api: Api, text = schedule, name = 'Сквер на Садовой') {
  const member = await newMember(api)
  const own = apiAs(member)
  const project = await own.call('POST /projects/', { body: { text, name } })
  return { member, own, project }
}

const read = (own: Api, id: string): Promise<Project> => own.call('GET /projects/:id/', { params: { id } })
const named = ({ lines }: Project, name: string) => {
  const found = lines.find(one => one.name.startsWith(name))
  if (!found) throw new Error(`no ${name}`)
  return found
}

async function signUpFromHere(page: Page): Promise<Pick<Member, 'email' | 'password'>> {
  const [email, password] = [newEmail(), 'rosa-canina-27']
  await page.getByRole('textbox', { name: 'Имя' }).fill('Анна Полевая')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  for (const field of await page.locator('input[type="password"]').all()) await field.fill(password)
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  return { email, password }
}

test('a visitor’s list is read, survives a reload and the sign-up in another tab, and becomes a project', async ({
  page,
  context,
  problems,
}) => {
  problems.allow(/status 400|status of 400/)
  test.setTimeout(120_000)
  // From the home page the result is there at once, with a total.
  await open(page, '/')
  const invitation = page.getByRole('region', { name: 'Есть ассортиментная ведомость?' })
  await invitation.getByRole('textbox').fill(schedule)
  await invitation.getByRole('button', { name: 'Подобрать', exact: true }).click()
  await expect(page).toHaveURL('/projects/new')
  const sums = page.getByRole('region', { name: 'Итого' })
  await expect(sums).toContainText('Выбрано 2 из 6 строк', { timeout: 30_000 })
  for (const strategy of ['Дешевле всего', 'Меньше питомников'])
    await expect(sums.getByRole('button', { name: strategy })).toContainText(/₽.*питомник/)
  await page.getByRole('button', { name: 'Изменить список' }).click()
  await textField(page).fill('')
  await page.getByRole('button', { name: 'Подобрать' }).click()
  await expect(page.getByText('Вставьте список растений или выберите файл')).toBeVisible()
  await textField(page).fill(schedule)
  await page.getByRole('combobox', { name: 'Зона зимостойкости' }).selectOption('2')
  await page.getByRole('textbox', { name: 'Название проекта' }).fill('Двор')
  await page.getByRole('button', { name: 'Подобрать' }).click()

  // What is not clear comes first, and is answered by a key.
  await expect(filter(page, 'Уточнить растение')).toHaveText('Уточнить растение2')
  await expect(filter(page, 'Не узнали растение')).toHaveText('Не узнали растение1')
  const lime = page.locator('[data-row]').filter({ has: page.getByRole('list', { name: /растение: Липа, / }) })
  const chosen = seen(await lime.locator('[data-candidate]').nth(1).textContent())
  await lime.locator('[data-candidate]').first().focus()
  await page.keyboard.press('2')
  await expect(filter(page, 'Уточнить растение')).toHaveText('Уточнить растение1')
  // The next question has the focus.
  await expect(line(page, 'Можжевельник Блю').locator('[data-candidate]').first()).toBeFocused()
  await expect(line(page, 'Дуб черешчатый').getByText(/^Есть только мельче/)).toBeVisible()
  await expect(line(page, 'Туя западная').getByText(/^Не зимует в зоне 2/)).toBeVisible()

  // The cheapest are chosen; another one is chosen by hand, by key.
  await expect(page.getByText(/^Выбрано 2 из 6 строк/).first()).toBeVisible()
  const thuja = line(page, 'Туя западная')
  await thuja.getByRole('button', { name: /предложени/ }).click()
  await page.keyboard.press('1')
  await expect(page.getByText(/^Выбрано 1 из 6 строк/).first()).toBeVisible()

  // A quantity is changed where it stands, a size in the line's form; what is wrong is said beside the field.
  const first = line(page, 'Липа мелколистная, 12 шт.')
  await first.getByRole('textbox', { name: /^Количество/ }).fill('13')
  await page.keyboard.press('Enter')
  const limes = line(page, 'Липа мелколистная, 13 шт.')
  await expect(limes).toBeVisible()
  await limes.getByRole('button', { name: /^Изменить/ }).click()
  const form = page.getByRole('form', { name: 'Изменить строку 1' })
  await form.getByRole('textbox', { name: 'Обхват ствола, см, до' }).fill('16')
  await form.getByRole('button', { name: 'Сохранить строку' }).click()
  await expect(form.getByText('Меньше, чем «от»')).toBeVisible()
  await form.getByRole('textbox', { name: 'Обхват ствола, см, от' }).fill('14')
  await form.getByRole('button', { name: 'Сохранить строку' }).click()
  await expect(form).toBeHidden()
  await expect(limes).toContainText('Обхват 14–16')

  await page.reload()
  await expect(page.getByText(/^Выбрано 1 из 6 строк/).first()).toBeVisible()
  await expect(limes).toContainText('Обхват 14–16')
  await expect(filter(page, 'Уточнить растение')).toHaveText('Уточнить растение1')

  await page.getByRole('link', { name: 'Сохранить проект' }).click()
  await expect(page).toHaveURL(/\/signup\?next=%2Fprojects%2Fnew$/)
  await expect(page.getByText('Сохраним ведомость: 6 строк')).toBeVisible()
  const { email } = await signUpFromHere(page)
  // The letter's link signs in and goes on with it.
  const { link } = await emailTo(email)
  const tab = await context.newPage()
  await tab.goto(link)
  await expect(tab).toHaveURL(/\/projects\/[\da-f-]{36}$/, { timeout: 30_000 })
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Двор')
  await expect(tab.getByText('Выбрано 1 из 6 строк').first()).toBeVisible()
  await expect(filter(tab, 'Уточнить растение')).toHaveText('Уточнить растение1')
  const { access } = await tab.evaluate(() => ({ access: localStorage.getItem('user.access') ?? '' }))
  const own = apiAs({ access })
  const [summary] = (await own.call('GET /projects/')).results
  const project = await read(own, summary?.id ?? '')
  expect(project.lines.filter(one => one.chosen !== null)).toHaveLength(1)
  expect(named(project, 'Липа мелколистная')).toMatchObject({ quantity: 13, wish: { girth_from: 14, girth_to: 16 } })
  expect(chosen).toContain(project.lines.at(-1)?.plant?.name)
  // Saved once, whichever tab came first, and both show it: the list is gone from the browser.
  await expect(page).toHaveURL(new RegExp(`/projects/${project.id}$`), { timeout: 30_000 })
  expect((await own.call('GET /projects/')).count).toBe(1)
  await tab.goto('/projects/new')
  await expect(textField(tab)).toHaveValue('')
})

test('a visitor’s file survives a reload and the sign-in', async ({ page, api }) => {
  test.setTimeout(90_000)
  const member = await newMember(api)
  await open(page, '/projects/new')
  await fileField(page).setInputFiles({ name: 'план.pdf.exe', mimeType: 'x', buffer: Buffer.alloc(11 * 1024 * 1024) })
  await expect(page.getByText(/больше 10 МБ/)).toBeVisible()
  const csv = `№;Наименование;Размер;Кол-во\n1;Липа мелколистная;обхват 18-20;12\n2;Липа;;3\n`
  await fileField(page).setInputFiles({ name: 'Парк.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Подобрать' }).click()
  // The first list is read when a process for reading has started.
  await expect(page.getByText('Парк', { exact: true })).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await expect(filter(page, 'Уточнить растение')).toHaveText('Уточнить растение1', { timeout: 30_000 })
  await page.getByRole('button', { name: 'Изменить список' }).click()
  await expect(page.getByText('Парк.csv')).toBeVisible()
  await page.getByRole('button', { name: 'Подобрать' }).click()
  await page.getByRole('link', { name: 'У меня есть учётная запись' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email)
  await page.locator('input[type="password"]').fill(member.password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page).toHaveURL(/\/projects\/[\da-f-]{36}$/, { timeout: 30_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Парк')
})

test('a member’s file becomes a project at once; what cannot be read says so beside the field', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/status 400|status of 400/)
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, '/projects')
  await expect(page.getByText('Проектов пока нет')).toBeVisible()
  await page.getByRole('link', { name: 'Подобрать по списку' }).click()
  await fileField(page).setInputFiles({
    name: 'фото.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3]),
  })
  await page.getByRole('button', { name: 'Подобрать' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /таблиц/i })).toBeVisible()
  await page.getByRole('button', { name: 'Убрать файл фото.xlsx' }).click()
  await textField(page).fill(schedule)
  await page.getByRole('button', { name: 'Подобрать' }).click()
  await expect(page).toHaveURL(/\/projects\/[\da-f-]{36}$/)
  await page.goto('/projects')
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ассортиментная ведомость' })
  await expect(entry).toContainText('Выбрано 0 из 6 строк')
  await entry.getByRole('button', { name: 'Удалить «Ассортиментная ведомость»' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await expect(page.getByText('Проектов пока нет')).toBeVisible()
})

test('strategies choose for all lines, ask for the place they need, and ask before replacing what was chosen by hand', async ({
  page,
  api,
}) => {
  const { member, own, project } = await withProject(api)
  await signIn(page, member)
  await open(page, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Дешевле всего' }).click()
  await expect(page.getByText(/^Выбрано 2 из 6 строк\sна\s.*\sу\s[12]\sпитомник/).first()).toBeVisible()
  const cheapest = await read(own, project.id)
  // Never a smaller size.
  expect(named(cheapest, 'Дуб').chosen).toBe(null)
  const total = cheapest.totals.price.toLocaleString('ru-RU')
  await expect(page.getByRole('region', { name: 'Итого' })).toContainText(total.replaceAll(/\s/g, '\u00a0'))

  const thuja = line(page, 'Туя западная')
  await thuja.getByRole('button', { name: /предложени/ }).click()
  await thuja.locator('[data-candidate]').nth(1).click()
  await expect(thuja.locator('[data-candidate]').nth(1)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Меньше питомников' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click()
  await expect(thuja.locator('[data-candidate]').nth(1)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Меньше питомников' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Заменить' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // What a strategy chose another one may replace.
  await page.getByRole('button', { name: 'Дешевле всего' }).click()
  await expect(thuja.locator('[data-candidate]').first()).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: 'Ближе всего' }).click()
  const place = page.getByRole('combobox', { name: 'Ближе к какому месту?' })
  await place.fill('Тверь')
  await page.getByRole('option', { name: 'Тверь, Тверская область' }).click()
  await expect.poll(async () => (await read(own, project.id)).place?.name).toBe('Тверь')
  await expect(page.getByText('Тверь, Тверская область', { exact: false }).first()).toBeVisible()
  await expect(line(page, '12 шт.').getByText(/км/).first()).toBeVisible()
})

test('what is said while a strategy is being chosen counts', async ({ page, api }) => {
  const { member, own, project } = await withProject(api)
  const answers = Promise.withResolvers<undefined>()
  await signIn(page, member)
  await open(page, `/projects/${project.id}`)
  await page.route('**/choose/', async route => {
    await answers.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Дешевле всего' }).click()
  await page.getByRole('button', { name: 'Ближе всего' }).click()
  await expect(page.getByRole('combobox', { name: 'Ближе к какому месту?' })).toBeVisible()
  await page.getByRole('button', { name: 'Меньше питомников' }).click()
  const thuja = line(page, 'Туя западная')
  await thuja.getByRole('button', { name: /предложени/ }).click()
  const second = thuja.locator('[data-candidate]').nth(1)
  await second.click()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  answers.resolve(undefined)
  const chosen = async () => named(await read(own, project.id), 'Туя западная').chosen
  await expect.poll(chosen).toBe(named(project, 'Туя западная').options[1]?.variant.id)
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  // Chosen by hand after both strategies, so it is not replaced unasked.
  await page.getByRole('button', { name: 'Дешевле всего' }).click()
  await expect(page.getByRole('dialog')).toContainText('Заменить выбранное?')
})

test('lines are corrected, moved, added, removed and brought back', async ({ page, api, problems }) => {
  problems.allow(/status 400|status of 400/)
  const { member, own, project } = await withProject(api, 'Липа мелколистная 5 шт\nДуб черешчатый 3 шт\nЩефблямка 2 шт')
  await signIn(page, member)
  await open(page, `/projects/${project.id}`)
  await filter(page, 'Как в ведомости').click()
  const lime = line(page, 'Липа мелколистная')
  await lime.getByRole('button', { name: /^Изменить/ }).click()
  const form = page.getByRole('form', { name: 'Изменить строку 1' })
  await expect(form.getByRole('textbox', { name: 'Количество' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Количество' }).fill('много')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Нужно число')).toBeVisible()
  await form.getByRole('textbox', { name: 'Количество' }).fill('1 200')
  await form.getByRole('textbox', { name: 'Обхват ствола, см, от' }).fill('18')
  await form.getByRole('textbox', { name: 'Обхват ствола, см, до' }).fill('20')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(lime).toContainText('1 200 шт.')
  await lime.getByRole('button', { name: /^Больше: / }).click()
  await expect.poll(async () => named(await read(own, project.id), 'Липа').quantity).toBe(1201)
  await lime.getByRole('textbox', { name: /^Количество/ }).fill('1 200')
  await page.keyboard.press('Enter')
  await expect.poll(async () => named(await read(own, project.id), 'Липа').quantity).toBe(1200)
  await expect(lime).toContainText('Обхват 18–20')

  // A plant that was not known is found by a part of its name.
  const unknown = line(page, 'Щефблямка')
  await unknown.getByRole('button', { name: /^Изменить/ }).click()
  await unknown.getByRole('searchbox').fill('липа мелко')
  await unknown.getByRole('button', { name: /^Липа мелколистная Tilia cordata$/ }).click()
  await unknown.getByRole('button', { name: 'Сохранить строку' }).click()
  await expect(unknown.getByRole('form')).toBeHidden()
  await expect(unknown).toContainText('Липа мелколистная')

  // By keyboard, with the focus staying on the line.
  const oak = line(page, 'Дуб черешчатый')
  await oak.getByRole('button', { name: /^Изменить/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  const names = async () => (await read(own, project.id)).lines.map(({ name }) => name.split(' ')[0])
  await expect.poll(names).toEqual(['Дуб', 'Липа', 'Щефблямка'])
  await expect(oak.getByRole('button', { name: /^Изменить/ })).toBeFocused()

  await lime
    .first()
    .getByRole('button', { name: /^Изменить/ })
    .click()
  await page.getByRole('button', { name: 'Удалить строку' }).click()
  await expect(page.getByText('Строка «Липа мелколистная» удалена.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Вернуть' })).toBeFocused()
  await expect.poll(names).toEqual(['Дуб', 'Щефблямка'])
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['Дуб', 'Липа', 'Щефблямка'])
  expect(named(await read(own, project.id), 'Липа')).toMatchObject({ quantity: 1200, wish: { girth_from: 18 } })

  await page.getByRole('textbox', { name: 'Добавить строки' }).fill('Сирень обыкновенная 150-175, 6 шт')
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(line(page, 'Сирень обыкновенная')).toContainText('6 шт.')
  await expect(page.getByRole('textbox', { name: 'Добавить строки' })).toHaveValue('')
})

test('a link shows the project to whoever has it, until it is made anew or taken back', async ({
  page,
  api,
  browser,
  baseURL,
  problems,
}) => {
  const { member, own, project } = await withProject(api)
  await own.call('POST /projects/:id/choose/', { params: { id: project.id }, body: { strategy: 'cheapest' } })
  await signIn(page, member)
  await open(page, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Поделиться' }).click()
  await page.getByRole('button', { name: 'Создать ссылку' }).click()
  const field = page.getByRole('textbox', { name: 'Ссылка' })
  await expect(field).toHaveValue(/\/shared\//)
  const first = await field.inputValue()

  // Somebody else, without cookies and without scripts.
  const elsewhere = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const other = await elsewhere.newPage()
  const response = await other.goto(first)
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Сквер на Садовой')
  await expect(other.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expect(other.getByRole('row').filter({ hasText: 'Липа мелколистная' }).first()).toContainText('12 шт.')
  await expect(other.getByText('Щефблямка')).toBeVisible()
  await expect(other.getByRole('button', { name: /Изменить|Удалить/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Новая ссылка' }).click()
  await expect(field).not.toHaveValue(first)
  const second = await field.inputValue()
  expect((await other.goto(first))?.status()).toBe(404)
  expect((await other.goto(second))?.status()).toBe(200)
  await page.getByRole('button', { name: 'Закрыть доступ' }).click()
  await expect(page.getByRole('button', { name: 'Создать ссылку' })).toBeVisible()
  expect((await other.goto(second))?.status()).toBe(404)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Такой страницы нет')
  await elsewhere.close()

  // It hydrates, and looks right to axe.
  const { share_url } = await own.call('POST /projects/:id/share/', { params: { id: project.id }, body: {} })
  const visitor = await browser.newContext()
  const reader = await visitor.newPage()
  await reader.emulateMedia({ reducedMotion: 'reduce' })
  const errors: string[] = []
  reader.on('console', message => message.type() === 'error' && errors.push(message.text()))
  await open(reader, share_url)
  for (const width of widths) {
    await reader.setViewportSize({ width, height: 800 })
    await expect.poll(() => reader.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(reader)
  }
  expect(errors).toEqual([])
  await visitor.close()
  problems.allow(notFound)
})

test('a project is printed as a table and downloaded with and without prices', async ({ page, api }) => {
  const { member, own, project } = await withProject(api)
  const { totals } = await own.call('POST /projects/:id/choose/', {
    params: { id: project.id },
    body: { strategy: 'cheapest' },
  })
  await signIn(page, member)
  await open(page, `/projects/${project.id}`)
  await expect(page.getByRole('heading', { name: 'Строки' })).toBeVisible()
  for (const [label, name] of [
    ['Excel с ценами', 'Ассортиментная ведомость, Сквер на Садовой.xlsx'],
    ['PDF без цен', 'Ассортиментная ведомость, Сквер на Садовой.pdf'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Скачать' }).click()
    await page.getByRole('menuitem', { name: label }).click()
    expect((await download).suggestedFilename()).toBe(name)
  }
  await page.emulateMedia({ media: 'print' })
  const table = page.getByRole('table', { name: 'Ассортиментная ведомость' })
  await expect(table).toBeVisible()
  // Titles, lines, the total and what of it falls to each nursery.
  await expect(table.getByRole('row')).toHaveCount(1 + project.lines.length + 1 + totals.companies.length)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Скачать' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(table).toHaveCount(0)
})

test('an offer is put into a project from the catalogue, also by a visitor after the sign-in', async ({
  page,
  api,
}) => {
  const member = await newMember(api)
  const own = apiAs(member)
  const address = `/offers?${new URLSearchParams({ search: 'липа мелколистная', quantity: '15' })}`
  await open(page, address)
  const add = page.getByRole('button', { name: /^В проект: Липа мелколистная/ }).first()
  await add.click()
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email)
  await page.locator('input[type="password"]').fill(member.password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()

  // What was pressed is done.
  const dialog = page.getByRole('dialog', { name: 'Добавить в проект' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Сколько, шт.' })).toHaveValue('15')
  await dialog.getByRole('textbox', { name: 'Название нового проекта' }).fill('Аллея')
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Открыть проект' }).click()
  await expect(page).toHaveURL(/\/projects\/[\da-f-]{36}$/)
  await expect(page.getByText('Выбрано 1 из 1 строки').first()).toBeVisible()
  const [summary] = (await own.call('GET /projects/')).results
  expect(summary).toMatchObject({ name: 'Аллея', lines_count: 1, chosen_count: 1 })

  // And a plant of the directory, without an offer.
  await open(page, '/plants/tilia-cordata-greenspire')
  await page
    .getByRole('button', { name: /^В проект: .*Greenspire/ })
    .first()
    .click()
  await dialog.getByRole('textbox', { name: 'Сколько, шт.' }).fill('3')
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(page.getByText('в проекте «Аллея»', { exact: false })).toBeVisible()
  expect((await own.call('GET /projects/')).results[0]).toMatchObject({ lines_count: 2 })
})

test('500 lines stay quick: a choice is seen at once', async ({ page, api }) => {
  test.setTimeout(120_000)
  const kinds = ['Липа мелколистная 18-20', 'Туя западная Смарагд 160-180', 'Дуб черешчатый', 'Сосна горная']
  const text = Array.from({ length: 500 }, (_, at) => `${kinds[at % kinds.length]}, ${at + 1} шт`).join('\n')
  const { member, project } = await withProject(api, text)
  await signIn(page, member)
  await open(page, `/projects/${project.id}`)
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveCount(500, { timeout: 30_000 })
  await rows
    .nth(0)
    .getByRole('button', { name: /предложени/ })
    .click()
  const first = rows.nth(0).locator('[data-candidate]').first()
  const took = await first.evaluate(async (button: HTMLElement) => {
    const begun = performance.now()
    button.click()
    while (button.getAttribute('aria-pressed') !== 'true') await new Promise(requestAnimationFrame)
    return performance.now() - begun
  })
  test.info().annotations.push({ type: 'choice seen after, ms', description: String(Math.round(took)) })
  await expect(page.getByText('Выбрано 1 из 500 строк').first()).toBeVisible()
})

test.describe('at 360 px', () => {
  test.use({ viewport: phone.viewport })
  test('axe finds nothing on the screens in either theme, and nothing overflows', async ({ page, api }) => {
    test.setTimeout(150_000)
    const { member, project } = await withProject(api)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const check = async () => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await expectNoViolations(page)
      }
    }
    await open(page, '/projects/new')
    await textField(page).fill(schedule)
    await page.getByRole('button', { name: 'Подобрать' }).click()
    await expect(page.getByRole('heading', { name: 'Строки' })).toBeVisible()
    await check()
    await signIn(page, member)
    await open(page, '/projects')
    await expect(page.getByRole('link', { name: 'Сквер на Садовой' })).toBeVisible()
    await check()
    await open(page, `/projects/${project.id}`)
    await line(page, '12 шт.')
      .getByRole('button', { name: /предложени/ })
      .click()
    await check()
    await line(page, 'Дуб черешчатый')
      .getByRole('button', { name: /^Изменить/ })
      .click()
    await check()
  })
})

test('another person’s project is not there, and a visitor is led to the sign-in', async ({ page, api, problems }) => {
  problems.allow(notFound)
  const { project } = await withProject(api)
  await open(page, '/login')
  await page.goto(`/projects/${project.id}`)
  await expect(page).toHaveURL(/\/login\?next=%2Fprojects%2F/)
  await signIn(page, await newMember(api))
  await open(page, `/projects/${project.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Такой страницы нет')
})
