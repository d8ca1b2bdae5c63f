import { randomUUID } from 'node:crypto'
import { innError } from '#contract/inn.ts'
import { expectNoViolations } from './axe.ts'
import { expect, notFound, open, phone, test } from './fixtures.ts'
import { apiAs, type Member, newMember, signIn } from './member.ts'
import { dialog, giveReason, moderator } from './moderator.ts'

// The server renders for visitors and answers 404 for the admin; the browser then loads the page again.
test.beforeEach(({ problems }) => problems.allow(notFound))

/** A valid tax number; two runs are unlikely to choose the same one. */
function newInn(): string {
  const start = `77${Math.floor(Math.random() * 1e7)
    .toString()
    .padStart(7, '0')}`
  return Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(inn => innError(inn) === null) ?? ''
}

const found = (company_name: string, team_zipcode: string, creator: Member) =>
  apiAs(creator).call('POST /teams/', {
    body: { company_name, team_zipcode, team_phone: '+7', team_address: 'Поле', team_city: 'Московская область' },
  })

test('a moderator corrects an invalid number, verifies the company and refuses its duplicate', async ({
  page,
  api,
  browser,
  problems,
}) => {
  test.slow()
  // The first number that the moderator types.
  problems.allow(/400/)
  const [olga, igor] = [await newMember(api, { name: 'Ольга Рощина' }), await newMember(api, { name: 'Игорь' })]
  const [name, double] = [`Роща ${randomUUID()}`, `Двойник ${randomUUID()}`]
  const inn = newInn()
  const { id } = await found(name, '7707083894', olga)
  await found(double, inn, igor)
  const categories = await api.call('GET /products/short_list_categories/')
  const { get_absolute_url: path } = await apiAs(olga).call('POST /products/create/', {
    body: {
      category: categories.find(({ slug }) => slug === 'hvoynye')?.id ?? 0,
      genus: 'Туя',
      species: "западная 'Smaragd'",
    },
  })
  const visitor = await (await browser.newContext()).newPage()
  // Cards of other companies' plants are further below.
  const seller = visitor.getByRole('region', { name })
  const badge = seller.getByText('Проверено', { exact: true })
  await open(visitor, path)
  await expect(seller).toBeVisible()
  await expect(badge).toBeHidden()

  await signIn(page, await moderator(api))
  await open(page, '/staff/people/companies')
  await page.getByLabel('Показать').selectOption('ИНН не бывает')
  await expect(page).toHaveURL(/only=impossible_inn/)
  await page.getByRole('main').getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: 'Найти' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('ИНН не бывает')).toBeVisible()
  await expect(row.getByRole('button', { name: `Поставить отметку: ${name}` })).toBeHidden()

  await row.getByRole('button', { name: `Исправить: ${name}` }).click()
  const form = dialog(page)
  await form.getByLabel('ИНН').fill('123')
  await form.getByLabel('Причина').fill('Опечатка в договоре')
  await form.getByRole('button', { name: 'Исправить', exact: true }).click()
  await expect(form.getByLabel('ИНН')).toHaveAccessibleDescription(/а здесь 3$/)
  await expect(form.getByLabel('Причина')).toHaveValue('Опечатка в договоре')
  await form.getByLabel('ИНН').fill(inn)
  await form.getByRole('button', { name: 'Исправить', exact: true }).click()
  await expect(form).toBeHidden()
  // It is no longer among those with an impossible number.
  await expect(page.getByText('Никого не нашлось')).toBeVisible()

  await page.getByLabel('Показать').selectOption('ИНН повторяется')
  await expect(row).toContainText(`Такой ИНН есть ещё у: ${double}`)
  await row.getByRole('button', { name: `Поставить отметку: ${name}` }).click()
  await dialog(page).getByRole('button', { name: 'Отметить' }).click()
  await expect(dialog(page).getByLabel('Что проверено')).toHaveAccessibleDescription(/^Напишите, что вы проверили/)
  await dialog(page).getByLabel('Что проверено').fill('Выписка ЕГРЮЛ')
  await dialog(page).getByRole('button', { name: 'Отметить' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row).toContainText(/Проверено .+: Выписка ЕГРЮЛ/)
  await row.getByRole('link', { name: 'Показать все' }).click()
  const other = page.getByRole('row').filter({ has: page.getByRole('link', { name: double }) })
  await expect(other.filter({ hasText: `${name} (проверено)` })).toBeVisible()
  await expect(other.getByRole('button', { name: `Поставить отметку: ${double}` })).toBeHidden()

  await open(visitor, path)
  await expect(badge).toBeVisible()
  const data = () => visitor.locator('script[type="application/ld+json"]').allTextContents()
  expect((await data()).join()).not.toMatch(/verif|Проверено/i)
  await seller.getByRole('link', { name: 'О компании' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(visitor.getByRole('navigation', { name: `Компания ${name}` })).toContainText('Проверено')
  await expect(visitor.getByText('Модератор сверил название и ИНН')).toBeVisible()
  await expect(visitor.getByRole('article').getByText('Проверено', { exact: true })).toBeVisible()

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, olga)
  await open(theirs, '/notifications')
  await expect(theirs.getByText(`Модератор проверил компанию «${name}»`)).toBeVisible()
  await expect(theirs.getByText(`Модератор изменил ИНН компании «${name}»`)).toContainText('Опечатка в договоре')
  await open(theirs, '/teams/team')
  await expect(theirs.getByText('Модератор сверил название и ИНН')).toBeVisible()
  await theirs.context().close()

  await open(page, `/staff/people/companies?${new URLSearchParams({ search: name })}`)
  await row.getByRole('button', { name: `Снять отметку: ${name}` }).click()
  await giveReason(page, 'Исключена из реестра', 'Снять отметку')
  await expect(row.getByRole('button', { name: `Поставить отметку: ${name}` })).toBeVisible()
  await open(visitor, `/teams/get_current_team/${id}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(visitor.getByText('Проверено', { exact: true })).toBeHidden()
  await visitor.context().close()

  await page.getByRole('link', { name: 'Журнал' }).click()
  await page.getByRole('combobox', { name: 'Показать' }).selectOption('Компания')
  await expect(page).toHaveURL(/subject=company/)
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveText([
    /Отметка снята.*Исключена из реестра/,
    /Проверено.*Выписка ЕГРЮЛ/,
    new RegExp(`Исправлено.*ИНН 7707083894 → ${inn}.*Опечатка в договоре`),
  ])
})

test('a decision about a company that another moderator has changed meanwhile is refused, and the list shows the change', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/409/)
  const name = `Сад ${randomUUID()}`
  const inn = newInn()
  const { id } = await found(name, inn, await newMember(api))
  const staff = await moderator(api)
  await signIn(page, staff)
  await open(page, `/staff/people/companies?${new URLSearchParams({ search: name })}`)
  await page.getByRole('button', { name: `Поставить отметку: ${name}` }).click()
  await apiAs(staff).call('POST /staff/companies/:id/correct/', {
    params: { id: String(id) },
    body: {
      company_name: `${name} новый`,
      team_zipcode: inn,
      reason: 'Просьба',
      was: { company_name: name, team_zipcode: inn, team_country: 'Россия' },
    },
  })
  await dialog(page).getByLabel('Что проверено').fill('Выписка ЕГРЮЛ')
  await dialog(page).getByRole('button', { name: 'Отметить' }).click()
  await expect(page.getByText('Пока вы смотрели, данные компании изменили.')).toBeVisible()
  await expect(page.getByRole('link', { name: `${name} новый` })).toBeVisible()
})

for (const [width, device] of [
  [360, phone],
  [1280, { viewport: { width: 1280, height: 800 } }],
] as const)
  test.describe(`at ${width} px`, () => {
    test.use(device)
    test('axe finds nothing in the marks, the forms and the badge, and nothing overflows', async ({ page, api }) => {
      test.slow()
      const mark = randomUUID()
      const inn = newInn()
      const creators = [await newMember(api), await newMember(api), await newMember(api)] as const
      const { id } = await found(`Питомник «Константинопольскийзадунайский» ${mark}`, inn, creators[0])
      await found(`Двойник ${mark}`, inn, creators[1])
      await found(`Опечатка ${mark}`, '1', creators[2])
      const staff = await moderator(api)
      const { results } = await apiAs(staff).call('GET /staff/companies/', { query: { search: mark } })
      const { company_name, team_zipcode, team_country } = results.find(company => company.id === id) ?? {}
      const was = {
        company_name: company_name ?? '',
        team_zipcode: team_zipcode ?? '',
        team_country: team_country ?? '',
      }
      const note = 'Длинноеисовершенноневыносимоесловобезпробеловвпричине'
      await apiAs(staff).call('POST /staff/companies/:id/verify/', { params: { id: String(id) }, body: { note, was } })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signIn(page, staff)
      const fits = async () =>
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await open(page, `/teams/get_current_team/${id}`)
      await expect(page.getByText('Проверено', { exact: true })).toBeVisible()
      await fits()
      await expectNoViolations(page)
      await open(page, `/staff/people/companies?search=${mark}`)
      await expect(page.getByRole('main').locator('p').filter({ hasText: 'ИНН не бывает' })).toBeVisible()
      await fits()
      await expectNoViolations(page)
      for (const button of [`Исправить: Двойник ${mark}`, `Снять отметку: ${company_name}`]) {
        await page.getByRole('button', { name: button }).click()
        await expect(dialog(page)).toBeVisible()
        await fits()
        await expectNoViolations(page)
        await dialog(page).getByRole('button', { name: 'Отмена' }).click()
        await expect(dialog(page)).toBeHidden()
      }
    })
  })
