import { companyPath } from '#contract/company-slug.ts'
import { isDrawing } from '#contract/media.ts'
import { excerpt } from '#web/features/products/excerpt.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { card, expect, type Locator, mark, open, type Page, phone, seen, test, widths } from './fixtures.ts'

const title = 'Растения для ландшафтного дизайна'

test('describes the site and lists every category with its count', async ({ page, api }) => {
  await open(page, '/')
  await expect(page).toHaveTitle(title)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Купить и продать растения для ландшафтного дизайна')
  await expect(page.getByRole('searchbox', { name: 'Поиск растений' })).toBeVisible()
  const categories = await api.call('GET /products/categories/')
  expect(categories.length).toBeGreaterThanOrEqual(10)
  const links = page.getByRole('region', { name: 'Категории' }).getByRole('link')
  await expect(links).toHaveCount(categories.length)
  for (const [index, { name, slug, products_count }] of categories.entries()) {
    const link = links.nth(index)
    expect.soft(seen(await link.textContent())).toMatch(new RegExp(`^${name} ?${products_count} растени[еяй]$`))
    await expect.soft(link).toHaveAttribute('href', `/products/${slug}`)
  }
})

test('shows 12 new products, few of one nursery, with everything that a card must have', async ({ page, api }) => {
  await open(page, '/')
  const { products: latest } = await api.call('GET /showcase/')
  const cards = page.getByRole('region', { name: 'Новые объявления' }).getByRole('article')
  expect(latest).toHaveLength(12)
  const ofOne = [...Map.groupBy(latest, ({ team }) => team.id).values()].map(({ length }) => length)
  expect(Math.max(...ofOne)).toBeLessThanOrEqual(3)
  await expect(cards).toHaveCount(latest.length)
  for (const [index, product] of latest.entries()) {
    const shown = cards.nth(index)
    const text = seen(await shown.textContent())
    for (const part of [product.name, product.latin_name, product.category.name, product.team.company_name])
      expect.soft(text).toContain(seen(part))
    expect.soft(text).toContain(product.price === null ? 'Цена по запросу' : seen(formatPrice(product.price)))
    expect.soft(text).toContain(product.sizes)
    if (product.zone !== null) expect.soft(text).toContain(`зона ${product.zone}`)
    await expect.soft(shown.getByRole('link', { name: 'Подробнее' })).toHaveAttribute('href', product.get_absolute_url)
    await expect
      .soft(shown.getByRole('link', { name: 'Контакты' }))
      .toHaveAttribute('href', `/teams/get_current_team/${product.team.id}`)
    await expect.soft(shown.locator('img')).toHaveAttribute('src', product.get_thumbnail)
    await expect.soft(shown.getByText('Рисунок', { exact: true })).toHaveCount(isDrawing(product.get_thumbnail) ? 1 : 0)
  }
})

for (const width of widths)
  test(`at ${width} px sizes and prices are aligned across a row of cards`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, '/')
    const rows = await page.getByRole('article').evaluateAll(cards => {
      const tops = cards.map(card =>
        [card, ...card.querySelectorAll('a')].map(part => part.getBoundingClientRect().top),
      )
      return [...Map.groupBy(tops, ([top]) => top).values()].map(row => new Set(row.map(String)).size)
    })
    expect(rows.length).toBeGreaterThan(2)
    expect(new Set(rows)).toEqual(new Set([1]))
  })

test('«Контакты» leads to the company, «Подробнее» and the rest of the card to the plant, without a reload', async ({
  page,
  api,
}) => {
  const [product] = (await api.call('GET /showcase/')).products
  if (!product) throw new Error('no products')
  await open(page, '/')
  const stays = await mark(page)
  const first = card(page, product.name).first()

  await first.getByRole('link', { name: 'Контакты' }).click()
  const team = await api.call('GET /teams/get_current_team/:id/', { params: { id: String(product.team.id) } })
  await expect(page).toHaveURL(companyPath(team))
  await expect(page).toHaveTitle(`${product.team.company_name} | Дендро`)
  await expect(page.getByRole('heading', { level: 1, name: product.team.company_name })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveTitle(title)
  await first.getByRole('link', { name: 'Подробнее' }).click()
  await expect(page).toHaveURL(product.get_absolute_url)
  await expect(page).toHaveTitle(`${product.name} | Дендро`)

  await page.goBack()
  await expect(page).toHaveTitle(title)
  // The link covers the card, so a click on the text hits the link.
  await first.getByRole('heading', { name: product.name }).click({ force: true })
  await expect(page).toHaveURL(product.get_absolute_url)
  expect(await stays()).toBe(true)
})

test('shows nurseries with what they grow', async ({ page, api }) => {
  await open(page, '/')
  const { teams } = await api.call('GET /showcase/')
  const links = page.getByRole('region', { name: 'Питомники' }).getByRole('link')
  await expect(links).toHaveCount(teams.length)
  expect(teams.length).toBeGreaterThan(3)
  await expect(links.first()).toContainText(teams[0]?.company_name ?? '')
  const { id, slug } = await api.call('GET /teams/get_current_team/:id/', { params: { id: String(teams[0]?.id) } })
  await expect(links.first()).toHaveAttribute('href', slug ? `/c/${slug}` : `/teams/get_current_team/${id}`)
  await expect(links.first().locator('img').first()).toBeVisible()
})

test('every link of the home page sets the title without a reload, and the logo leads home', async ({ page, api }) => {
  const [category] = await api.call('GET /products/categories/')
  if (!category) throw new Error('no categories')
  const screens: [link: string, title: string][] = [
    [category.name, category.name],
    ['О проекте', 'О проекте'],
    ['Связаться с нами', 'Связаться с нами'],
    ['Публикации', 'Публикации'],
    ['Войти', 'Вход'],
    ['Регистрация', 'Регистрация'],
  ]
  await open(page, '/')
  const stays = await mark(page)
  for (const [link, screen] of screens) {
    await page.getByRole('link', { name: link }).first().click()
    await expect(page).toHaveTitle(`${screen} | Дендро`)
    await page.getByRole('banner').getByRole('link', { name: 'Дендро' }).click()
    await expect(page).toHaveTitle(title)
    await expect(page).toHaveURL('/')
  }
  expect(await stays()).toBe(true)
})

test('Back restores the position on the page', async ({ page, api }) => {
  const product = (await api.call('GET /showcase/')).products.at(-1)
  if (!product) throw new Error('no products')
  await open(page, '/')
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(500)
  await page.getByRole('article').last().getByRole('link', { name: 'Подробнее' }).click()
  await expect(page).toHaveURL(product.get_absolute_url)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
})

test.describe('the description of a card', () => {
  const ways = {
    'under the pointer': async (page: Page, shown: Locator) => {
      await shown.hover()
      return () => page.mouse.move(0, 0)
    },
    'for the keyboard': async (page: Page, shown: Locator) => {
      // By keyboard from the link before it.
      await shown.getByRole('link', { name: 'Подробнее' }).focus()
      await page.keyboard.press('Shift+Tab')
      await expect(shown.getByRole('button', { name: 'Описание' })).toBeFocused()
      return () => page.keyboard.press('Shift+Tab')
    },
  }
  for (const [way, show] of Object.entries(ways)) {
    test(`appears ${way} and disappears again`, async ({ page, api }) => {
      const product = (await api.call('GET /showcase/')).products.find(({ description }) => description !== '')
      if (!product) throw new Error('no descriptions')
      await open(page, '/')
      const shown = card(page, product.name).first()
      const description = shown.getByText(excerpt(product.description, 260), { exact: true })
      await expect(description).toBeHidden()
      const leave = await show(page, shown)
      await expect(description).toBeVisible()
      await leave()
      await expect(description).toBeHidden()
    })
  }

  test.describe('on a phone', () => {
    test.use(phone)
    test('appears at a tap on its button, which does not follow the link to the plant', async ({ page, api }) => {
      const product = (await api.call('GET /showcase/')).products.find(({ description }) => description !== '')
      if (!product) throw new Error('no descriptions')
      await open(page, '/')
      const shown = card(page, product.name).first()
      const description = shown.getByText(excerpt(product.description, 260), { exact: true })
      await expect(description).toBeHidden()
      await shown.getByRole('button', { name: 'Описание' }).tap()
      await expect(description).toBeVisible()
      await expect(page).toHaveURL('/')
      await page.getByRole('heading', { name: 'Новые объявления' }).tap()
      await expect(description).toBeHidden()
      await shown.getByRole('link', { name: 'Подробнее' }).tap()
      await expect(page).toHaveURL(product.get_absolute_url)
    })
  })
})

test.describe('search', () => {
  // Word forms, one of several words, Latin in any case, packaging.
  for (const words of ['туи', 'сосна горная', 'picea', 'ACER platanoides', 'розы'])
    test(`finds «${words}» and shows in which categories`, async ({ page, api }) => {
      const expected = await api.call('GET /products/', { query: { search: words, page_size: 24 } })
      expect(expected.count).toBeGreaterThan(0)
      await open(page, `/?${new URLSearchParams({ search: words })}`)
      const stays = await mark(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        new RegExp(`^«${words}»: ${expected.count} растени[еяй]$`),
      )
      await expect(page.getByRole('searchbox', { name: 'Поиск растений' })).toHaveValue(words)
      await expect(page.getByRole('article')).toHaveCount(expected.results.length)
      const categories = page.getByRole('region', { name: 'В каких категориях' }).getByRole('link')
      await expect(categories).toHaveCount(expected.categories.length)
      // The query is kept in the category.
      const [first] = expected.categories
      await categories.first().click()
      await expect(page).toHaveURL(`/products/${first?.slug}?${new URLSearchParams({ search: words })}`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`${first?.products_count} растени`)
      expect(await stays()).toBe(true)
    })

  for (const [first = '', ...others] of [
    ['туя', 'туи', 'ТУЮ'],
    ['сосна горная', 'горные сосны', 'Сосну горную'],
    ['thuja occidentalis', 'Thuja Occidentalis', 'occidentalis thuja'],
  ])
    test(`finds the same for «${first}» in other forms, cases and orders`, async ({ page }) => {
      await page.goto(`/?${new URLSearchParams({ search: first })}`)
      const names = await page.getByRole('article').getByRole('heading').allTextContents()
      expect(names.length).toBeGreaterThan(0)
      for (const other of others) {
        await page.goto(`/?${new URLSearchParams({ search: other })}`)
        const found = await page.getByRole('article').getByRole('heading').allTextContents()
        expect(found.toSorted(), other).toEqual(names.toSorted())
      }
    })

  test('leads to all sizes and prices of what it found', async ({ page }) => {
    await open(page, `/?${new URLSearchParams({ search: 'туя' })}`)
    await page.getByRole('link', { name: 'Все размеры и цены по этому запросу' }).click()
    await expect(page).toHaveURL(`/offers?${new URLSearchParams({ search: 'туя' })}`)
    await expect(page.getByRole('table', { name: 'Предложения' })).toContainText('Туя')
  })

  test('the examples of the home page find something', async ({ page }) => {
    await open(page, '/')
    const examples = page.getByText('Ищите как в прайсе').getByRole('link')
    for (const link of await examples.all()) {
      const { href } = await link.evaluate((element: HTMLAnchorElement) => ({ href: element.href }))
      const answer = await page.request.get(href.replace('/offers?', '/api/offers/?'))
      expect((await answer.json()).count, href).toBeGreaterThan(0)
    }
    await expect(examples).toHaveCount(3)
  })

  test('without results says so and offers links', async ({ page }) => {
    await open(page, `/?${new URLSearchParams({ search: 'абракадабра' })}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('«абракадабра»: 0 растений')
    await expect(page.getByText('Ничего не нашлось')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Категории' }).getByRole('link').first()).toBeVisible()
    await page.getByRole('link', { name: 'Показать новые объявления' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('article')).toHaveCount(12)
    await expect(page.getByRole('searchbox', { name: 'Поиск растений' })).toHaveValue('')
  })
})
