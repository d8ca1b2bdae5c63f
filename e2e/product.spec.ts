import { companyPath } from '#contract/company-slug.ts'
import type { Product } from '#contract/products.ts'
import { formatHeight, formatRoots } from '#web/features/products/page/attributes.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import {
  complete,
  expect,
  type Locator,
  mark,
  open,
  type Page,
  phone,
  seen,
  settled,
  test,
  withPictures,
  withVideo,
} from './fixtures.ts'

const strip = (scope: Page | Locator) => scope.getByRole('list', { name: 'Изображения растения' })
const thumbnails = (page: Page) => page.getByRole('link', { name: /^Показать изображение/ })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Изображения во весь экран' })

/** Expects picture `number` to fill the strip, and all indicators to agree. */
async function expectPicture(scope: Page | Locator, { images }: Product, number: number) {
  const picture = strip(scope)
    .getByRole('img')
    .nth(number - 1)
  await expect(picture).toBeInViewport({ ratio: 0.9 })
  await expect(
    strip(scope)
      .getByRole('img')
      .nth(number % images.length),
  ).not.toBeInViewport()
  const said = scope.getByText(new RegExp(`^Изображение\\s*${number}\\s*/\\s*из\\s*${images.length}$`))
  await expect(said.first()).toBeAttached()
}

/** The value of an attribute, in any table. */
const attribute = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell')

test('shows the plant, its price, its seller and every attribute with its unit', async ({ page, api }) => {
  const product = await complete(api)
  await open(page, product.get_absolute_url)
  await expect(page).toHaveTitle(`${product.name} | Дендро`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
  await expect(
    page
      .getByRole('main')
      .getByText(formatPrice(product.price ?? 0), { exact: true })
      .first(),
  ).toBeVisible()
  const values: [string, string | undefined][] = [
    ['Высота', formatHeight(product)],
    ['Упаковка корневой системы', formatRoots(product)],
    ['Возрастная группа', product.age_group?.name],
    ['Место выращивания', product.place_of_cultivation?.name],
    ['Освещение', product.light_requirements],
    ['Применение', product.landscape_use],
    ['Форма роста', product.growth_pattern?.name],
    ['Форма кроны', product.crown_shape?.name],
    ['Цвет листвы или хвои', product.foliage_or_needles_color],
    ['Страна', product.item_country],
    ['Город', product.item_city],
    ['Адрес', product.item_address],
  ]
  for (const [name, value] of values) {
    if (value) await expect.soft(attribute(page, name)).toHaveText(value)
    else await expect.soft(attribute(page, name)).toHaveCount(0)
  }
  await expect(attribute(page, 'Высота')).toHaveText(/\d\s(см|м)$/)
  await expect(attribute(page, 'Упаковка корневой системы')).toHaveText(/\d\s(см|л|шт\.)$/)
  await expect(page.getByText(product.description.split('\n')[0] ?? '').first()).toBeVisible()
})

test('a hardiness zone is shown with its temperatures', async ({ page, api }) => {
  const product = await complete(api)
  const zones = await api.call('GET /products/winter_hardiness/')
  const zone = zones.find(({ id }) => id === product.winter_hardiness?.id)
  expect(zone?.description).toMatch(/−?\d.*°C/)
  await open(page, product.get_absolute_url)
  await expect(attribute(page, 'Морозостойкость (USDA)')).toHaveText(`${zone?.name}${zone?.description}`)
})

test.describe('the gallery', () => {
  const ways: Record<string, { next: (page: Page) => Promise<void>; previous: (page: Page) => Promise<void> }> = {
    buttons: {
      next: page => page.getByRole('button', { name: 'Следующее изображение' }).click(),
      previous: page => page.getByRole('button', { name: 'Предыдущее изображение' }).click(),
    },
    keys: {
      next: page => page.keyboard.press('ArrowRight'),
      previous: page => page.keyboard.press('ArrowLeft'),
    },
  }
  for (const [way, { next, previous }] of Object.entries(ways))
    test(`wraps around with ${way}`, async ({ page, api }) => {
      const product = await withPictures(api)
      const last = product.images.length
      await open(page, product.get_absolute_url)
      await expect(strip(page).getByRole('img')).toHaveCount(last)
      if (way === 'keys') await strip(page).getByRole('link').first().focus()
      for (let number = 2; number <= last; number++) {
        await next(page)
        await expectPicture(page, product, number)
        await expect(thumbnails(page).nth(number - 1)).toHaveAttribute('aria-current', 'true')
      }
      await next(page)
      await expectPicture(page, product, 1)
      await previous(page)
      await expectPicture(page, product, last)
      if (way === 'keys') {
        await page.keyboard.press('Home')
        await expectPicture(page, product, 1)
        await page.keyboard.press('End')
        await expectPicture(page, product, last)
      }
    })

  test('follows its thumbnails and starts again with another plant', async ({ page, api }) => {
    const product = await withPictures(api)
    await open(page, product.get_absolute_url)
    await expect(thumbnails(page)).toHaveCount(product.images.length)
    for (const number of [3, 1, 2]) {
      await thumbnails(page)
        .nth(number - 1)
        .click()
      await expectPicture(page, product, number)
    }
    expect(new URL(page.url()).hash).toBe('')
    await page
      .getByRole('region', { name: 'Ещё у этой компании' })
      .getByRole('link', { name: 'Подробнее' })
      .first()
      .click()
    await expect(page).not.toHaveURL(product.get_absolute_url)
    await expect(strip(page).getByRole('img').first()).toBeInViewport()
  })

  test('full screen opens at the visible picture, works with buttons and keys, and returns the focus', async ({
    page,
    api,
  }) => {
    const product = await withPictures(api)
    await open(page, product.get_absolute_url)
    await thumbnails(page).nth(1).click()
    await expectPicture(page, product, 2)
    const opener = strip(page).getByRole('link').nth(1)
    await opener.click()
    await expectPicture(dialog(page), product, 2)
    await page.keyboard.press('ArrowRight')
    await expectPicture(dialog(page), product, 3)
    await dialog(page).getByRole('button', { name: 'Предыдущее изображение' }).click()
    await expectPicture(dialog(page), product, 2)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(opener).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expectPicture(dialog(page), product, 3)
    await dialog(page).getByRole('button', { name: 'Закрыть' }).click()
    await expect(dialog(page)).toBeHidden()
    // The last picture viewed stays visible.
    await expectPicture(page, product, 3)
    await expect(strip(page).getByRole('link').nth(2)).toBeInViewport()

    // Opened again before the browser has told of the closing.
    await opener.click()
    await opener.evaluate((link: HTMLElement) => {
      document.querySelector('dialog')?.close()
      link.click()
    })
    await expect(dialog(page)).toBeVisible()
  })

  test.describe('on a phone', () => {
    test.use(phone)
    test('can be swiped', async ({ page, api }) => {
      const product = await withPictures(api)
      await open(page, product.get_absolute_url)
      const touch = await page.context().newCDPSession(page)
      // Swipes across the picture.
      async function swipe(from: number, to: number) {
        const { y = 0, height = 0 } = (await strip(page).boundingBox()) ?? {}
        const points = (step: number) => [{ x: from + ((to - from) * step) / 10, y: y + height / 2 }]
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) })
        for (let step = 1; step <= 10; step++)
          await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(step) })
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      }
      await swipe(300, 60)
      await expectPicture(page, product, 2)
      await swipe(300, 60)
      await expectPicture(page, product, 3)
      await swipe(60, 300)
      await expectPicture(page, product, 2)
      await expect(dialog(page)).toBeHidden()
      await strip(page).getByRole('link').nth(1).tap()
      await expectPicture(dialog(page), product, 2)
    })
  })
})

test('the company’s navigation links to its plants and to its page', async ({ page, api }) => {
  const product = await complete(api)
  const { id, company_name } = product.team
  await open(page, product.get_absolute_url)
  const stays = await mark(page)
  const navigation = page.getByRole('navigation', { name: `Компания ${company_name}` })
  await navigation.getByRole('link', { name: 'Товары', exact: true }).click()
  await expect(page).toHaveTitle(`Товары: ${company_name} | Дендро`)
  await page.goBack()
  await expect(page).toHaveTitle(`${product.name} | Дендро`)
  await navigation.getByRole('link', { name: 'О компании', exact: true }).click()
  const team = await api.call('GET /teams/get_current_team/:id/', { params: { id: String(id) } })
  await expect(page).toHaveURL(companyPath(team))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(company_name)
  await page.goBack()
  await expect(page).toHaveTitle(`${product.name} | Дендро`)
  const contacts = page.getByRole('region', { name: company_name })
  await expect(contacts.getByRole('link', { name: team.team_phone })).toHaveAttribute('href', /^tel:\+?\d{6,}$/)
  await contacts.getByRole('link', { name: 'Написать' }).click()
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ next: product.get_absolute_url })}`)
  expect(await stays()).toBe(true)
})

test('a video is loaded from YouTube only when the visitor clicks', async ({ page, api, problems, context }) => {
  const product = await withVideo(api)
  const asked: string[] = []
  await page.route(/youtube/, route => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>video</title>' })
  })
  await open(page, product.get_absolute_url)
  const region = page.getByRole('region', { name: 'Видео' })
  await region.scrollIntoViewIfNeeded()
  await settled(page)
  expect(asked).toEqual([])
  await expect(page.locator('iframe')).toHaveCount(0)

  problems.allow(/^external request: https:\/\/www\.youtube-nocookie\.com\/embed\//)
  await region.getByRole('link', { name: /Смотреть видео/ }).click()
  const frame = region.locator('iframe')
  await expect(frame).toHaveAttribute('title', `Видео: ${product.name}`)
  await expect(frame).toBeFocused()
  await expect.poll(() => asked).toHaveLength(1)
  const address = new URL(asked[0] ?? '')
  expect(address.host).toBe('www.youtube-nocookie.com')
  expect(product.video_link).toContain(address.pathname.split('/').at(-1) ?? '')
  expect(await context.cookies()).toEqual([])
  // Another plant does not start with this one's player.
  await page
    .getByRole('region', { name: 'Ещё у этой компании' })
    .getByRole('link', { name: 'Подробнее' })
    .first()
    .click()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('related plants: the same genus from others, more from the same company', async ({ page, api }) => {
  const product = await withPictures(api)
  const params = { category_slug: product.category.slug, product_slug: product.slug }
  const { same_genus, same_team } = await api.call('GET /products/:category_slug/:product_slug/related/', { params })
  const groups = [
    {
      name: `${product.genus}: у других компаний`,
      products: same_genus.filter(({ team }) => team.id !== product.team.id),
    },
    { name: 'Ещё у этой компании', products: same_team },
  ].filter(({ products }) => products.length > 0)
  expect(groups.length).toBeGreaterThan(0)
  await open(page, product.get_absolute_url)
  for (const { name, products } of groups) {
    const shown = page.getByRole('region', { name }).getByRole('article').getByRole('heading')
    // One row is enough.
    const count = await shown.count()
    expect(count).toBeGreaterThan(0)
    await expect(shown).toHaveText(products.slice(0, count).map(related => related.name))
  }
  const [first] = same_team
  await page
    .getByRole('region', { name: 'Ещё у этой компании' })
    .getByRole('link', { name: 'Подробнее' })
    .first()
    .click()
  await expect(page).toHaveURL(first?.get_absolute_url ?? '')
  await expect(page).toHaveTitle(`${first?.name} | Дендро`)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('an address with a wrong category redirects to the plant’s own, on page load and on navigation', async ({
  page,
  api,
  request,
}) => {
  const product = await complete(api)
  const wrong = `/rozy-ne-rozy/${product.slug}`
  const answer = await request.get(wrong, { maxRedirects: 0 })
  expect(answer.status()).toBe(301)
  expect(answer.headers().location).toBe(product.get_absolute_url)
  await page.goto(wrong)
  await expect(page).toHaveURL(product.get_absolute_url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
})

test('tells search engines what is sold, by whom and for how much', async ({ page, api, baseURL }) => {
  const product = await complete(api)
  await page.goto(product.get_absolute_url)
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const data = texts.map(text => JSON.parse(text) as { '@type': string; [key: string]: unknown })
  expect(data.map(entry => entry['@type']).toSorted()).toEqual(['BreadcrumbList', 'Product'])
  const described = data.find(entry => entry['@type'] === 'Product')
  expect(described).toMatchObject({
    '@context': 'https://schema.org',
    name: product.name,
    image: product.images.map(image => image.get_image),
    offers: {
      '@type': 'Offer',
      price: product.price,
      priceCurrency: 'RUB',
      url: `${baseURL}${product.get_absolute_url}`,
      seller: { '@type': 'Organization', name: product.team.company_name },
    },
  })
  const crumbs = data.find(entry => entry['@type'] === 'BreadcrumbList')?.itemListElement as { name: string }[]
  expect(crumbs.map(({ name }) => name)).toEqual(['Каталог', product.category.name, product.name])
  const shown = page.getByRole('navigation', { name: 'Навигационная цепочка' }).getByRole('listitem')
  expect((await shown.allTextContents()).map(text => seen(text.replace('/', '')))).toEqual(
    crumbs.map(({ name }) => name),
  )
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${product.get_absolute_url}`)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', product.get_image)
})
