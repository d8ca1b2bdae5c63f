import { complete, expect, mark, notFound, open, settled, test } from './fixtures.ts'

const pages = [
  { path: '/about', title: 'О проекте', heading: 'О проекте', says: 'Питомнику' },
  { path: '/contact', title: 'Связаться с нами', heading: 'Связаться с нами', says: 'support@dendro.example' },
]

for (const { path, title, heading, says } of pages)
  test(`${path} says what it is for and links to the catalogue`, async ({ page, request }) => {
    await open(page, path)
    await expect(page).toHaveTitle(`${title} | Дендро`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('main')).toContainText(says)
    expect((await request.get(`${path}/`, { maxRedirects: 0 })).status()).toBe(200)
    await page
      .getByRole('main')
      .getByRole('link', { name: /каталог/i })
      .first()
      .click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('article')).toHaveCount(12)
  })

test('the contact page links to an e-mail, with a subject if the topic is known', async ({ page }) => {
  await open(page, '/contact')
  await expect(page.getByRole('link', { name: 'support@dendro.example' })).toHaveAttribute(
    'href',
    'mailto:support@dendro.example',
  )
  const letters = page
    .getByRole('region', { name: 'О чём и что писать' })
    .getByRole('link', { name: /^Написать письмо: / })
  expect(await letters.count()).toBeGreaterThan(2)
  for (const link of await letters.all())
    await expect(link).toHaveAttribute('href', /^mailto:support@dendro\.example\?subject=%D0/)
})

for (const screen of ['about', 'contact'])
  test(`the code of «${screen}» is loaded when the screen is opened`, async ({ page }) => {
    const scripts: string[] = []
    page.on('request', request => scripts.push(new URL(request.url()).pathname))
    const own = () => scripts.filter(path => new RegExp(`^/assets/${screen}-.*\\.js$`).test(path)).length
    await open(page, '/')
    await settled(page)
    expect(own()).toBe(0)
    await page.locator(`footer a[href="/${screen}"]`).click()
    await expect(page).toHaveURL(`/${screen}`)
    expect(own()).toBe(1)
  })

for (const path of ['/net-takoy', '/hvoynye/net-takogo', '/a/b/c/d'])
  test(`${path} is a 404 with a link to the home page`, async ({ page, problems }) => {
    problems.allow(notFound)
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page).toHaveTitle('Страница не найдена | Дендро')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Такой страницы нет')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await page.getByRole('main').getByRole('link', { name: 'На главную' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('article')).toHaveCount(12)
  })

const wrongs = {
  page: '/products/hvoynye?page=0',
  price: '/products/hvoynye?price_from=abc',
  zone: '/products/hvoynye?zone=44',
}
for (const [what, address] of Object.entries(wrongs))
  test(`a wrong ${what} in an address gives a page that says so`, async ({ page, problems }) => {
    problems.allow(/^(?:status 400|console error: Failed to load resource: .* 400)/)
    const response = await page.goto(address)
    expect(response?.status()).toBe(400)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Адрес не разобрать')
    await page.getByRole('main').getByRole('link', { name: 'На главную' }).click()
    await expect(page.getByRole('article')).toHaveCount(12)
  })

const breakdowns = {
  'the server answers 500': { stop: { status: 500, contentType: 'text/plain', body: 'oops' }, status: '500' },
  'the server cannot be reached': { stop: null, status: '503' },
}
for (const [what, { stop, status }] of Object.entries(breakdowns))
  test(`when ${what} the page says so and trying again works`, async ({ page, api, problems }) => {
    problems.allow(/^(?:status 500|request failed|console error: Failed to load resource)/)
    const product = await complete(api)
    await page.route('**/api/products/get_all_products/**', route =>
      stop ? route.fulfill(stop) : route.abort('connectionfailed'),
    )
    await open(page, product.get_absolute_url)
    const stays = await mark(page)
    await page
      .getByRole('navigation', { name: /^Компания/ })
      .getByRole('link', { name: 'Товары' })
      .click()
    // It is retried twice before the error is shown.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Что-то пошло не так', { timeout: 10_000 })
    await expect(page).toHaveTitle('Ошибка | Дендро')
    await expect(page.getByRole('main')).toContainText(status)
    await expect(page).toHaveURL(`/products/teamproductslist/${product.team.id}`)
    expect(await stays()).toBe(true)
    await page.unroute('**/api/products/get_all_products/**')
    await page.getByRole('link', { name: 'Попробовать ещё раз' }).click()
    await expect(page).toHaveTitle(`Товары: ${product.team.company_name} | Дендро`)
    await expect(page.getByRole('article').first()).toBeVisible()
  })

test('the rest of the site still works after an error', async ({ page, api, problems }) => {
  problems.allow(/^(?:status 500|console error: Failed to load resource)/)
  const product = await complete(api)
  await open(page, '/')
  const stays = await mark(page)
  await page.route('**/api/products/categories/', route => route.fulfill({ status: 500, body: '' }))
  await page.route(`**/api/products/${product.category.slug}/**`, route => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('region', { name: 'Категории' }).getByRole('link', { name: product.category.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Что-то пошло не так', { timeout: 10_000 })
  await page.unrouteAll()
  await page.getByRole('link', { name: 'На главную' }).click()
  await expect(page.getByRole('article')).toHaveCount(12)
  await page.getByRole('region', { name: 'Категории' }).getByRole('link', { name: product.category.name }).click()
  await expect(page).toHaveTitle(`${product.category.name} | Дендро`)
  expect(await stays()).toBe(true)
})

test('after a failure to load code (because of a release) trying again works', async ({ page, problems }) => {
  problems.allow(/about/)
  problems.allow(/^console error: Failed to load resource/)
  await open(page, '/')
  await page.route('**/assets/about-*.js', route => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'О проекте' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Что-то пошло не так')
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Попробовать ещё раз' }).click()
  await expect(page).toHaveTitle('О проекте | Дендро')
})
