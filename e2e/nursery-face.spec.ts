import sharp from 'sharp'
import { expectFits } from './axe.ts'
import { expect, open, settled, test } from './fixtures.ts'
import { emailTo, newEmail, newMember, signIn } from './member.ts'
import { nursery } from './nursery.ts'

const picture = async (name: string, width: number, height: number, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer(),
})

test('a nursery gives its page a face, and buyers see it at its own address', async ({ page, api, browser }) => {
  // Four pictures are encoded while two pages are judged.
  test.slow()
  const { member, own, teamId, name } = await nursery(api, 'Лицо', [12_000, 900])
  await signIn(page, member)
  await open(page, '/teams/edit-team')
  const form = page.getByRole('form', { name: 'Лицо питомника' })
  const slug = await form.getByLabel('Адрес страницы').inputValue()
  expect(slug).toMatch(/^litso-[a-z0-9]{4}$/)
  await form.getByLabel('Выбрать: Логотип').setInputFiles(await picture('logo.png', 300, 300, '#2f6b46'))
  await form.getByLabel('Выбрать: Обложка').setInputFiles(await picture('cover.png', 1600, 500, '#87a96b'))
  await form
    .getByLabel('Добавить: Снимки питомника')
    .setInputFiles([await picture('one.png', 800, 600, '#b5651d'), await picture('two.png', 800, 600, '#556b2f')])
  await form.getByLabel('Часы работы').fill('пн–сб 9–18')
  await form.getByLabel('Куда доставляете').fill('Москва и область')
  await form.getByRole('button', { name: 'Сохранить страницу' }).click()
  await expect(page.getByText('Страница питомника сохранена')).toBeVisible()
  await expect(form.getByRole('img')).toHaveCount(4)

  // A taken address is refused beside its field.
  const other = await nursery(api, 'Другой', [1, 1])
  const taken = await other.own
    .call('PATCH /teams/:id/', { params: { id: String(other.teamId) }, body: { slug } })
    .catch((error: { fields: unknown }) => error.fields)
  expect(taken).toMatchObject({ slug: [{ code: 'taken' }] })

  const buyer = await (await browser.newContext({ locale: 'ru-RU' })).newPage()
  await open(buyer, `/teams/get_current_team/${teamId}`)
  await expect(buyer).toHaveURL(new RegExp(`/c/${slug}$`))
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(buyer.getByAltText(`Обложка: ${name}`)).toBeVisible()
  await expect(buyer.getByRole('region', { name: 'Как у нас' }).getByRole('img')).toHaveCount(2)
  await expect(buyer.getByRole('region', { name: 'Информация о компании' })).toContainText('пн–сб 9–18')
  await expect(buyer.getByRole('link', { name: 'Открыть прайс-лист' })).toBeVisible()
  expect(await buyer.locator('link[rel=canonical]').getAttribute('href')).toMatch(new RegExp(`/c/${slug}$`))
  await settled(buyer)
  await expectFits(buyer)

  // Taking one photo away leaves the other.
  await page.reload()
  await form.getByRole('button', { name: 'Убрать снимок 1' }).click()
  await form.getByRole('button', { name: 'Сохранить страницу' }).click()
  await expect(page.getByText('Страница питомника сохранена')).toBeVisible()
  const team = await own.call('GET /teams/get_my_team/')
  expect(team?.photos).toHaveLength(1)
  await expectFits(page)
})

test('an employee is invited by a letter, signs up from it, and accepts', async ({ page, api, browser }) => {
  const { member, own } = await nursery(api, 'Приглашение', [1, 1])
  await signIn(page, member)
  await open(page, '/teams/add-member')
  const email = newEmail()
  await page.getByLabel('Кого пригласить').fill(email)
  await page.getByRole('button', { name: 'Пригласить', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Ждут ответа' })).toContainText(email)
  await expectFits(page)

  const { link } = await emailTo(email)
  const invited = await (await browser.newContext({ locale: 'ru-RU' })).newPage()
  await open(invited, new URL(link).pathname + new URL(link).search)
  await expect(invited.getByRole('main')).toContainText('приглашает вас сотрудником')
  await expectFits(invited)
  await expect(invited.getByRole('link', { name: 'Зарегистрироваться' }).last()).toHaveAttribute('href', /next=/)

  // Who has an account signs in and accepts.
  const employee = await newMember(api, { email })
  await signIn(invited, employee)
  await open(invited, new URL(link).pathname + new URL(link).search)
  await invited.getByRole('button', { name: 'Принять приглашение' }).click()
  await expect(invited).toHaveURL(/\/teams\/team$/)
  expect((await own.call('GET /teams/get_my_team/'))?.members.map(({ id }) => id)).toContain(employee.id)
})
