import { formatPrice } from '#web/lib/format-price.ts'
import { article, card, complete, expect, phone, seen, test, withPictures, withVideo } from './fixtures.ts'

test.use({ javaScriptEnabled: false })
// The page preloads its scripts, and the browser refuses to load them.
test.beforeEach(({ problems }) => problems.allow(/^request failed: \S+\/assets\/\S+\.js csp$/))

test('links lead from the home page to a category, a plant, its company and its plants', async ({ page, api }) => {
  const { products: latest } = await api.call('GET /showcase/')
  const categories = await api.call('GET /products/categories/')
  await page.goto('/')
  await expect(page.getByRole('article')).toHaveCount(12)
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(latest.map(({ name }) => name))
  const contents = page.getByRole('region', { name: 'Категории' }).getByRole('link')
  await expect(contents).toHaveCount(categories.length)
  await contents.first().click()
  await expect(page).toHaveURL(`/products/${categories[0]?.slug}`)
  const first = page.getByRole('article').first()
  const name = (await first.getByRole('heading').textContent()) ?? ''
  await first.getByRole('link', { name: 'Подробнее' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.getByRole('link', { name: 'О компании' }).click()
  await expect(page.getByRole('table', { name: 'Сотрудники' }).getByRole('row')).not.toHaveCount(0)
  await page.getByRole('link', { name: 'Товары', exact: true }).click()
  await expect(card(page, name).first()).toBeVisible()
  await page.getByRole('link', { name: 'Дендро' }).first().click()
  await expect(page).toHaveURL('/')
})

for (const [where, use] of Object.entries({ 'beside the grid': {}, 'on a phone': phone }))
  test.describe(where, () => {
    test.use(use)
    test('the filters are a form; chips, orders and pages are links', async ({ page, api }) => {
      const params = { category_slug: 'hvoynye' }
      const { facets } = await api.call('GET /products/:category_slug/', { params })
      const rsp = facets.rsp.find(({ count }) => count > 3)
      await page.goto('/products/hvoynye')
      const form = page.getByRole('form', { name: 'Фильтры' })
      if (where === 'on a phone') await page.getByRole('button', { name: 'Фильтры' }).tap()
      await form.getByRole('combobox').selectOption('4')
      await form.getByRole('checkbox', { name: rsp?.name ?? '' }).check()
      await form.getByRole('textbox', { name: 'Цена, ₽ от' }).fill('500')
      await form.getByRole('button', { name: /^(?:Применить|Показать)/ }).click()
      const query = { zone: '4', rsp: String(rsp?.id), price_from: '500' }
      const { count } = await api.call('GET /products/:category_slug/', { params, query })
      await expect(page).toHaveURL(url =>
        Object.entries(query).every(([name, value]) => url.searchParams.get(name) === value),
      )
      await expect(page.getByRole('heading', { level: 1 })).toContainText(new RegExp(`${count} растени`))
      const chips = page.getByRole('list', { name: 'Выбранные фильтры' })
      await expect(chips.getByRole('link', { name: /^Убрать/ })).toHaveCount(3)
      await page.getByRole('link', { name: 'Дешевле' }).click()
      await expect(page).toHaveURL(
        url => url.searchParams.get('ordering') === 'price' && url.searchParams.get('zone') === '4',
      )
      await chips.getByRole('link', { name: 'Сбросить всё' }).click()
      await expect(page).toHaveURL('/products/hvoynye?ordering=price')
      await page.getByRole('link', { name: 'Дальше' }).click()
      await expect(page).toHaveURL('/products/hvoynye?ordering=price&page=2')
      await expect(page.getByRole('article').first()).toBeVisible()
    })
  })

test('a plant’s page shows everything; pictures are reached by links', async ({ page, api }) => {
  const product = await complete(api)
  await page.goto(product.get_absolute_url)
  const text = seen(await page.getByRole('main').textContent())
  for (const part of [
    product.latin_name,
    product.team.company_name,
    formatPrice(product.price ?? 0),
    product.winter_hardiness?.description,
  ])
    expect.soft(text).toContain(seen(part ?? ''))
  await expect(page.getByRole('table', { name: /^Характеристики растения/ }).first()).toBeVisible()
  await expect(page.getByRole('article').last()).toBeVisible()
  // Controls that need scripts are hidden.
  await expect(page.getByRole('button', { name: 'Следующее изображение' })).toBeHidden()
  await expect(page.getByRole('group', { name: 'Оформление' })).toBeHidden()

  const several = await withPictures(api)
  await page.goto(several.get_absolute_url)
  const pictures = page.getByRole('list', { name: 'Изображения растения' })
  await page.getByRole('link', { name: 'Показать изображение 3' }).click()
  await expect(pictures.getByRole('img').nth(2)).toBeInViewport({ ratio: 0.5 })
  await expect(pictures.getByRole('link').nth(2)).toHaveAttribute('href', several.images[2]?.get_image ?? '')
})

test('a video is a link to its site', async ({ page, api }) => {
  const product = await withVideo(api)
  await page.goto(product.get_absolute_url)
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Смотреть видео/ })).toHaveAttribute('href', product.video_link)
})

test('an article has links: contents, a section, the next section, the PDF', async ({ page, api }) => {
  const params = { article_slug: article.slug }
  const { section: sections } = await api.call('GET /publications/:article_slug/', { params })
  await page.goto('/publications')
  await page.getByRole('article').getByRole('link', { name: 'Как читать прайс питомника' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Как читать прайс питомника')
  const contents = page.getByRole('navigation', { name: 'Содержание' })
  await contents.getByRole('link', { name: sections[1]?.name ?? '' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sections[1]?.name ?? '')
  await page.getByRole('link', { name: 'Следующий раздел' }).click()
  await expect(page).toHaveURL(`/publications/${article.slug}?section=${sections[2]?.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sections[2]?.name ?? '')
  await expect(page.getByRole('link', { name: 'Скачать PDF' })).toHaveAttribute('href', /\/pdf\/$/)
})
