import { expectNoViolations } from './axe.ts'
import { expect, mark, open, type Page, phone, seen, settled, test } from './fixtures.ts'

const address = (query: Record<string, string>) => `/offers?${new URLSearchParams(query)}`
const field = (page: Page) => page.getByRole('banner').getByLabel('Поиск растений')
const rows = (page: Page) => page.getByRole('table', { name: 'Предложения' }).getByRole('row')
const chips = (page: Page) => page.getByRole('list', { name: 'Выбранные фильтры' })

test.describe('finds the intended offers for each spelling', () => {
  for (const { words, found, chip, corrected } of [
    { words: 'тюя смарагт', found: "Туя западная 'Smaragd'", chip: "Туя западная 'Smaragd'", corrected: 'туя смарагд' },
    { words: 'nez cvfhful', found: "Туя западная 'Smaragd'", chip: "Туя западная 'Smaragd'", corrected: 'туя смарагд' },
    { words: 'tuya smaragd', found: "Туя западная 'Smaragd'", chip: "Туя западная 'Smaragd'" },
    { words: 'т. зап. смарагд', found: "Туя западная 'Smaragd'", chip: "Туя западная 'Smaragd'" },
    { words: 'липа 18-20', found: 'Обхват 18–20', chip: 'обхват 18–20 см' },
    { words: 'верейский', found: 'Питомник «Верейский косогор»', chip: 'Питомник «Верейский косогор»' },
  ])
    test(words, async ({ page, api }) => {
      await open(page, '/about')
      const stays = await mark(page)
      await field(page).fill(words)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(address({ search: words }))
      const expected = await api.call('GET /offers/', { query: { search: words } })
      expect(expected.count).toBeGreaterThan(0)
      await expect(rows(page)).toHaveCount(expected.results.length + 1)
      for (const row of (await rows(page).all()).slice(1)) await expect(row).toContainText(found)
      await expect(chips(page)).toContainText(chip)
      const note = page.getByText('исправлено с')
      if (corrected) {
        await expect(note).toHaveText(
          `Показано по запросу «${corrected}», исправлено с «${words}». Искать как написано`,
        )
        await page.getByRole('link', { name: 'Искать как написано' }).click()
        await expect(page.getByText(`Ищем «${words}» как написано.`)).toBeVisible()
        await expect(page.getByText('Ничего не нашлось')).toBeVisible()
        await page.getByRole('link', { name: 'Искать с исправлениями' }).click()
        await expect(rows(page)).toHaveCount(expected.results.length + 1)
      } else await expect(note).toHaveCount(0)
      await expect(field(page)).toHaveValue(words)
      expect(await stays()).toBe(true)
    })
})

test('interpretations of the words can be removed, by chip and in the form', async ({ page, api }) => {
  const search = 'туя смарагд C15'
  const { count } = await api.call('GET /offers/', { query: { search: 'туя смарагд' } })
  await open(page, address({ search }))
  await expect(chips(page).getByRole('link')).toHaveText([/Smaragd/, /ком или горшок 15/, /Контейнер/, /Сбросить всё/])
  await chips(page)
    .getByRole('link', { name: /ком или горшок/ })
    .click()
  // Until then the other chip's address still has this word.
  await expect(chips(page).getByRole('link', { name: /ком или горшок/ })).toHaveCount(0)
  await chips(page)
    .getByRole('link', { name: /Контейнер/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${count} предложени`)
  await expect(page).toHaveURL(/ignore=root(?:&|$)/)

  await open(page, address({ search: 'липа 18-20' }))
  const girth = page.getByRole('textbox', { name: 'Обхват ствола, см от' })
  await expect(girth).toHaveValue('18')
  await girth.fill('')
  await girth.blur()
  await expect(page).toHaveURL(/ignore=girth_from/)
  await expect(girth).toHaveValue('')
  await expect(chips(page)).toContainText('обхват до 20 см')
})

test('filters and orders change the offers and their counts; the address has all of them', async ({ page, api }) => {
  const { facets } = await api.call('GET /offers/', { query: { category: 'listvennye-derevya' } })
  await open(page, '/offers')
  const form = page.getByRole('form', { name: 'Фильтры' })
  await form.getByRole('checkbox', { name: 'Лиственные деревья' }).check()
  await expect(page).toHaveURL('/offers?category=listvennye-derevya')
  const region = facets.region.find(({ count }) => count > 1)
  await form.getByRole('group', { name: 'Регион питомника' }).getByRole('checkbox', { name: region?.name }).check()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${region?.count} предложени`)
  await page.getByRole('link', { name: 'Дешевле' }).click()
  const query = { category: 'listvennye-derevya', region: String(region?.value), ordering: 'price' }
  await expect(page).toHaveURL(address(query))
  const { results } = await api.call('GET /offers/', { query })
  await expect(rows(page)).toHaveCount(results.length + 1)
  for (const [at, { product, variant, company }] of results.entries()) {
    const row = rows(page).nth(at + 1)
    const parts = [product.name, variant.label, company.company_name, company.region?.name ?? ''].map(seen)
    // Until they have been fetched the rows are those of the order before.
    const missing = async () => {
      const text = seen(await row.textContent())
      return parts.filter(part => !text.includes(part))
    }
    await expect.poll(missing).toEqual([])
    if (product.zone !== null) await expect.soft(row.getByRole('cell').first()).toHaveText(String(product.zone))
  }
  await chips(page).getByRole('link', { name: 'Сбросить всё' }).click()
  await expect(page).toHaveURL('/offers?ordering=price')
  // Until they have been fetched the rows, and the page after them, are those of the filters before.
  const next = page.getByRole('link', { name: 'Дальше' })
  await expect(next).toHaveAttribute('href', '/offers?ordering=price&page=2')
  await next.click()
  await expect(page).toHaveURL('/offers?ordering=price&page=2')
  await page.goBack()
  await page.goBack()
  await expect(chips(page)).toContainText(region?.name ?? '')
})

test('a quantity shows its tier price and the total', async ({ page, api }) => {
  const { results } = await api.call('GET /offers/', { query: { page_size: 100 } })
  const tiered = results.find(
    ({ variant, plant }) =>
      plant && variant.stock !== 'sold_out' && variant.price_tiers.some(tier => tier.quantity_from !== null),
  )
  const tier = tiered?.variant.price_tiers.find(one => one.quantity_from !== null)
  if (!tiered?.plant || !tier) throw new Error('no tiers in the demonstration set')
  const quantity = String(tier.quantity_from)
  await open(page, address({ plant: tiered.plant.slug, company: String(tiered.company.id) }))
  await page.getByRole('textbox', { name: 'Сколько нужно, шт.' }).fill(quantity)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`quantity=${quantity}(?:&|$)`))
  const row = rows(page).filter({ hasText: tiered.variant.label }).first()
  const money = (value: number) => seen(new Intl.NumberFormat('ru-RU').format(value))
  await expect.poll(async () => seen(await row.textContent())).toContain(`${money(tier.price)} ₽`)
  expect(seen(await row.textContent())).toContain(`${quantity} шт.: ${money(tier.price * Number(quantity))} ₽`)
})

test('without results there are links: without a filter, to the plant, to substitutes', async ({ page, api }) => {
  await open(page, address({ search: 'липа мелколистная', price_to: '1' }))
  await expect(page.getByText('Под эти условия ничего не подошло')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('в других размерах и на других условиях')
  await page.getByRole('link', { name: 'Без условия «цена до 1 ₽»' }).click()
  await expect(rows(page).nth(1)).toContainText('Липа мелколистная')

  const { results } = await api.call('GET /plants/', {
    query: { category: 'hvoynye', with_offers: '0' },
  })
  // Not for every plant is something offered that would do the same.
  const plants = await Promise.all(results.map(({ slug }) => api.call('GET /plants/:slug/', { params: { slug } })))
  const { slug, substitutes } = plants.find(({ substitutes: found }) => found.length > 0) ?? {
    slug: '',
    substitutes: [],
  }
  expect(substitutes.length).toBeGreaterThan(0)
  await open(page, address({ plant: slug }))
  await expect(page.getByRole('region', { name: 'Чем заменить' }).getByRole('link')).toHaveText(
    substitutes.map(({ plant }) => plant.name),
  )
})

test.describe('suggestions', () => {
  test('are a combobox: arrows, Enter, Escape, and a count for screen readers', async ({ page, api }) => {
    const expected = await api.call('GET /offers/suggest/', { query: { q: 'верей' } })
    const [company] = expected
    expect(company?.kind).toBe('company')
    await open(page, '/about')
    await expect(page.getByRole('searchbox', { name: 'Поиск растений' })).toBeVisible()
    await field(page).focus()
    const box = page.getByRole('combobox', { name: 'Поиск растений' })
    await expect(box).toHaveAttribute('aria-expanded', 'false')
    await box.pressSequentially('туя зап')
    const list = page.getByRole('listbox', { name: 'Подсказки' })
    await expect(list).toBeVisible()
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await expect(box).toHaveAttribute('aria-controls', (await list.getAttribute('id')) ?? '')
    const options = list.getByRole('option')
    await expect(page.getByRole('status').filter({ hasText: 'подсказ' })).toContainText(
      `${await options.count()} подсказ`,
    )
    await expectNoViolations(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(box).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id')) ?? '')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(box).not.toHaveAttribute('aria-activedescendant')
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(box).toHaveValue('туя зап')
    await expect(box).toBeFocused()

    await box.fill('верей')
    await expect(options).toHaveCount(expected.length)
    await expect(options.first()).toContainText(company?.name ?? '')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const id = /\d+$/.exec(company?.url ?? '')?.[0] ?? ''
    const { slug } = await api.call('GET /teams/get_current_team/:id/', { params: { id } })
    await expect(page).toHaveURL(slug ? `/c/${slug}` : (company?.url ?? ''))
    await expect(list).toBeHidden()
  })

  test('Enter without a highlighted suggestion searches, and a click on one follows its link', async ({ page }) => {
    await open(page, '/about')
    await field(page).pressSequentially('туя смар')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address({ search: 'туя смар' }))
    await expect(page.getByRole('listbox')).toBeHidden()
    // The new screen takes the focus, which would close the suggestions.
    await expect(page.getByRole('main')).toBeFocused()
    await field(page).fill('липа мелко')
    await page
      .getByRole('option', { name: /^Липа мелколистная/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/plants\/tilia-cordata/)
  })

  test('a late response is ignored, and a failure is silent', async ({ page, problems }) => {
    problems.allow(/suggest|Failed to load resource/)
    let letGo = () => {}
    const held = new Promise<void>(resolve => {
      letGo = resolve
    })
    await page.route(/\/api\/offers\/suggest\//, async route => {
      const q = new URL(route.request().url()).searchParams.get('q')
      if (q === 'ель') await held
      if (q === 'сосна') return route.abort('failed')
      return route.continue().catch(() => {})
    })
    await open(page, '/about')
    await field(page).fill('ель')
    const slow = page.waitForRequest(/suggest/)
    await slow
    await field(page).fill('туя')
    await expect(page.getByRole('option', { name: /^Туя/ }).first()).toBeVisible()
    letGo()
    await settled(page)
    await expect(page.getByRole('option', { name: /^Ель/ })).toHaveCount(0)
    const failed = page.waitForEvent('requestfailed', request => request.url().includes('suggest'))
    await field(page).fill('сосна')
    await failed
    await settled(page)
    await expect(page.getByRole('alert')).toHaveText('')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address({ search: 'сосна' }))
  })

  test('are loaded on the first focus', async ({ page }) => {
    const loaded: string[] = []
    page.on('request', request => loaded.push(request.url()))
    await open(page, '/about')
    await settled(page)
    const before = loaded.filter(url => url.includes('suggestions')).length
    await field(page).focus()
    await expect(page.getByRole('combobox', { name: 'Поиск растений' })).toBeVisible()
    expect([before, loaded.some(url => url.includes('suggestions'))]).toEqual([0, true])
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a contractor finds 40 limes of girth 18–20 in wire ball, hardy in zone 4, the cheapest first', async ({
    page,
    api,
  }) => {
    await open(page, '/')
    await field(page).tap()
    await field(page).fill('липа')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Фильтры' }).tap()
    const form = page.getByRole('form', { name: 'Фильтры' })
    await form.getByRole('textbox', { name: 'Сколько нужно, шт.' }).fill('40')
    await form.getByRole('textbox', { name: 'Обхват ствола, см от' }).fill('18')
    await form.getByRole('textbox', { name: 'Обхват ствола, см до' }).fill('20')
    await form.getByRole('checkbox', { name: /WRB/ }).check()
    await form.getByRole('combobox', { name: 'Зона зимостойкости участка' }).selectOption('4')
    const query = {
      search: 'липа',
      zone: '4',
      root: 'wire_ball',
      girth_from: '18',
      girth_to: '20',
      quantity: '40',
      ordering: 'price',
    }
    const { count, results } = await api.call('GET /offers/', { query })
    expect(count).toBeGreaterThan(1)
    await form.getByRole('button', { name: `Показать ${count} предложени` }).tap()
    await expect(form).toBeHidden()
    await page.getByRole('combobox', { name: 'Порядок' }).selectOption({ label: 'Дешевле' })
    await expect(page).toHaveURL(address(query))
    await expect(rows(page)).toHaveCount(count + 1)
    for (const [at, { company, product }] of results.entries()) {
      await expect(rows(page).nth(at + 1)).toContainText(product.name)
      await expect(rows(page).nth(at + 1)).toContainText(company.company_name)
      await expect(rows(page).nth(at + 1)).toContainText(/40\s+шт\.:/)
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectNoViolations(page)
  })

  test('the same query in one line', async ({ page }) => {
    await open(page, '/')
    await field(page).fill('40 лип 18-20 WRB')
    await page.keyboard.press('Enter')
    await expect(chips(page).getByRole('link')).toHaveText([/40 шт\./, /обхват 18–20 см/, /WRB/, /Сбросить/])
    await page.getByRole('combobox', { name: 'Порядок' }).selectOption({ label: 'Дешевле' })
    await expect(rows(page).nth(1)).toContainText('Липа')
  })

  test('nothing overflows at 320 px, and the search stays visible', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const query of ['search=верейский', `search=${'длинноеслово'.repeat(12)} туя`, 'quantity=999999']) {
      await open(page, `/offers?${query}`)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
    await open(page, '/offers')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(field(page)).toBeInViewport({ ratio: 1 })
    // Of the two lines of the bar only the lower one stays.
    await expect
      .poll(() => page.evaluate(() => document.querySelector('header')?.getBoundingClientRect().top))
      .toBe(-64)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test.beforeEach(({ problems }) => problems.allow(/^request failed: \S+\/assets\/\S+\.js csp$/))

  test('the search and the filters are forms, chips and orders are links', async ({ page, api }) => {
    await page.goto('/about')
    await field(page).fill('липа 18-20')
    await page.getByRole('button', { name: 'Искать' }).click()
    await expect(page).toHaveURL(address({ search: 'липа 18-20' }))
    await expect(field(page)).toHaveValue('липа 18-20')
    const form = page.getByRole('form', { name: 'Фильтры' })
    await form.getByRole('textbox', { name: 'Сколько нужно, шт.' }).fill('40')
    await form.getByRole('checkbox', { name: /WRB/ }).check()
    await form.getByRole('button', { name: 'Применить' }).click()
    const query = { search: 'липа 18-20', quantity: '40', root: 'wire_ball' }
    const { count } = await api.call('GET /offers/', { query })
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${count} предложени`)
    await page.getByRole('link', { name: 'Дешевле' }).click()
    await expect(page).toHaveURL(/ordering=price/)
    await chips(page).getByRole('link', { name: /WRB/ }).click()
    await expect(page).not.toHaveURL(/root=wire_ball/)
    await expect(rows(page).nth(1)).toBeVisible()
  })
})

test('words name the place of the garden, which can be taken off, and the switch does the same', async ({
  page,
  api,
}) => {
  const [yakutsk] = await api.call('GET /places/', { query: { search: 'Якутск' } })
  const search = 'хвойные для якутска'
  const hardy = await api.call('GET /offers/', { query: { search } })
  const all = await api.call('GET /offers/', { query: { search: 'хвойные' } })
  expect(hardy.place?.id).toBe(yakutsk?.id)
  expect(hardy.count).toBeGreaterThan(0)
  expect(hardy.count).toBeLessThan(all.count)
  await open(page, address({ search }))
  await expect(page.getByText('Понято как место сада')).toContainText(
    'Якутск, Республика Саха (Якутия), зона 1. Растения, зона которых неизвестна, не показаны.',
  )
  await expect(chips(page).getByRole('link', { name: 'место: Якутск' })).toBeVisible()
  const zone = page.getByRole('checkbox', { name: 'Зимует здесь: Якутск, зона 1' })
  await expect(zone).toBeChecked()
  await chips(page).getByRole('link', { name: 'зимует: Якутск, зона 1' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${all.count} предложени`)
  await expect(zone).not.toBeChecked()
  await zone.check()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${hardy.count} предложени`)
  await chips(page).getByRole('link', { name: 'место: Якутск' }).click()
  await expect(page.getByText('Понято как место сада')).toHaveCount(0)
})
