import type { Product } from '#contract/products.ts'
import { expectNoViolations } from './axe.ts'
import { expect, open, type Page, phone, test } from './fixtures.ts'
import { apiAs, holdAndRefuse, type Member, makeCompany, newMember, signIn } from './member.ts'
import { nursery } from './nursery.ts'

interface NewPlant {
  genus: string
  species: string
  price?: string
  description?: string
}

/** Creates a company with these plants, the last one being the newest. */
async function makePlants(member: Member, plants: NewPlant[]): Promise<Product[]> {
  const api = apiAs(member)
  await makeCompany(api, 'Тёплый склон')
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
/** The price field of a product in the table. */
const priceOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Цена, ₽: ${name}` })
const nameCells = (page: Page) => rows(page).locator('td:nth-child(3)')

test('the table shows, sorts and searches the products of the company', async ({ page, api }) => {
  const member = await newMember(api)
  const [ash, abelia, spruce] = await makePlants(member, plants)
  await signIn(page, member)
  await open(page, '/products/my_products')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Мои растения — Тёплый склон')
  await expect(page.getByRole('link', { name: 'О компании' })).toHaveAttribute('href', '/teams/team')
  await expect(nameCells(page)).toHaveText([/Ёлка зелёная$/, /«Абелия» крупноцветковая с оче$/, /Ясень пушистый$/])
  await expect(rows(page).last()).toContainText(ash?.category.name ?? '')
  await expect(rows(page).last()).toContainText('Не назначен')
  await expect(priceOf(page, '«Абелия»')).toHaveValue('12500,5')

  const heads = page.getByRole('columnheader')
  await page.getByRole('button', { name: 'Название', exact: true }).click()
  await expect(nameCells(page)).toHaveText([/«Абелия» крупноцветковая с оче$/, /Ёлка зелёная$/, /Ясень пушистый$/])
  await expect(heads.filter({ hasText: 'Название' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Размеры, наличие и цена, ₽' }).focus()
  await page.keyboard.press('Enter')
  await expect(nameCells(page)).toHaveText([/Ясень пушистый$/, /«Абелия» крупноцветковая с оче$/, /Ёлка зелёная$/])
  await expect(heads.and(page.locator('[aria-sort]'))).toHaveText(['Размеры, наличие и цена, ₽'])
  await expect(page).toHaveURL(/\?sort=price$/)

  await page.getByRole('searchbox', { name: 'Название или артикул' }).pressSequentially('ёлка зеленая')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('Найдено: 1 растение')).toBeVisible()
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Название или артикул' }).fill('секвойя')
  await page.getByRole('button', { name: 'Показать все' }).click()
  await expect(rows(page)).toHaveCount(3)

  // Their plants are not in the directory, so they wait for review.
  expect([ash, abelia, spruce].map(plant => plant?.is_active)).toEqual([false, false, false])
  await expect(rows(page).getByText('Уже опубликуется')).toHaveCount(3)
  await expect(rows(page).getByRole('img', { name: 'Не опубликовано' })).toHaveText(['-', '-', '-'])
  await expect(page.getByRole('link', { name: `Изменить: ${spruce?.name}` })).toHaveAttribute(
    'href',
    `/products/${spruce?.category.slug}/${spruce?.slug}/edit`,
  )
})

test('a deleted product disappears at once, and returns to its place if the server refuses', async ({
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

test('a published product links to its page, and one assigned to another employee cannot be changed', async ({
  page,
  api,
}) => {
  const member = await newMember(api)
  const [plant] = await makePlants(member, [{ genus: 'Ясень', species: 'пушистый' }])
  await signIn(page, member)
  const assigned = { id: member.id, name: 'Ольга', email: 'olga@sad.example' }
  await page.route('**/api/products/own/**', route =>
    route.fulfill({
      json: {
        count: 1,
        next: null,
        previous: null,
        results: [{ ...plant, is_active: true, assigned_to: assigned, can: { edit: false, assign: false } }],
      },
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

test('prices and stock are changed in place; a refused value stays as typed', async ({ page, api, problems }) => {
  problems.allow(/400/)
  const member = await newMember(api)
  await makePlants(member, plants)
  await signIn(page, member)
  await open(page, '/products/my_products')
  const price = priceOf(page, 'Ясень')
  await price.fill('-5')
  await price.press('Enter')
  await expect(page.getByText('Цена не может быть отрицательной')).toBeVisible()
  await expect(price).toHaveValue('-5')
  await price.press('Escape')
  await expect(price).toHaveValue('900')
  await price.fill('1 250,50')
  await price.press('Enter')
  await page.getByRole('combobox', { name: /^Наличие: Ясень/ }).selectOption('on_order')
  const ash = async () =>
    (await apiAs(member).call('GET /products/my_products/')).find(product => product.genus === 'Ясень')?.variants[0]
  await expect.poll(ash).toMatchObject({ price: 1250.5, stock: 'on_order' })
})

test('several products are selected and changed at once, after a confirmation with their number', async ({
  page,
  api,
}) => {
  const member = await newMember(api)
  await makePlants(member, plants)
  await signIn(page, member)
  await open(page, '/products/my_products')
  await page.getByRole('checkbox', { name: 'Выбрать всё на странице' }).check()
  await expect(page.getByText('Выбрано: 3 растения', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Что сделать с выбранными' }).selectOption('price')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Выбрано: 3 растения, 3 размера.')
  await dialog.getByRole('textbox').fill('10')
  await dialog.getByRole('button', { name: 'Изменить цены' }).click()
  await expect(page.getByText('Цены изменены: 3 размера')).toBeVisible()
  await expect(priceOf(page, 'Ясень')).toHaveValue('990')
  await page.getByRole('combobox', { name: 'Состояние' }).selectOption('published')
  await expect(page).toHaveURL(/\?state=published$/)
  await expect(page.getByText('Ничего не нашлось')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the products are cards that can be sorted, searched and deleted', async ({ page, api }) => {
    const member = await newMember(api)
    await makePlants(member, plants)
    await signIn(page, member)
    await open(page, '/products/my_products')
    const cards = page.getByRole('list', { name: 'Растения компании' }).locator('> li')
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
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectNoViolations(page)
}

test('only people who may edit a product see the link to its form on its page', async ({ page, api }) => {
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

test('what deals hold of a size is said in the list and in its editor, and what the company has to put right', async ({
  page,
  api,
}) => {
  const { member, own, teamId, limes } = await nursery(api, 'Питомник «Залог»', [12_000, 900])
  const { variants } = await own.call('GET /products/:category_slug/:product_slug/', { params: limes })
  const variant = variants[0]?.id ?? 0
  const buyer = apiAs(await newMember(api))
  const project = await buyer.call('POST /projects/', { body: { name: 'Сквер', text: 'Липа мелколистная — 12 шт' } })
  const request = await buyer.call('POST /requests/', {
    body: { project: project.id, lines: [], regions: [], companies: [teamId] },
  })
  const params = { id: request.id }
  const lines = request.lines.map(({ id }) => ({ line: id, variant, price: 12_000, quantity: 12, is_substitute: true }))
  const quote = await own.call('POST /requests/:id/quote/', { params, body: { lines } })
  await buyer.call('POST /requests/:id/award/', {
    params,
    body: { choices: lines.map(({ line }) => ({ line, quote: quote.id })) },
  })
  const held = (text: string) => page.getByRole('button', { name: new RegExp(`^${text}, по каким сделкам`) })
  const editor = `/products/${limes.category_slug}/${limes.product_slug}/edit`
  await signIn(page, member)
  await open(page, '/products/my_products')
  await expect(held('удержано 12, свободно 18')).toBeVisible()
  await open(page, editor)
  await held('удержано 12, свободно 18').click()
  await expect(page.getByRole('link', { name: '12 растений по сделке' })).toBeVisible()
  // It has fewer than it has promised.
  await own.call('POST /variants/change/', { body: { changes: [{ id: variant, stock_quantity: 5 }] } })
  await open(page, editor)
  await held('удержано всё: 5 шт.').click()
  await expect(page.getByText('По сделкам обещано 12 шт., а указано 5.')).toBeVisible()
})
