import type { Product } from '#contract/products.ts'
import { expectNoViolations } from './axe.ts'
import { card, expect, open, phone, seen, test } from './fixtures.ts'
import { apiAs, type Member, newMember, signIn } from './member.ts'

/** Creates a company with a published plant in these sizes. */
async function makePlant(member: Member, variants: object[]): Promise<Product> {
  const api = apiAs(member)
  await api.call('POST /teams/', {
    body: {
      company_name: 'Сухой ручей',
      team_zipcode: '7707083893',
      team_phone: '+7 495 000-00-01, +7 495 000-00-02',
      team_address: 'Поле',
      team_city: 'Московская область',
    },
  })
  const [category] = await api.call('GET /products/short_list_categories/')
  const [genus] = await api.call('GET /products/genus/', { query: { category__name: category?.name } })
  const [species] = await api.call('GET /products/varieties/', {
    query: { category__name: category?.name, genus__name: genus?.name },
  })
  return api.call('POST /products/create/', {
    body: {
      category: String(category?.id),
      genus: genus?.name ?? '',
      species: species?.name ?? '',
      variants: JSON.stringify(variants),
    },
  })
}

const sizes = [
  {
    sku: 'Л-16',
    girth_from: 16,
    girth_to: 18,
    root: 'wire_ball',
    root_size: 60,
    price: 17500,
    price_tiers: [{ quantity_from: 10, price: 16500 }],
    stock_quantity: 40,
    stock_is_minimum: true,
  },
  { girth_from: 18, girth_to: 20, root: 'wire_ball', root_size: 80, price: 32000, stock: 'on_order' },
  { girth_from: 20, girth_to: 25, stock: 'sold_out', note: 'Новая партия осенью' },
]

test('several sizes are a table on the page, and a line with the lowest price on a card', async ({ page, api }) => {
  const plant = await makePlant(await newMember(api), sizes)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, plant.get_absolute_url)
  const rows = page.getByRole('table', { name: 'Размеры и цены' }).getByRole('row')
  const texts = (await rows.allTextContents()).map(seen)
  expect(texts).toEqual([
    'РазмерНаличиеЦена',
    'Обхват 16–18 · WRB 60Артикул Л-16В наличии, от 40 шт.17 500 ₽от 10 шт. 16 500 ₽СравнитьВ проект',
    'Обхват 18–20 · WRB 80Под заказ32 000 ₽СравнитьВ проект',
    'Обхват 20–25Новая партия осеньюНет в наличии—Сравнить',
  ])
  await expect(page.getByText(/^Цены и наличие подтверждены \d+ /)).toBeVisible()
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.map(text => JSON.parse(text)).find(entry => entry['@type'] === 'Product').offers).toMatchObject({
    '@type': 'AggregateOffer',
    lowPrice: 17500,
    highPrice: 32000,
    offerCount: 2,
    priceCurrency: 'RUB',
    availability: 'https://schema.org/InStock',
  })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(page)
  }
  await open(page, `/products/teamproductslist/${plant.team.id}`)
  const text = seen(await card(page, plant.name).textContent())
  expect(text).toContain('Обхват 16–25 · 3 размера')
  expect(text).toContain('от 17 500 ₽')
})

test('a single size is not a table, and a sold-out one says so once', async ({ page, api }) => {
  const plant = await makePlant(await newMember(api), [{ height_from: 20, stock: 'sold_out', price: 5 }])
  await open(page, plant.get_absolute_url)
  await expect(page.getByText('Нет в наличии').first()).toBeVisible()
  await expect(page.getByText('Нет в наличии')).toHaveCount(1)
  await expect(page.getByRole('table', { name: 'Размеры и цены' })).toHaveCount(0)
  await open(page, `/products/teamproductslist/${plant.team.id}`)
  await expect(card(page, plant.name)).toContainText('Нет в наличии')
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the seller’s contacts are always one tap away and cover nothing', async ({ page, api }) => {
    const plant = await makePlant(await newMember(api), sizes)
    const buyer = await newMember(api)
    await signIn(page, buyer)
    await open(page, plant.get_absolute_url)
    const call = page.getByRole('link', { name: '+7 495 000-00-01' }).filter({ visible: true })
    const write = page.getByRole('button', { name: 'Написать' }).filter({ visible: true })
    for (const top of [0, 400]) {
      await page.evaluate(y => scrollTo(0, y), top)
      await expect(call).toBeInViewport({ ratio: 1 })
    }
    await expect(call).toHaveAttribute('href', 'tel:+74950000001')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const [bar, footer] = await Promise.all([call.boundingBox(), page.getByRole('contentinfo').boundingBox()])
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThan(footer?.y ?? 0)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('link', { name: '+7 495 000-00-01' }).filter({ visible: true })).toHaveCount(1)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => scrollTo(0, 0))
    await write.tap()
    await expect(page).toHaveURL(/\/chat\?conversation=/)
    // The conversation is about the plant, also when it is opened again.
    const subject = page.getByRole('main').getByRole('link', { name: plant.name })
    await expect(subject).toBeVisible()
    await page.reload()
    await subject.tap()
    await expect(page).toHaveURL(plant.get_absolute_url)
  })
})
