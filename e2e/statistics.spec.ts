import { expectNoViolations } from './axe.ts'
import { expect, open, seen, test, widths } from './fixtures.ts'
import { apiAs, newMember, signIn } from './member.ts'

test('a nursery sees how often its plants are looked at and its telephone is opened', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  test.slow()
  const member = await newMember(api)
  const own = apiAs(member)
  await own.call('POST /teams/', {
    body: {
      company_name: 'Питомник «Счётный»',
      team_zipcode: '7707083893',
      team_phone: '+7 495 000-00-07',
      team_address: 'Поле',
      team_city: 'Московская область',
    },
  })
  const categories = await own.call('GET /products/short_list_categories/')
  const category = String(categories.find(({ slug }) => slug === 'hvoynye')?.id)
  const product = await own.call('POST /products/create/', {
    body: { category, genus: 'Туя', species: "западная 'Smaragd'" },
  })

  await signIn(page, member)
  await open(page, '/teams/team')
  await page.getByRole('link', { name: 'Статистика' }).click()
  await expect(page).toHaveTitle('Статистика | Дендро')
  await expect(page.getByText('Пока считать нечего')).toBeVisible()
  // Their own visit does not count.
  const counted = page.waitForResponse(/\/seen\/$/)
  await open(page, product.get_absolute_url)
  expect((await counted).status()).toBe(204)

  // Two browsers, one of which looks twice and opens the telephone.
  for (const userAgent of ['Browser of one', 'Browser of another']) {
    const context = await browser.newContext({ baseURL: baseURL ?? '', userAgent })
    const visitor = await context.newPage()
    for (let time = 0; time < 2; time++) {
      const answered = visitor.waitForResponse(/\/seen\/$/)
      await open(visitor, product.get_absolute_url)
      expect((await answered).status()).toBe(204)
    }
    if (userAgent === 'Browser of one') {
      const opened = visitor.waitForResponse(/\/phone\/$/)
      await visitor.getByRole('link', { name: '+7 495 000-00-07' }).first().click()
      expect((await opened).status()).toBe(204)
    }
    await context.close()
  }

  await open(page, '/teams/statistics')
  const numbersOf = async (name: string) => {
    const rows = page.getByRole('table', { name }).getByRole('row')
    await expect(rows).toHaveCount(13)
    return (await rows.nth(1).getByRole('cell').allTextContents()).map(seen)
  }
  expect(await numbersOf('Просмотры растений по неделям')).toEqual(['2'])
  expect(await numbersOf('Открытия телефона по неделям')).toEqual(['1'])
  await expect(page.getByText('Запросов и сделок за эти недели не было.')).toBeVisible()
  const most = page.getByRole('table', { name: 'Чаще всего смотрели' }).getByRole('row').nth(1)
  await expect(most.getByRole('cell')).toHaveText([product.name, '2', '1'])

  // What five visitors look for in the region and nobody offers.
  await expect(page.getByText('Пока показать нечего')).toBeVisible()
  const cities = await own.call('GET /teams/cities/')
  const region = cities.find(({ name }) => name === 'Московская область')?.id
  const query = `search=${encodeURIComponent('зюзюкалка')}&region=${region}`
  for (let n = 0; n < 4; n++) {
    const { request } = await browser.newContext({ baseURL: baseURL ?? '', userAgent: `Browser ${n}` })
    expect((await request.post('/api/offers/not-found/', { data: { query } })).status()).toBe(204)
  }
  const fifth = await (await browser.newContext({ baseURL: baseURL ?? '', userAgent: 'Fifth' })).newPage()
  const told = fifth.waitForResponse(/\/not-found\/$/)
  await open(fifth, `/offers?${query}`)
  expect((await told).status()).toBe(204)
  await open(page, '/teams/statistics')
  const missed = page.getByRole('table', { name: 'Искали в вашем регионе и не нашли' }).getByRole('row').nth(1)
  await expect(missed.getByRole('cell')).toHaveText(['«зюзюкалка»', '5'])
  await expect(page.getByRole('link', { name: 'Добавить объявление' })).toHaveAttribute('href', '/products/create')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(page)
  }
})
