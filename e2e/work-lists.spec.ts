import { expect, open, type Page, settled, test } from './fixtures.ts'
import { apiAs, makeCompany, newMember, signIn } from './member.ts'
import { browserOf } from './nursery.ts'

/** As many rows of a work list stand within a screen of 1280 × 800. */
const least = 10

/** Rows that are wholly within the screen before anything is scrolled. */
const rowsInSight = (page: Page, rows: string) =>
  page
    .locator(rows)
    .evaluateAll(
      all => all.map(row => row.getBoundingClientRect()).filter(({ bottom }) => bottom <= innerHeight).length,
    )

test.use({ viewport: { width: 1280, height: 800 } })

test('ten of a company’s plants are in sight', async ({ page, api }) => {
  test.slow()
  const member = await newMember(api)
  const own = apiAs(member)
  await makeCompany(own, 'Питомник «Сосновая горка у реки»')
  const [category] = await api.call('GET /products/short_list_categories/')
  await Promise.all(
    Array.from({ length: 12 }, () =>
      own.call('POST /products/create/', {
        body: {
          category: String(category?.id),
          genus: 'Липа',
          species: 'мелколистная',
          s_height_from: '350',
          s_height_to: '400',
          price: '12000',
        },
      }),
    ),
  )
  await signIn(page, member)
  await open(page, '/products/my_products')
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(12)
  await settled(page)
  expect(await rowsInSight(page, 'table tbody tr')).toBeGreaterThanOrEqual(least)
})

test('ten lines of a project are in sight', async ({ page, api }) => {
  const member = await newMember(api)
  const names = ['Липа мелколистная', 'Дуб черешчатый', 'Ель сербская', 'Клён остролистный']
  const text = Array.from({ length: 12 }, (_, at) => `${names[at % 4]}, ${at + 1} шт`).join('\n')
  const project = await apiAs(member).call('POST /projects/', { body: { text, name: 'Сквер на Садовой' } })
  await signIn(page, member)
  await open(page, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Как в ведомости' }).click()
  await expect(page.locator('[data-row]')).toHaveCount(12)
  await settled(page)
  expect(await rowsInSight(page, '[data-row]')).toBeGreaterThanOrEqual(least)
})

test('eight offers are in sight on a desk, and the first one within 300 pixels on a phone', async ({ page }) => {
  await open(page, `/offers?${new URLSearchParams({ search: 'туя' })}`)
  await settled(page)
  expect(await rowsInSight(page, 'main table tbody tr')).toBeGreaterThanOrEqual(8)
  await page.setViewportSize({ width: 360, height: 740 })
  const first = await page.locator('main table tbody tr').first().boundingBox()
  expect(first?.y).toBeLessThanOrEqual(300)
})

test('lists of requests and deals begin at once, and lines of a quote are rows', async ({ browser, api, baseURL }) => {
  test.slow()
  const options = { baseURL: baseURL ?? '', viewport: { width: 1280, height: 800 } }
  const [buyer, selling] = await Promise.all([newMember(api), newMember(api)])
  const [own, seller] = [apiAs(buyer), apiAs(selling)]
  const team = await makeCompany(seller, `Питомник ${crypto.randomUUID().slice(0, 4)}`)
  async function ask() {
    const text = ['Липа мелколистная — 4 шт', 'Дуб черешчатый — 6 шт'].join('\n')
    const project = await own.call('POST /projects/', { body: { name: 'Сквер', text } })
    return own.call('POST /requests/', {
      body: { project: project.id, lines: [], regions: [], companies: [team.id] },
    })
  }
  const [answered, open_] = [await ask(), await ask()]
  const params = { id: answered.id }
  const lines = answered.lines.map(({ id }) => ({ line: id, price: 1000 }))
  const quote = await seller.call('POST /requests/:id/quote/', { params, body: { lines } })
  await own.call('POST /requests/:id/award/', {
    params,
    body: { choices: lines.map(({ line }) => ({ line, quote: quote.id })) },
  })
  const nursery = await browserOf(browser, selling, options)
  for (const [page, paths] of [
    [await browserOf(browser, buyer, options), ['/projects', '/requests', '/deals']],
    [nursery, ['/incoming', '/deals']],
  ] as const)
    for (const path of paths) {
      await open(page, path)
      const first = page.locator('main ul > li').filter({ has: page.getByRole('heading', { level: 2 }) })
      await expect(first.first()).toBeVisible()
      await settled(page)
      expect((await first.first().boundingBox())?.y, path).toBeLessThanOrEqual(200)
    }
  await open(nursery, `/incoming/${open_.id}`)
  const rows = nursery.getByRole('form', { name: 'Предложение' }).getByRole('group')
  await expect(rows).toHaveCount(2)
  for (const row of await rows.all()) {
    await row.getByLabel(/^Цена/).fill('1000')
    await row.getByLabel('Что предлагаем').selectOption('')
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(64)
  }
})
