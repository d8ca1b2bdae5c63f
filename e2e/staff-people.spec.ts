import { randomUUID } from 'node:crypto'
import { expectNoViolations } from './axe.ts'
import { expect, notFound, open, type Page, phone, test } from './fixtures.ts'
import { apiAs, type Member, newMember, signIn } from './member.ts'
import { moderator } from './moderator.ts'

// The server knows nobody: what it answers at a moderators' address is 404, and the browser asks again.
test.beforeEach(({ faults }) => faults.allow(notFound))

const write = async (author: Member, body: string) =>
  (await apiAs(author).call('POST /posts/create/', { body: { body } })).id
const report = (who: Member, id: string) => apiAs(who).call('POST /posts/:id/report/', { params: { id } })
const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const judged = (page: Page, text: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('article').filter({ hasText: text }) })
const dialog = (page: Page) => page.getByRole('dialog')

async function giveReason(page: Page, reason: string, label: string): Promise<void> {
  await dialog(page).getByRole('textbox', { name: 'Причина' }).fill(reason)
  await dialog(page).getByRole('button', { name: label, exact: true }).click()
  await expect(dialog(page)).toBeHidden()
}

test('a post that two people report is hidden: it leaves open feeds, and its author sees why', async ({
  page,
  api,
  browser,
}) => {
  test.slow()
  const people = [newMember(api), newMember(api, { name: 'Борис Лесной' }), newMember(api, { name: 'Вера Садовая' })]
  const [anna, boris, vera] = (await Promise.all(people)) as [Member, Member, Member]
  const text = `Волшебное удобрение ${randomUUID()}`
  const id = await write(anna, text)

  const reader = await (await browser.newContext()).newPage()
  await signIn(reader, boris)
  await open(reader, '/feed')
  await post(reader, text).getByRole('button', { name: 'Действия с записью' }).click()
  await reader.getByRole('menuitem', { name: 'Report post' }).click()
  await expect(reader.getByText('The post was reported')).toBeVisible()
  await report(vera, id)

  await signIn(page, await moderator(api))
  await open(page, '/staff')
  await page.getByRole('link', { name: /запис[ьией]+ с жалобами/ }).click()
  const entry = judged(page, text)
  await expect(entry.getByRole('heading', { name: '2 жалобы' })).toBeVisible()
  await expect(entry.getByRole('list', { name: 'Кто пожаловался' })).toHaveText(/Вера Садовая.*Борис Лесной/)
  await entry.getByRole('button', { name: 'Скрыть' }).click()
  await dialog(page).getByRole('button', { name: 'Скрыть' }).click()
  await expect(dialog(page).getByText('Напишите причину')).toBeVisible()
  await giveReason(page, 'Такого удобрения не бывает', 'Скрыть')
  await expect(page.getByText('Запись скрыта', { exact: true })).toBeVisible()
  await expect(entry).toHaveCount(0)
  await expect(post(reader, text)).toHaveCount(0)
  await open(reader, `/post/${id}`)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Такой записи нет')

  const author = await (await browser.newContext()).newPage()
  await signIn(author, anna)
  await open(author, '/notifications')
  await expect(author.getByText('Модератор скрыл вашу запись. Причина: Такого удобрения не бывает')).toBeVisible()
  await author.getByRole('button', { name: 'Читать' }).click()
  const notice = author.getByText('Запись скрыта модератором: Такого удобрения не бывает')
  await expect(notice).toBeVisible()
  await expect(author).toHaveURL(new RegExp(`/post/${id}$`))
  await expect(author.getByRole('button', { name: /Нравится/ })).toHaveCount(0)
  await expect(author.getByRole('textbox')).toHaveCount(0)

  await page.getByRole('link', { name: 'Скрытые' }).click()
  await expect(judged(page, text)).toContainText('Запись скрыта модератором: Такого удобрения не бывает')
  await judged(page, text).getByRole('button', { name: 'Вернуть' }).click()
  await giveReason(page, 'Бывает', 'Вернуть')
  await expect(judged(page, text)).toHaveCount(0)
  await author.reload()
  await expect(post(author, text)).toBeVisible()
  await expect(notice).toHaveCount(0)

  await page.getByRole('link', { name: 'Журнал' }).click()
  await page.getByRole('combobox', { name: 'С чем' }).selectOption('Запись')
  const deeds = page.getByRole('row').filter({ hasText: text })
  await expect(deeds).toHaveText([/Мария Смотрова.*Восстановлено.*Бывает/, /Мария Смотрова.*Скрыто.*Такого удобрения/])
  await deeds.first().getByRole('link').click()
  await expect(post(page, text)).toBeVisible()
  await Promise.all([reader.context().close(), author.context().close()])
})

test('a person who is blocked is signed out where they are, cannot come back, and their plants are gone', async ({
  page,
  api,
  browser,
}) => {
  test.slow()
  const igor = await newMember(api, { name: 'Игорь Торопов' })
  const company = `Питомник ${randomUUID()}`
  await apiAs(igor).call('POST /teams/', {
    body: {
      company_name: company,
      team_zipcode: '7707083893',
      team_phone: '+7 495 000-00-00',
      team_address: 'Поле',
      team_city: 'Московская область',
    },
  })
  const categories = await api.call('GET /products/short_list_categories/')
  const category = categories.find(({ slug }) => slug === 'hvoynye')
  const { get_absolute_url: path, is_active } = await apiAs(igor).call('POST /products/create/', {
    body: { category: category?.id ?? 0, genus: 'Туя', species: "западная 'Smaragd'" },
  })
  expect(is_active).toBe(true)

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, igor)
  const events = theirs.waitForResponse(/\/api\/events\//)
  await open(theirs, '/feed')
  await events

  await signIn(page, await moderator(api))
  await open(page, '/staff/people')
  const row = page.getByRole('row').filter({ hasText: igor.email })
  const find = async (text: string) => {
    await page.getByRole('searchbox').fill(text)
    await page.getByRole('button', { name: 'Найти' }).click()
    await expect(row).toContainText('Игорь Торопов')
  }
  await find(company)
  await expect(row).toContainText('1 растение')
  await find(igor.email)
  await row.getByRole('button', { name: 'Заблокировать: Игорь Торопов' }).click()
  await giveReason(page, 'Не отвечает покупателям', 'Заблокировать')
  await expect(row).toContainText('Не отвечает покупателям')

  await expect(theirs).toHaveURL(/\/login/, { timeout: 15_000 })
  await theirs.getByLabel('E-mail').fill(igor.email)
  await theirs.getByLabel('Пароль', { exact: true }).fill(igor.password)
  await theirs.getByRole('button', { name: 'Войти' }).click()
  await expect(theirs.getByText('Email или пароль не верны!').first()).toBeVisible()
  expect((await theirs.request.get(path)).status()).toBe(404)

  await page.getByRole('link', { name: 'Компании' }).click()
  await page.getByRole('searchbox').fill(company)
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByRole('row').filter({ hasText: company })).toContainText('Создатель заблокирован')
  await page.getByRole('link', { name: 'Игорь Торопов' }).click()
  await row.getByRole('button', { name: 'Разблокировать: Игорь Торопов' }).click()
  await giveReason(page, 'Ответил всем', 'Разблокировать')
  await expect(row.getByRole('button', { name: 'Заблокировать: Игорь Торопов' })).toBeVisible()
  expect((await theirs.request.get(path)).status()).toBe(200)
  await theirs.getByRole('button', { name: 'Войти' }).click()
  await expect(theirs).toHaveURL(/\/feed/)
  await theirs.context().close()
})

test('a company that is blocked tells its people why', async ({ page, api, browser }) => {
  const olga = await newMember(api, { name: 'Ольга Рощина' })
  const company = `Роща ${randomUUID()}`
  const team_city = 'Московская область'
  const { id } = await apiAs(olga).call('POST /teams/', {
    body: { company_name: company, team_zipcode: '1', team_phone: '2', team_address: '3', team_city },
  })
  await signIn(page, await moderator(api))
  await open(page, `/staff/people/companies?${new URLSearchParams({ search: company })}`)
  await page.getByRole('button', { name: `Заблокировать: ${company}` }).click()
  await giveReason(page, 'ИНН чужой', 'Заблокировать')
  await expect(page.getByRole('row').filter({ hasText: company })).toContainText('ИНН чужой')
  const theirs = await (await browser.newContext()).newPage()
  expect((await theirs.request.get(`/teams/get_current_team/${id}`)).status()).toBe(404)
  await signIn(theirs, olga)
  await open(theirs, '/teams/team')
  await expect(theirs.getByText('Компания заблокирована модератором')).toContainText('ИНН чужой')
  await theirs.context().close()
})

for (const [width, device] of [
  [360, phone],
  [1280, { viewport: { width: 1280, height: 800 } }],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use(device)
    test('axe finds nothing in the staff room, and nothing sticks out', async ({ page, api }) => {
      test.slow()
      const people = [newMember(api, { name: 'Константинопольскийзадунайский Александр' }), newMember(api)]
      const [author, reader] = (await Promise.all(people)) as [Member, Member]
      const staff = await moderator(api)
      const [hidden, reported] = [await write(author, `Скрытая ${randomUUID()}`), await write(author, 'Обычная')]
      for (const id of [hidden, reported]) await report(reader, id)
      const reason = 'Длинноеисовершенноневыносимоесловобезпробеловвпричине'
      await apiAs(staff).call('POST /staff/reports/:id/hide/', { params: { id: hidden }, body: { reason } })
      await apiAs(staff).call('POST /staff/people/:id/block/', { params: { id: author.id }, body: { reason } })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signIn(page, staff)
      for (const [path, sign] of [
        ['/staff', 'Что сделано'],
        ['/staff/reports', 'Ждут решения'],
        ['/staff/reports/hidden', 'Запись скрыта модератором'],
        ['/staff/people', author.email],
        ['/staff/people/companies', 'ИНН'],
        ['/staff/journal', reason],
      ] as const) {
        await open(page, path)
        await expect(page.getByRole('main').getByText(sign).first()).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await expectNoViolations(page)
      }
      await open(page, '/staff/reports')
      await page.getByRole('button', { name: 'Скрыть' }).first().click()
      await dialog(page).getByRole('button', { name: 'Скрыть' }).click()
      await expectNoViolations(page)
    })
  })
}
