import { formatPrice } from '#web/lib/format-price.ts'
import { violationsOf } from './axe.ts'
import { expect, mark, open, type Page, phone, seen, test, widths } from './fixtures.ts'

const plant = '/plants/tilia-cordata-greenspire'
const toggles = (page: Page) => page.getByRole('button', { name: /^Сравнить: /, includeHidden: false })
const bar = (page: Page) => page.getByRole('region', { name: 'Выбрано для сравнения' })

test('offers are chosen, compared, narrowed to what differs, and taken out', async ({ page, api }) => {
  const { results } = await api.call('GET /plants/:slug/offers/', { params: { slug: 'tilia-cordata-greenspire' } })
  const offers = results.slice(0, 3)
  expect(offers).toHaveLength(3)
  await open(page, plant)
  const stays = await mark(page)
  await expect(bar(page)).toBeHidden()
  const table = page.getByRole('table', { name: 'Предложения' })
  for (const [index] of offers.entries()) {
    const toggle = table.getByRole('button', { name: /^Сравнить: / }).nth(index)
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('status').filter({ hasText: `Добавлено к сравнению: ${index + 1} из 6` })).toHaveCount(
      1,
    )
  }
  await bar(page).getByRole('link', { name: 'Сравнить предложения: 3' }).click()
  await expect(page).toHaveURL(`/compare?${offers.map(({ variant }) => `offer=${variant.id}`).join('&')}`)
  expect(await stays()).toBe(true)
  await expect(page).toHaveTitle('Сравнение | Дендро')

  const compared = page.getByRole('table', { name: 'Сравнение предложений' })
  await expect(compared.getByRole('columnheader').getByRole('link', { name: /^Липа/ })).toHaveCount(3)
  const price = compared.getByRole('row', { name: /^Цена за штуку/ })
  for (const [index, { variant }] of offers.entries())
    expect(seen(await price.getByRole('cell').nth(index).textContent())).toBe(
      seen(variant.price === null ? 'по запросу' : formatPrice(variant.price)),
    )
  const prices = new Set(offers.map(({ variant }) => variant.price))
  expect(prices.size).toBeGreaterThan(1)
  await expect(price.getByRole('rowheader')).toHaveText('Цена за штуку, отличается')
  const zone = compared.getByRole('row', { name: /^Зона зимостойкости/ })
  await expect(zone.getByRole('rowheader')).toHaveText('Зона зимостойкости')
  await expect(compared.getByRole('link', { name: /^\+7/ })).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Показать только отличия' }).check()
  await expect(zone).toBeHidden()
  await expect(price).toBeVisible()

  await compared
    .getByRole('link', { name: /^Убрать из сравнения/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/compare\?offer=\d+&offer=\d+$/)
  await expect(compared.getByRole('columnheader').getByRole('link', { name: /^Липа/ })).toHaveCount(2)
  await open(page, plant)
  await expect(bar(page).getByRole('link', { name: 'Сравнить предложения: 2' })).toBeVisible()
  await bar(page)
    .getByRole('button', { name: /^Убрать из сравнения/ })
    .first()
    .click()
  await expect(bar(page).getByRole('button', { name: /^Убрать из сравнения/ })).toBeFocused()
  await bar(page).getByRole('button', { name: 'Больше не сравнивать предложения' }).click()
  await expect(bar(page)).toBeHidden()
  await expect(table.getByRole('button', { name: /^Сравнить: /, pressed: true })).toHaveCount(0)
})

test('plants are chosen on their cards apart from offers, and a seventh is refused', async ({ page }) => {
  test.slow()
  await open(page, '/offers?search=липа')
  await toggles(page).first().click()
  await open(page, '/plants?with_offers=1')
  for (let n = 0; n < 6; n++) await toggles(page).nth(n).click()
  await expect(bar(page).getByRole('link')).toHaveText(['Предложения 1', 'Растения 6'])
  await toggles(page).nth(6).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Сравнить можно не больше 6 растений. Уберите какое-нибудь из выбранных.',
  )
  await expect(toggles(page).nth(6)).toHaveAttribute('aria-pressed', 'false')
  await toggles(page).nth(0).click()
  await toggles(page).nth(6).click()
  await expect(toggles(page).nth(6)).toHaveAttribute('aria-pressed', 'true')

  // Another window chooses from the same.
  const other = await page.context().newPage()
  await open(other, '/plants?with_offers=1')
  await expect(toggles(other).nth(6)).toHaveAttribute('aria-pressed', 'true')
  await toggles(other).nth(6).click()
  await expect(toggles(page).nth(6)).toHaveAttribute('aria-pressed', 'false')
  await expect(bar(page).getByRole('link', { name: 'Сравнить растения: 5' })).toBeVisible()
  await other.close()
})

test('a shared address shows plants in its order, with their flowering, and says what is gone', async ({
  page,
  api,
  request,
}) => {
  const slugs = ['tilia-cordata-greenspire', 'thuja-occidentalis-smaragd']
  const path = `/compare?plant=${slugs.join('&plant=')}&plant=nothing-of-the-kind&offer=999999999`
  const html = await (await request.get(path)).text()
  expect(html).toContain('Сравнение растений')
  expect(html).toContain('name="robots" content="noindex"')
  await open(page, path)
  const plants = await Promise.all(slugs.map(slug => api.call('GET /plants/:slug/', { params: { slug } })))
  const compared = page.getByRole('table', { name: 'Сравнение растений' })
  await expect(compared.getByRole('columnheader').getByRole('link', { name: /^(?:Липа|Туя)/ })).toHaveText(
    plants.map(({ name }) => name),
  )
  await expect(compared.getByRole('row', { name: /^Высота/ }).getByRole('cell')).toHaveText(
    plants.map(({ height_at_maturity: height }) => new RegExp(`^${String(height).replace('.', ',')}\\s*м$`)),
  )
  await expect(compared.getByRole('img', { name: /^Цветёт: / })).toHaveCount(
    plants.filter(({ flowering }) => flowering !== null).length,
  )
  await expect(page.getByText('Нет в справочнике: 1 растение')).toBeVisible()
  await expect(page.getByText('Этих предложений больше нет')).toBeVisible()
  const remove = page.getByRole('link', { name: 'Убрать из сравнения', exact: true })
  await expect(remove).toHaveCount(2)
  await remove.first().click()
  await expect(page).toHaveURL(`/compare?plant=${slugs.join('&plant=')}&plant=nothing-of-the-kind`)
  await expect(remove).toHaveCount(1)
  await remove.click()
  await expect(page).toHaveURL(`/compare?plant=${slugs.join('&plant=')}`)
})

test('an empty comparison leads on, also to what this browser has chosen', async ({ page }) => {
  await open(page, '/compare')
  await expect(page.getByText('Сравнивать пока нечего')).toBeVisible()
  await page.getByRole('link', { name: 'К растениям' }).click()
  await expect(page).toHaveURL('/plants')
  await toggles(page).first().click()
  await open(page, '/compare')
  await page.getByRole('link', { name: 'Выбранные растения: 1' }).click()
  await expect(page.getByRole('table', { name: 'Сравнение растений' })).toBeVisible()
  await page.getByRole('link', { name: 'Выбрать ещё' }).click()
  await expect(page).toHaveURL('/plants')
})

test('distances come with the place that was chosen last', async ({ page, api }) => {
  const { results } = await api.call('GET /offers/', { query: { search: 'липа', place: '480060' } })
  const ids = results.filter(({ distance }) => distance !== null).map(({ variant }) => `offer=${variant.id}`)
  expect(ids.length).toBeGreaterThan(1)
  const tver = { id: 480060, name: 'Тверь', region: { id: 1, name: 'Тверская область' } }
  await page.addInitScript(place => localStorage.setItem('place', JSON.stringify(place)), tver)
  await open(page, `/compare?${ids.slice(0, 2).join('&')}`)
  await expect(page).toHaveURL(/&place=480060$/)
  const distance = page.getByRole('row', { name: /^Расстояние/ })
  await expect(distance.getByRole('cell')).toHaveText([/км$|^рядом$/, /км$|^рядом$/])
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the sizes of a product are chosen above its contacts, and the table scrolls within itself', async ({
    page,
    api,
  }) => {
    const { results } = await api.call('GET /offers/', { query: { search: 'липа', page_size: 100 } })
    const offer = results[0]
    await open(page, offer?.product.get_absolute_url ?? '')
    await toggles(page).first().tap()
    const [above, contacts] = await Promise.all([
      bar(page).boundingBox(),
      page.getByRole('link', { name: /^\+7/ }).last().boundingBox(),
    ])
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(contacts?.y ?? 0)
    const ids = results.slice(0, 6).map(({ variant }) => `offer=${variant.id}`)
    await open(page, `/compare?${ids.join('&')}`)
    const region = page.getByRole('region', { name: 'Сравнение предложений' })
    const header = region.getByRole('rowheader').first()
    const before = await header.boundingBox()
    await region.evaluate(element => element.scrollBy(300, 0))
    expect(await region.evaluate(element => element.scrollLeft)).toBe(300)
    const after = await header.boundingBox()
    expect(after?.x).toBeLessThanOrEqual(before?.x ?? 0)
    expect(after?.x).toBeGreaterThanOrEqual(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})

for (const width of widths)
  test(`at ${width} px the bar and the table are accessible, and choosing moves nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, '/plants?with_offers=1')
    await toggles(page).nth(0).click()
    await toggles(page).nth(1).click()
    await page.addInitScript(() => {
      const state = Object.assign(window, { shift: 0 })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) state.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open(page, '/plants?with_offers=1')
    await expect(bar(page)).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.01)
    expect(await violationsOf(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
