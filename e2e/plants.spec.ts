import { expect, mark, open, phone, seen, test } from './fixtures.ts'

test('the directory can be browsed by letter, category and name', async ({ page, api }) => {
  await open(page, '/plants')
  const stays = await mark(page)
  await expect(page).toHaveTitle('Справочник растений | Дендро')
  await page.getByRole('navigation', { name: 'По-русски' }).getByRole('link', { name: 'Т', exact: true }).click()
  await expect(page).toHaveURL(`/plants?${new URLSearchParams({ letter: 'Т' })}`)
  await page.getByRole('navigation', { name: 'Категории' }).getByRole('link', { name: 'Хвойные растения' }).click()
  await expect(page).toHaveURL(/category=hvoynye/)
  await page.getByRole('link', { name: 'Только то, что предлагают' }).click()
  const query = { letter: 'Т', category: 'hvoynye', with_offers: '1' }
  const { results, count } = await api.call('GET /plants/', { query })
  expect(count).toBeGreaterThan(2)
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link', { name: /^Т/ })).toHaveText(
    results.map(({ name }) => name),
  )
  await page.getByRole('searchbox', { name: 'Название растения' }).fill('тюя смарагт')
  await page.getByRole('button', { name: 'Найти' }).click()
  // The list before the search has the plant too.
  await expect(page).toHaveURL(/[?&]search=/)
  await page.getByRole('main').getByRole('link', { name: "Туя западная 'Smaragd'" }).click()
  await expect(page).toHaveURL('/plants/thuja-occidentalis-smaragd')
  expect(await stays()).toBe(true)
})

test('a plant shows its facts and its offers, by price and by packing', async ({ page, api }) => {
  const slug = 'tilia-cordata-greenspire'
  const plant = await api.call('GET /plants/:slug/', { params: { slug } })
  const offers = await api.call('GET /plants/:slug/offers/', { params: { slug }, query: { ordering: 'price' } })
  expect(offers.results.length).toBeGreaterThan(3)
  expect(new Set(offers.results.map(({ company }) => company.id)).size).toBeGreaterThan(1)
  await open(page, `/plants/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.name)
  const year = page.getByRole('region', { name: 'Год растения' }).getByRole('listitem')
  await expect(year).toHaveText([
    ...plant.year.flatMap(({ spans }) => spans.map(({ text }) => new RegExp(`^[а-я]+( – [а-я]+)?: ${text}$`))),
    ...(plant.fruit ? [`${plant.fruit} (месяцы в справочнике не указаны)`] : []),
  ])
  const { height, spread } = plant.figure ?? { height: 0, spread: 0 }
  await expect(page.getByRole('figure')).toContainText(
    `взрослое растение: ${height}\u00a0м в высоту, ${spread}\u00a0м в ширину; человек: 1,7\u00a0м`,
  )
  await page.getByRole('link', { name: 'Дешевле' }).click()
  const rows = page.getByRole('table', { name: 'Предложения' }).getByRole('row')
  await expect(rows).toHaveCount(offers.results.length + 1)
  for (const [index, { variant, company }] of offers.results.entries()) {
    const row = rows.nth(index + 1)
    await expect(row).toContainText(variant.label)
    await expect(row).toContainText(company.company_name)
    const price = new Intl.NumberFormat('ru-RU').format(variant.price ?? 0)
    expect(seen(await row.textContent())).toContain(seen(price))
  }
  await page.getByRole('combobox', { name: 'Упаковка' }).selectOption('ball')
  await page.getByRole('button', { name: 'Отобрать' }).click()
  await expect(rows).toHaveCount(offers.results.filter(({ variant }) => variant.root === 'ball').length + 1)
  await expect(page).toHaveURL(/root=ball/)
  const [data] = (await page.locator('script[type="application/ld+json"]').allTextContents())
    .map(text => JSON.parse(text))
    .filter(({ '@type': type }) => type === 'Product')
  expect(data.offers).toMatchObject({
    '@type': 'AggregateOffer',
    offerCount: plant.offers_count,
    lowPrice: plant.price_from,
  })
})

test('drawings come as AVIF in the width shown, and begin where their column does', async ({ page }) => {
  const kindOf = (path: string) => page.evaluate(async from => (await fetch(from)).headers.get('content-type'), path)
  for (const [path, viewport, width] of [
    ['/plants', 1280, 160],
    ['/plants/tilia-cordata-greenspire', 1280, 560],
    // 560 pixels between the margins.
    ['/plants/tilia-cordata-greenspire', 592, 560],
  ] as const) {
    await page.setViewportSize({ width: viewport, height: 900 })
    await open(page, path)
    const image = page.getByRole('main').locator('img').first()
    const shown = await image.evaluate((one: HTMLImageElement) => one.currentSrc)
    expect(shown).toMatch(new RegExp(`/drawings/plants/\\d+-${width}\\.avif$`))
    await expect.poll(() => kindOf(shown), { timeout: 20_000 }).toBe('image/avif')
    await page.reload()
    const [left, begin] = await image.evaluate(one =>
      [one, one.closest('li') ?? document.querySelector('main nav')].map(part => part?.getBoundingClientRect().left),
    )
    expect(left).toBe(begin)
    // A lazy one comes after the page.
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  }
})

test('a plant without offers shows substitutes', async ({ page, api }) => {
  // Not for every plant is something offered that would do the same.
  const { results } = await api.call('GET /plants/', { query: { category: 'hvoynye', with_offers: '0' } })
  const plants = await Promise.all(results.map(({ slug }) => api.call('GET /plants/:slug/', { params: { slug } })))
  const { slug, substitutes } = plants.find(({ substitutes: found }) => found.length > 0) ?? {
    slug: '',
    substitutes: [],
  }
  expect(substitutes.length).toBeGreaterThan(0)
  await open(page, `/plants/${slug}`)
  const region = page.getByRole('region', { name: 'Чем заменить' })
  await expect(region.getByRole('link')).toHaveText(substitutes.map(({ plant }) => plant.name))
  await expect(region).toContainText(substitutes[0]?.reason ?? '')
})

test('a former address redirects, an unknown one is 404', async ({ request, api }) => {
  const { results } = await api.call('GET /plants/', { query: { search: 'Styphnolobium japonicum Pendula' } })
  expect(results[0]?.latin_name).toBe("Styphnolobium japonicum 'Pendulum'")
  expect((await request.get('/plants/nothing-of-the-kind')).status()).toBe(404)
})

test.describe('on a phone', () => {
  test.use(phone)
  test('a product links to its plant, and the offers are cards', async ({ page }) => {
    await open(page, '/plants/tilia-cordata-greenspire')
    await page
      .getByRole('list', { name: 'Предложения' })
      .getByRole('link', { name: /^Обхват/ })
      .first()
      .tap()
    await page.getByRole('link', { name: 'О растении и предложения других питомников' }).tap()
    await expect(page).toHaveURL('/plants/tilia-cordata-greenspire')
  })
})

test('the directory shows what is hardy at the usual place', async ({ page, api }) => {
  const [yakutsk] = await api.call('GET /places/', { query: { search: 'Якутск' } })
  await page.addInitScript(place => localStorage.setItem('place', JSON.stringify(place)), yakutsk)
  const { count } = await api.call('GET /plants/', { query: { place: yakutsk?.id ?? 0, hardy: '1' } })
  await open(page, '/plants')
  await page.getByRole('link', { name: 'Только то, что зимует здесь: Якутск' }).click()
  await expect(page.getByText('Зимует здесь: Якутск, зона 1.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${count} растени`)
  await page.getByRole('link', { name: 'Показать и то, что здесь не зимует' }).click()
  await expect(page).toHaveURL(/\/plants$/)
})
