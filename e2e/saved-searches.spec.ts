import type { Product } from '#contract/products.ts'
import type { Api } from '#web/lib/api.ts'
import { violationsOf } from './axe.ts'
import { expect, open, test, widths } from './fixtures.ts'
import { apiAs, emailTo, makeCompany, newMember, signIn } from './member.ts'

const smaragd = { genus: 'Туя', species: "западная 'Smaragd'" }

/** A new company that offers one plant. */
async function seller(
  api: Api,
  stock: 'in_stock' | 'sold_out',
  of: { genus: string; species: string } = smaragd,
): Promise<{ api: Api; product: Product }> {
  const own = apiAs(await newMember(api, { name: 'Пётр Садов' }))
  await makeCompany(own, 'Дальний склон')
  const categories = await own.call('GET /products/short_list_categories/')
  const category = String(categories.find(({ slug }) => slug === 'hvoynye')?.id)
  const variants = [{ price: 1200, stock, height_from: 120, height_to: 140 }]
  const product = await own.call('POST /products/create/', { body: { ...of, category, variants } })
  return { api: own, product }
}

test('a search is saved, reported by email, renamed, unsubscribed by the email’s link and deleted', async ({
  page,
  api,
}) => {
  test.setTimeout(120_000)
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, '/offers?plant=thuja-occidentalis-smaragd&price_to=1500')
  await page.getByRole('button', { name: 'Сохранить поиск' }).click()
  const dialog = page.getByRole('dialog', { name: 'Сохранить поиск' })
  await dialog.getByRole('textbox', { name: 'Название' }).fill('Туи для изгороди')
  await dialog.getByRole('combobox', { name: 'Когда сообщать' }).selectOption('Сразу')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog).toBeHidden()

  await page.goto('/saved-searches')
  await expect(page.getByRole('link', { name: 'Туи для изгороди' })).toHaveAttribute(
    'href',
    '/offers?plant=thuja-occidentalis-smaragd&price_to=1500',
  )
  await expect(page.getByText(/Туя западная 'Smaragd', цена до 1.500 ₽/)).toBeVisible()
  await page.getByRole('button', { name: 'Переименовать «Туи для изгороди»' }).click()
  await page.getByRole('textbox', { name: 'Название' }).fill('Изгородь')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('link', { name: 'Изгородь' })).toBeVisible()

  await seller(api, 'in_stock')
  // At most a minute (timer, job, sending).
  let email = await emailTo(member.email).catch(() => null)
  for (let n = 0; n < 6 && !email; n++) email = await emailTo(member.email).catch(() => null)
  expect(email?.subject).toBe('Изгородь: 1 предложение')
  await page.goto('/notifications')
  await expect(page.getByText('По сохранённому поиску «Изгородь» есть новое: 1 предложение.')).toBeVisible()

  const unsubscribe = email?.text.match(/https?:\/\/\S+\/unsubscribe\S+/)?.[0] ?? ''
  await open(page, unsubscribe)
  await page.getByRole('button', { name: 'Больше не сообщать' }).click()
  await page.getByRole('link', { name: 'Сохранённые поиски', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Когда сообщать' })).toHaveValue('never')
  await page.getByRole('button', { name: 'Удалить «Изгородь»' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await expect(page.getByText('Вы ещё ничего не искали впрок')).toBeVisible()
})

test('a product that is sold out shows what may be planted instead, where nobody else offers the plant', async ({
  page,
  api,
}) => {
  const { results } = await api.call('GET /plants/', { query: { category: 'hvoynye', with_offers: '0' } })
  const plants = await Promise.all(results.map(({ slug }) => api.call('GET /plants/:slug/', { params: { slug } })))
  const plant = plants.find(({ substitutes }) => substitutes.length > 0)
  const genus = plant?.genus.name ?? ''
  const { product } = await seller(api, 'sold_out', { genus, species: plant?.name.slice(genus.length + 1) ?? '' })
  expect(product.plant?.slug).toBe(plant?.slug)
  await open(page, product.get_absolute_url)
  const region = page.getByRole('region', { name: 'Чем заменить' })
  await expect(region.getByRole('link')).toHaveText(plant?.substitutes.map(one => one.plant.name) ?? [])
  await expect(region).toContainText(plant?.substitutes[0]?.reason ?? '')
})

test('a visitor signs in, returns and sets an alert for a sold-out product', async ({ page, api }) => {
  const member = await newMember(api)
  const { product } = await seller(api, 'sold_out')
  await open(page, product.get_absolute_url)
  await page.getByRole('link', { name: 'Сообщить о поступлении' }).click()
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel(/^Пароль/).fill(member.password)
  await page.getByRole('button', { name: 'Войти' }).click()
  await expect(page).toHaveURL(product.get_absolute_url)
  // What was pressed before the sign-in is done.
  await expect(page.getByRole('button', { name: 'Сообщим о поступлении' })).toHaveAttribute('aria-pressed', 'true')
  expect(await apiAs(member).call('GET /stock-alerts/')).toMatchObject([{ product: { id: product.id } }])
  await page.goto('/saved-searches')
  await page.getByRole('button', { name: `Не ждать: ${product.name}` }).click()
  await expect(page.getByRole('heading', { name: 'Ждёте поступления' })).toBeHidden()
})

test('an action that a visitor started is completed after the sign-in, but not by opening the page', async ({
  page,
  api,
}) => {
  const member = await newMember(api)
  const path = '/plants/tilia-cordata-greenspire'
  test.slow()
  async function signInHere() {
    await page.getByRole('textbox', { name: 'Email' }).fill(member.email)
    await page.getByLabel(/^Пароль/).fill(member.password)
    await page.getByRole('button', { name: 'Войти' }).click()
    await expect(page).toHaveURL(path)
  }
  await open(page, path)
  await page.getByRole('link', { name: 'Сохранить растение' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
  // Returning without signing in cancels the action.
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Сохранить растение' })).toBeVisible()
  await open(page, `/login?next=${path}`)
  await signInHere()
  await expect(page.getByRole('button', { name: 'Сохранить растение' })).toBeEnabled()
  expect(await apiAs(member).call('GET /saved-plants/')).toEqual([])

  await page.evaluate(() => localStorage.clear())
  await open(page, path)
  await page.getByRole('link', { name: 'Сохранить растение' }).click()
  await signInHere()
  await expect(page.getByRole('button', { name: 'Растение сохранено' })).toHaveAttribute('aria-pressed', 'true')
  expect(await apiAs(member).call('GET /saved-plants/')).toHaveLength(1)
  await page.getByRole('button', { name: 'Растение сохранено' }).click()
  await expect(page.getByRole('button', { name: 'Сохранить растение' })).toBeEnabled()
  await open(page, path)
  await expect(page.getByRole('button', { name: 'Сохранить растение' })).toBeEnabled()
  expect(await apiAs(member).call('GET /saved-plants/')).toEqual([])

  await page.evaluate(() => localStorage.clear())
  await open(page, path)
  await page.getByRole('link', { name: 'Сохранить поиск' }).click()
  await signInHere()
  await expect(page.getByRole('dialog', { name: 'Сохранить поиск' })).toBeVisible()
})

test('a plant without offers can be saved and gets an alert', async ({ page, api }) => {
  const all = await api.call('GET /plants/', { query: { page_size: 100 } })
  const plant = all.results.find(({ offers_count }) => offers_count === 0)
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, `/plants/${plant?.slug}`)
  await page.getByRole('button', { name: 'Сохранить растение' }).click()
  await page.getByRole('button', { name: 'Сообщить о поступлении' }).click()
  await expect(page.getByRole('button', { name: 'Растение сохранено' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Сообщим о поступлении' })).toBeVisible()
  await apiAs(member).call('POST /saved-searches/', {
    body: { name: 'Очень длинное название '.repeat(8).trim(), query: 'search=туя&zone=4', every: 'weekly' },
  })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/saved-searches')
    await expect(page.getByRole('heading', { name: 'Сохранённые растения' })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
