import type { CategoryPage } from '#contract/offers.ts'
import type { Locator, Page } from './fixtures.ts'
import { card, expect, hydrated, literal, mark, notFound, open, phone, seen, shownPrices, test } from './fixtures.ts'

const slug = 'hvoynye'
const path = `/products/${slug}`
const pageSize = 24

const filters = (page: Page) => page.getByRole('form', { name: 'Фильтры' })
const chips = (page: Page) => page.getByRole('list', { name: 'Выбранные фильтры' })
const grid = (page: Page) => page.getByRole('main').getByRole('article')
const query = (page: Page) => new URL(page.url()).searchParams

/** Expects the page to show the API's response for its address: heading, and cards in order. */
async function expectShown(page: Page, { count, products }: CategoryPage) {
  await expect(page.getByRole('heading', { level: 1 })).toContainText(new RegExp(`${count}\\s+растени[еяй]`))
  await expect(grid(page).getByRole('heading')).toHaveText(products.map(product => product.name))
}

test('shows the category with its plants, each with a «Подробнее» link', async ({ page, api }) => {
  const answer = await api.call('GET /products/:category_slug/', {
    params: { category_slug: slug },
    query: { page_size: pageSize },
  })
  await open(page, path)
  await expect(page).toHaveTitle(`${answer.category.name} | Дендро`)
  await expectShown(page, answer)
  for (const [index, product] of answer.products.entries())
    await expect
      .soft(grid(page).nth(index).getByRole('link', { name: 'Подробнее', exact: true }))
      .toHaveAttribute('href', product.get_absolute_url)
  const [first] = answer.products
  await card(page, first?.name ?? '')
    .first()
    .getByRole('link', { name: 'Подробнее', exact: true })
    .click()
  await expect(page).toHaveURL(first?.get_absolute_url ?? '')
})

/** A filter: how to choose it, its query parameters, and the text of its chip. */
interface Choice {
  what: string
  choose: (page: Page, answer: CategoryPage) => Promise<{ name: string; value: string; chip: RegExp }>
}

async function tick(group: Locator, facet: { id: number; name: string; count: number } | undefined) {
  if (!facet) throw new Error('nothing to choose from')
  const box = group.getByRole('checkbox', { name: new RegExp(`^${literal(facet.name)}`) })
  // The count beside the choice is the number of results it will leave.
  await expect(group.getByText(new RegExp(`^${literal(facet.name)}\\s*${facet.count}$`))).toBeVisible()
  await box.check()
  return { value: String(facet.id), chip: new RegExp(literal(facet.name)) }
}

const most = <T extends { count: number }>(choices: T[]) => choices.toSorted((one, other) => other.count - one.count)[0]

const choices: Choice[] = [
  {
    what: 'words of the name',
    async choose(page) {
      await filters(page).getByRole('searchbox', { name: 'Название' }).fill('туя')
      await page.keyboard.press('Enter')
      return { name: 'search', value: 'туя', chip: /«туя»/ }
    },
  },
  {
    what: 'the lowest price',
    async choose(page) {
      await filters(page).getByRole('textbox', { name: 'Цена, ₽ от' }).fill('3000')
      await page.keyboard.press('Tab')
      return { name: 'price_from', value: '3000', chip: /от 3 000 ₽/ }
    },
  },
  {
    what: 'the greatest height',
    async choose(page) {
      await filters(page).getByRole('textbox', { name: 'Высота, см до' }).fill('60')
      await page.keyboard.press('Tab')
      return { name: 'height_to', value: '60', chip: /высота до 60 см/ }
    },
  },
  {
    what: 'the zone of the garden',
    async choose(page, { facets }) {
      const zone = filters(page).getByRole('combobox', { name: 'Зона зимостойкости участка' })
      const count = facets.zones.find(facet => facet.zone === 3)?.count
      await zone.selectOption({ value: '3' })
      expect(seen(await zone.locator('option[value="3"]').textContent())).toContain(`(${count})`)
      return { name: 'zone', value: '3', chip: /зона 3/ }
    },
  },
  {
    what: 'the root packaging',
    async choose(page, { facets }) {
      return {
        name: 'rsp',
        ...(await tick(filters(page).getByRole('group', { name: 'Корневая система' }), most(facets.rsp))),
      }
    },
  },
  {
    what: 'the region',
    async choose(page, { facets }) {
      const group = filters(page).getByRole('group', { name: 'Регион питомника' })
      return {
        name: 'region',
        ...(await tick(
          group,
          facets.regions.find(region => region.count > 1),
        )),
      }
    },
  },
]

const params = { category_slug: slug }

for (const { what, choose } of choices)
  test(`filters by ${what} at once; the chip removes the filter`, async ({ page, api }) => {
    const all = await api.call('GET /products/:category_slug/', { params, query: { page_size: pageSize } })
    await open(page, path)
    const stays = await mark(page)
    const { name, value, chip } = await choose(page, all)
    await expect(page).toHaveURL(url => url.searchParams.get(name) === value)
    const some = await api.call('GET /products/:category_slug/', {
      params,
      query: { [name]: value, page_size: pageSize },
    })
    expect(some.count).toBeGreaterThan(0)
    expect(some.count).toBeLessThan(all.count)
    await expectShown(page, some)

    await chips(page).getByRole('link', { name: chip }).click()
    await expect(page).toHaveURL(path)
    await expect(chips(page)).toBeHidden()
    await expectShown(page, all)
    expect(await stays()).toBe(true)
  })

test('choices are combined, counts are updated, and all can be cleared at once', async ({ page, api }) => {
  const all = await api.call('GET /products/:category_slug/', { params })
  await open(page, path)
  const rootGroup = filters(page).getByRole('group', { name: 'Корневая система' })
  const rsp = most(all.facets.rsp)
  await tick(rootGroup, rsp)
  await expect(page).toHaveURL(url => url.searchParams.get('rsp') === String(rsp?.id))
  const zone = filters(page).getByRole('combobox', { name: 'Зона зимостойкости участка' })
  await zone.selectOption('4')
  await expect(page).toHaveURL(url => url.searchParams.get('zone') === '4')
  const query = { rsp: [String(rsp?.id)], zone: '4', page_size: pageSize }
  const answer = await api.call('GET /products/:category_slug/', { params, query })
  await expectShown(page, answer)
  for (const { name, count } of answer.facets.regions.filter(region => region.count > 0).slice(0, 5))
    await expect
      .soft(
        filters(page)
          .getByRole('group', { name: 'Регион питомника' })
          .getByText(new RegExp(`^${literal(name)}\\s*${count}$`)),
      )
      .toBeVisible()
  await expect(chips(page).getByRole('link', { name: /^Убрать/ })).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: 'Показано' })).toContainText(String(answer.count))
  await chips(page).getByRole('link', { name: 'Сбросить всё' }).click()
  await expect(page).toHaveURL(path)
  await expect(rootGroup.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(zone).toHaveValue('')
})

test('a filtered and sorted address can be reloaded, shared and left with Back', async ({ page, context, api }) => {
  const query = { price_from: '1000', zone: '4', ordering: 'price' }
  const address = `${path}?${new URLSearchParams(query)}`
  const answer = await api.call('GET /products/:category_slug/', { params, query: { ...query, page_size: pageSize } })
  await open(page, path)
  const cheapest = page.getByRole('navigation', { name: 'Порядок' }).getByRole('link', { name: 'Дешевле' })
  await cheapest.click()
  await expect(page).toHaveURL(`${path}?ordering=price`)
  // The address changes a moment before the form.
  await expect(cheapest).toHaveAttribute('aria-current', 'true')
  await filters(page).getByRole('textbox', { name: 'Цена, ₽ от' }).fill('1000')
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(url => url.searchParams.has('price_from'))
  await filters(page).getByRole('combobox').selectOption('4')
  await expect(page).toHaveURL(address)
  await expectShown(page, answer)
  await page.reload()
  const friend = await context.newPage()
  await friend.goto(address)
  for (const screen of [page, friend]) {
    await hydrated(screen)
    await expectShown(screen, answer)
    await expect(filters(screen).getByRole('textbox', { name: 'Цена, ₽ от' })).toHaveValue('1000')
    await expect(filters(screen).getByRole('combobox')).toHaveValue('4')
    await expect(chips(screen).getByRole('link', { name: /^Убрать/ })).toHaveCount(2)
  }
  await page.goBack()
  await expect(page).toHaveURL(`${path}?price_from=1000&ordering=price`)
  await expect(filters(page).getByRole('combobox')).toHaveValue('')
})

test('an invalid price is not searched for and is reported beside the field', async ({ page }) => {
  await open(page, path)
  const price = filters(page).getByRole('textbox', { name: 'Цена, ₽ до' })
  await price.fill('дёшево')
  await filters(page).getByRole('button', { name: 'Применить' }).click()
  expect(await price.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true)
  await expect(page).toHaveURL(path)
})

const orders = {
  Дешевле: { ordering: 'price', sorted: (a: number, b: number) => a - b },
  Дороже: { ordering: '-price', sorted: (a: number, b: number) => b - a },
}
for (const [name, { ordering, sorted }] of Object.entries(orders))
  test(`«${name}» sorts by price over all pages, products without a price last`, async ({ page }) => {
    await open(page, path)
    await page.getByRole('navigation', { name: 'Порядок' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(`${path}?ordering=${ordering}`)
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'true')
    const prices = await shownPrices(page)
    const next = page.getByRole('link', { name: 'Дальше' })
    for (let number = 2; await next.isVisible(); number++) {
      await next.click()
      await expect(page).toHaveURL(`${path}?ordering=${ordering}&page=${number}`)
      await expect(page.getByRole('navigation', { name: 'Страницы' }).locator('[aria-current=page]')).toHaveText(
        `Страница ${number}`,
      )
      prices.push(...(await shownPrices(page)))
    }
    expect(prices.length).toBeGreaterThan(pageSize)
    const stated = prices.filter(price => price !== null)
    expect(stated).toEqual(stated.toSorted(sorted))
    expect(prices.slice(0, stated.length)).toEqual(stated)
  })

test('the default order is newest first', async ({ page, api }) => {
  const { products } = await api.call('GET /products/:category_slug/', { params, query: { page_size: pageSize } })
  await open(page, `${path}?ordering=price`)
  await page.getByRole('navigation', { name: 'Порядок' }).getByRole('link', { name: 'Сначала новые' }).click()
  await expect(page).toHaveURL(path)
  await expect(grid(page).getByRole('heading')).toHaveText(products.map(product => product.name))
  const dates = await Promise.all(
    products.map(async product => {
      const address = { category_slug: slug, product_slug: product.slug }
      return (await api.call('GET /products/:category_slug/:product_slug/', { params: address })).created_at
    }),
  )
  expect(dates).toEqual(dates.toSorted().toReversed())
})

test('the pages have every plant exactly once', async ({ page, api }) => {
  const { count } = await api.call('GET /products/:category_slug/', { params })
  await open(page, path)
  const names: string[] = []
  const pages = Math.ceil(count / pageSize)
  expect(pages).toBeGreaterThan(1)
  for (let number = 1; number <= pages; number++) {
    await expect(grid(page)).toHaveCount(Math.min(pageSize, count - (number - 1) * pageSize))
    names.push(
      ...(await grid(page)
        .getByRole('link', { name: 'Подробнее' })
        .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))),
    )
    if (number < pages) {
      await page
        .getByRole('navigation', { name: 'Страницы' })
        .getByRole('link', { name: `Страница ${number + 1}`, exact: true })
        .click()
      await expect(page).toHaveURL(`${path}?page=${number + 1}`)
      await expect(page.getByRole('navigation', { name: 'Страницы' }).locator('[aria-current=page]')).toHaveText(
        `Страница ${number + 1}`,
      )
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    }
  }
  expect(new Set(names).size).toBe(count)
  await expect(page.getByRole('link', { name: 'Дальше' })).toBeHidden()
  await page.getByRole('link', { name: 'Назад' }).click()
  await expect(page).toHaveURL(pages === 2 ? path : `${path}?page=${pages - 1}`)
})

test('filters without results give a message and can be removed', async ({ page }) => {
  await open(page, `${path}?price_from=99999999&ordering=price`)
  await expect(page.getByText('Под эти условия ничего не подошло')).toBeVisible()
  await page.getByRole('link', { name: 'Сбросить фильтры' }).click()
  await expect(page).toHaveURL(`${path}?ordering=price`)
  await expect(grid(page)).toHaveCount(pageSize)
})

test('a category that does not exist is a 404', async ({ page, problems }) => {
  problems.allow(notFound)
  const response = await page.goto('/products/orhidei')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Такой страницы нет')
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the filters open from below, take effect at once and close again', async ({ page, api }) => {
    const { facets } = await api.call('GET /products/:category_slug/', { params })
    const rsp = most(facets.rsp)
    await open(page, path)
    const button = page.getByRole('button', { name: /^Фильтры/ })
    await expect(filters(page)).toBeHidden()
    await button.tap()
    await expect(filters(page)).toBeVisible()
    await tick(filters(page).getByRole('group', { name: 'Корневая система' }), rsp)
    await expect(page).toHaveURL(url => url.searchParams.get('rsp') === String(rsp?.id))
    // The sheet stays open for further choices, and its button shows the number of results.
    await filters(page)
      .getByRole('button', { name: new RegExp(`^Показать ${rsp?.count} растени`) })
      .tap()
    await expect(filters(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(String(rsp?.count))
    await expect(button).toHaveText(/Фильтры\s*1/)
    await chips(page)
      .getByRole('link', { name: new RegExp(literal(rsp?.name ?? '')) })
      .tap()
    await expect(page).toHaveURL(path)
  })

  for (const [way, close] of Object.entries({
    'its cross': (page: Page) => filters(page).getByRole('button', { name: 'Закрыть' }).tap(),
    'a tap beside it': (page: Page) => page.touchscreen.tap(180, 20),
    Esc: (page: Page) => page.keyboard.press('Escape'),
  }))
    test(`the sheet closes by ${way} without changing the address`, async ({ page }) => {
      await open(page, path)
      await page.getByRole('button', { name: /^Фильтры/ }).tap()
      await expect(filters(page)).toBeVisible()
      await close(page)
      await expect(filters(page)).toBeHidden()
      expect(query(page).size).toBe(0)
    })
})

test('a category shows what is hardy at the usual place', async ({ page, api }) => {
  const [yakutsk] = await api.call('GET /places/', { query: { search: 'Якутск' } })
  await page.addInitScript(place => localStorage.setItem('place', JSON.stringify(place)), yakutsk)
  const { count } = await api.call('GET /products/:category_slug/', {
    params: { category_slug: 'hvoynye' },
    query: { place: yakutsk?.id ?? 0, hardy: '1' },
  })
  await open(page, '/products/hvoynye')
  await page.getByRole('checkbox', { name: 'Зимует здесь: Якутск' }).check()
  await expect(page).toHaveURL(/hardy=1/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${count} растени`)
  await page.getByRole('link', { name: 'зимует: Якутск, зона 1' }).click()
  await expect(page).not.toHaveURL(/hardy=1/)
})
