import { AxeBuilder } from '@axe-core/playwright'
import type { Product } from '#contract/products.ts'
import { expect, open, type Page, phone, test } from './fixtures.ts'
import { apiAs, holdAndRefuse, type Member, newMember, signIn } from './member.ts'

interface NewPlant {
  genus: string
  species: string
  price?: string
  description?: string
}

/** A company of one's own with these plants, the last one being the newest. */
async function makePlants(member: Member, plants: NewPlant[]): Promise<Product[]> {
  const api = apiAs(member)
  await api.call('POST /teams/', {
    body: {
      company_name: 'Тёплый склон',
      team_zipcode: '7707083893',
      team_phone: '+7 495 000-00-01',
      team_address: 'Поле',
      team_city: 'Московская область',
    },
  })
  const [category] = await api.call('GET /products/short_list_categories/')
  const made: Product[] = []
  for (const plant of plants)
    made.push(await api.call('POST /products/create/', { body: { category: String(category?.id), ...plant } }))
  return made
}

const plants: NewPlant[] = [
  { genus: 'Ясень', species: 'пушистый', price: '900', description: 'Саженцы с комом земли, обхват ствола 18–20 см' },
  { genus: '«Абелия»', species: 'крупноцветковая с очень длинным названием', price: '12500.50' },
  { genus: 'Ёлка', species: 'зелёная' },
]

const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
/** The cells of the names; those that are not published begin with a word about it. */
const nameCells = (page: Page) => rows(page).locator('td:nth-child(3)')

test('the table shows, sorts and finds the plants of the company', async ({ page, api }) => {
  const member = await newMember(api)
  const [ash, abelia, spruce] = await makePlants(member, plants)
  await signIn(page, member)
  await open(page, '/products/my_products')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Мои растения — Тёплый склон')
  await expect(page.getByRole('link', { name: 'О компании' })).toHaveAttribute('href', '/teams/team')
  await expect(nameCells(page)).toHaveText([/Ёлка зелёная$/, /«Абелия» крупноцветковая с оче$/, /Ясень пушистый$/])
  await expect(rows(page).last()).toContainText('Саженцы с комом земли, обхват ...')
  await expect(rows(page).last()).toContainText(`${ash?.id}`)
  await expect(rows(page).last()).toContainText('Не назначен')
  await expect(rows(page).nth(1)).toContainText('12 500,50 ₽')

  const heads = page.getByRole('columnheader')
  await page.getByRole('button', { name: 'Название', exact: true }).click()
  await expect(nameCells(page)).toHaveText([/«Абелия» крупноцветковая с оче$/, /Ёлка зелёная$/, /Ясень пушистый$/])
  await expect(heads.filter({ hasText: 'Название' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Цена', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(nameCells(page)).toHaveText([/Ясень пушистый$/, /«Абелия» крупноцветковая с оче$/, /Ёлка зелёная$/])
  await expect(heads.and(page.locator('[aria-sort]'))).toHaveText(['Цена'])
  await expect(page).toHaveURL(/\?sort=price$/)

  await page.getByRole('searchbox', { name: 'Поиск в таблице' }).pressSequentially('ЕЛКА зеленая')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('Найдено: 1 растение')).toBeVisible()
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Поиск в таблице' }).fill('секвойя')
  await page.getByRole('button', { name: 'Показать все' }).click()
  await expect(rows(page)).toHaveCount(3)

  // Unknown to the directory, they wait for the staff.
  expect([ash, abelia, spruce].map(plant => plant?.is_active)).toEqual([false, false, false])
  await expect(rows(page).getByText('Уже опубликуется')).toHaveCount(3)
  await expect(rows(page).getByRole('img', { name: 'Не опубликовано' })).toHaveText(['-', '-', '-'])
  await expect(page.getByRole('link', { name: `Изменить: ${spruce?.name}` })).toHaveAttribute(
    'href',
    `/products/${spruce?.category.slug}/${spruce?.slug}/edit`,
  )
})

test('a plant that is deleted goes at once, and comes back to its place when the server refuses', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/503/)
  const member = await newMember(api)
  await makePlants(member, plants)
  await signIn(page, member)
  await open(page, '/products/my_products')
  const dialog = page.getByRole('dialog', { name: 'Удалить растение?' })
  const button = page.getByRole('button', { name: /^Удалить: «Абелия»/ })

  await button.click()
  await dialog.getByRole('button', { name: 'Отмена' }).click()
  await expect(button).toBeFocused()

  const refuse = await holdAndRefuse(page, '**/delete/')
  await button.click()
  await dialog.getByRole('button', { name: 'Удалить' }).click()
  await expect(rows(page)).toHaveCount(2)
  await refuse()
  await expect(page.getByRole('alert').getByText('Сервер сейчас занят.')).toBeVisible()
  await expect(nameCells(page)).toHaveText([/Ёлка зелёная$/, /«Абелия» крупноцветковая с оче$/, /Ясень пушистый$/])

  await page.unrouteAll()
  await button.click()
  await dialog.getByRole('button', { name: 'Удалить' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect
    .poll(async () => (await apiAs(member).call('GET /products/my_products/')).map(product => product.genus))
    .toEqual(['Ёлка', 'Ясень'])
})

test('what is published leads to its page, and what another employee looks after cannot be touched', async ({
  page,
  api,
}) => {
  const member = await newMember(api)
  const [plant] = await makePlants(member, [{ genus: 'Ясень', species: 'пушистый' }])
  await signIn(page, member)
  const assigned = { id: member.id, name: 'Ольга', email: 'olga@sad.example' }
  await page.route('**/api/products/my_products/', route =>
    route.fulfill({
      json: [{ ...plant, is_active: true, assigned_to: assigned, can: { edit: false, assign: false } }],
    }),
  )
  await open(page, '/products/my_products')
  const row = rows(page).first()
  await expect(row.getByRole('link', { name: 'Ясень пушистый' })).toHaveAttribute('href', plant?.get_absolute_url ?? '')
  await expect(row.getByRole('img', { name: 'Опубликовано' })).toHaveText('+')
  await expect(row).toContainText('olga@sad.example')
  await expect(row.getByRole('cell').last()).toHaveText('-')
  await expect(row.getByRole('button')).toHaveCount(0)
})

/** A company with a long price list, as the server would send it. */
async function stubPriceList(page: Page, member: Member, count: number) {
  const [plant] = await makePlants(member, plants.slice(0, 1))
  const list = Array.from({ length: count }, (_, index) => ({
    ...plant,
    id: count - index,
    name: `Растение ${String((index * 7919) % count).padStart(4, '0')}`,
    price: index,
  }))
  await page.route('**/api/products/my_products/', route => route.fulfill({ json: list }))
}

test('a long price list: a hundred plants on a page, all of them sorted and searched', async ({ page, api }) => {
  const member = await newMember(api)
  await stubPriceList(page, member, 1200)
  await signIn(page, member)
  // A page that is not there is the last one.
  await open(page, '/products/my_products?page=99')
  await expect(rows(page)).toHaveCount(100)
  await expect(rows(page).last()).toContainText('1 199 ₽')
  await page.getByRole('navigation', { name: 'Страницы' }).getByRole('link', { name: 'Страница 11' }).click()
  await expect(page).toHaveURL(/\?page=11$/)
  await expect(rows(page).last()).toContainText('1 099 ₽')
  // Sorting and searching start at the first page.
  await page.getByRole('button', { name: 'Название', exact: true }).click()
  await expect(page).toHaveURL(/\?sort=name$/)
  await expect(nameCells(page).first()).toContainText('Растение 0000')
  await page.getByRole('searchbox', { name: 'Поиск в таблице' }).fill('растение 0042')
  await expect(rows(page)).toHaveCount(1)
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the plants are cards that are sorted, found and deleted by the thumb', async ({ page, api }) => {
    const member = await newMember(api)
    await makePlants(member, plants)
    await signIn(page, member)
    await open(page, '/products/my_products')
    const cards = page.getByRole('list', { name: 'Растения компании' }).getByRole('listitem')
    await expect(cards).toHaveText([/Ёлка/, /Абелия/, /Ясень/])
    await page.getByRole('button', { name: 'По цене' }).tap()
    await expect(page.getByRole('button', { name: 'По цене' })).toHaveAttribute('aria-pressed', 'true')
    await expect(cards).toHaveText([/Ясень/, /Абелия/, /Ёлка/])
    await page.getByRole('button', { name: /^Удалить: Ясень/ }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).tap()
    await expect(page.getByText('Успешно удален')).toBeVisible()
    await expect(cards).toHaveCount(2)
    await expectAccessible(page, 360)
  })
})

test('axe finds nothing in the table', async ({ page, api }) => {
  const member = await newMember(api)
  await makePlants(member, plants)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, member)
  await open(page, '/products/my_products')
  await expect(rows(page)).toHaveCount(3)
  await expectAccessible(page, 1280)
  await page.getByRole('button', { name: /^Удалить: Ясень/ }).click()
  await expectAccessible(page, 1280)
})

async function expectAccessible(page: Page, width: number) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const axe = new AxeBuilder({ page })
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
    const found = (await axe.analyze()).violations
    expect.soft(found.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html}`))).toEqual([])
  }
}

test('whoever may change a plant finds the way to its form on its own page, and nobody else does', async ({
  page,
  api,
}) => {
  const owner = await newMember(api)
  const [category] = await api.call('GET /products/short_list_categories/')
  const [genus] = await api.call('GET /products/genus/', { query: { category__name: category?.name } })
  const [species] = await api.call('GET /products/varieties/', {
    query: { category__name: category?.name, genus__name: genus?.name },
  })
  const [plant] = await makePlants(owner, [{ genus: genus?.name ?? '', species: species?.name ?? '' }])
  const edit = page.getByRole('main').getByRole('link', { name: 'Изменить' })
  await signIn(page, await newMember(api))
  await open(page, plant?.get_absolute_url ?? '')
  await expect(page.getByRole('img', { name: /^Мой профиль/ })).toBeVisible()
  await expect(edit).toHaveCount(0)
  await signIn(page, owner)
  await open(page, plant?.get_absolute_url ?? '')
  await edit.click()
  await expect(page).toHaveURL(`/products${plant?.get_absolute_url}edit`)
  await expect(page.getByRole('button', { name: 'Сохранить' })).toBeVisible()
})
