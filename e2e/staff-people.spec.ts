import { randomUUID } from 'node:crypto'
import { expectNoViolations } from './axe.ts'
import { expect, notFound, open, type Page, phone, test } from './fixtures.ts'
import { apiAs, type Member, newMember, signIn } from './member.ts'
import { dialog, giveReason, moderator } from './moderator.ts'

// The server renders for visitors and answers 404 for the admin; the browser then loads the page again.
test.beforeEach(({ problems }) => problems.allow(notFound))

const write = async (author: Member, body: string) =>
  (await apiAs(author).call('POST /posts/create/', { body: { body } })).id
/** Two similar screens, distinguished by the field's label. */
const searches = {
  people: 'Имя, e-mail, компания или её ИНН',
  companies: 'Название, ИНН, имя или e-mail создателя',
}

/** Searches for something that exactly one row contains, and waits until the other rows are gone. */
async function find(page: Page, what: keyof typeof searches, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: searches[what] }).fill(text)
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page).toHaveURL(url => url.searchParams.get('search') === text)
  await expect(page.getByRole('row')).toHaveCount(2)
}

const report = (who: Member, id: string) => apiAs(who).call('POST /posts/:id/report/', { params: { id } })

test('a blocked person is signed out, cannot sign in, and their products are hidden', async ({
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
  await find(page, 'people', company)
  await expect(row).toContainText('Игорь Торопов')
  await expect(row).toContainText('1 растение')
  await find(page, 'people', igor.email)
  await expect(row).toContainText('Игорь Торопов')
  const button = row.getByRole('button', { name: 'Заблокировать: Игорь Торопов' })
  await button.press('Enter')
  await expect(dialog(page).getByText('Не будет видно: 1 растение.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(button).toBeFocused()
  await button.press('Enter')
  await giveReason(page, 'Не отвечает покупателям', 'Заблокировать')
  await expect(row).toContainText('Не отвечает покупателям')

  await expect(theirs).toHaveURL(/\/login/, { timeout: 15_000 })
  await theirs.getByLabel('Email').fill(igor.email)
  // The block and its reason are only revealed with the right password.
  for (const [password, answer] of [
    ['not the password 5', /^Email или пароль не верны!/],
    [igor.password, 'Модератор заблокировал вас, и войти нельзя. Причина: Не отвечает покупателям'],
  ] as const) {
    await theirs.getByLabel(/^Пароль/).fill(password)
    await theirs.getByRole('button', { name: 'Войти' }).click()
    await expect(theirs.getByText(answer).first()).toBeVisible()
  }
  expect((await theirs.request.get(path)).status()).toBe(404)

  await page.getByRole('link', { name: 'Компании', exact: true }).click()
  await find(page, 'companies', company)
  const theirCompany = page.getByRole('row').filter({ hasText: company })
  await expect(theirCompany).toContainText('Создатель заблокирован')
  await theirCompany.getByRole('link', { name: 'Игорь Торопов' }).click()
  await row.getByRole('button', { name: 'Разблокировать: Игорь Торопов' }).click()
  await giveReason(page, 'Ответил всем', 'Разблокировать')
  await expect(row.getByRole('button', { name: 'Заблокировать: Игорь Торопов' })).toBeVisible()
  expect((await theirs.request.get(path)).status()).toBe(200)
  await theirs.getByRole('button', { name: 'Войти' }).click()
  await expect(theirs).toHaveURL(/\/feed/)
  await theirs.context().close()

  await page.getByRole('link', { name: 'Журнал' }).click()
  await page.getByRole('combobox', { name: 'Показать' }).selectOption('Человек')
  await expect(page).toHaveURL(/subject=person/)
  const deeds = page.getByRole('row').filter({ has: page.locator(`a[href="/profile/${igor.id}"]`) })
  await expect(deeds).toHaveText([
    /Мария Смотрова.*Разблокировано.*Ответил всем/,
    /Мария Смотрова.*Заблокировано.*Не отвечает покупателям/,
  ])
})

test('a blocked company shows its people the reason', async ({ page, api, browser }) => {
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
    test('axe finds nothing in the admin, and nothing overflows', async ({ page, api }) => {
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
        ['/staff/reports', 'Записи'],
        ['/staff/reports/hidden', 'Запись скрыта модератором'],
        ['/staff/people', author.email],
        ['/staff/people/companies', 'ИНН'],
        ['/staff/journal', reason],
      ] as const) {
        await open(page, path)
        await expect(page.getByRole('main').getByText(sign).first()).toBeVisible()
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        const room = page.getByRole('navigation', { name: 'Комната модераторов' }).locator('[aria-current=page]')
        await expect(room).toBeInViewport({ ratio: 0.9 })
        await expectNoViolations(page)
      }
      await open(page, '/staff/reports')
      await page.getByRole('button', { name: 'Скрыть' }).first().click()
      await dialog(page).getByRole('button', { name: 'Скрыть' }).click()
      await expectNoViolations(page)
    })
  })
}
