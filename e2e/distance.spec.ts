import { expect, mark, open, type Page, phone, seen, test } from './fixtures.ts'

const limes = '/plants/tilia-cordata-greenspire'
const offers = (page: Page) => page.getByRole('table', { name: 'Предложения' }).getByRole('row')

const placeField = (page: Page) => page.getByRole('dialog', { name: 'Ваше место' }).getByRole('combobox')

/** Chooses Tver by typing the start of its name. */
async function chooseTver(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Место' }).click()
  const field = placeField(page)
  await expect(field).toBeFocused()
  await field.pressSequentially('твер')
  const tver = page.getByRole('option', { name: 'Тверь, Тверская область' })
  await expect(tver).toBeVisible()
  // Results for a later letter may arrive between the arrow key and Enter and reset the highlight.
  await expect(async () => {
    await field.press('ArrowDown')
    await expect(tver).toHaveAttribute('data-highlighted', '', { timeout: 500 })
  }).toPass()
  await field.press('Enter')
  await expect(page.getByText('Расстояние по прямой от вашего места: Тверь, Тверская область')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Место: Тверь' })).toBeVisible()
}

/** Takes the place away again, where it was chosen. */
async function leavePlace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Другое место' }).click()
  await page.getByRole('button', { name: 'Без места' }).click()
}

test('a buyer chooses Tver once: limes are sorted by distance, and fewer are within 200 km', async ({ page, api }) => {
  const [tver] = await api.call('GET /places/', { query: { search: 'Тверь' } })
  const place = tver?.id ?? 0
  const slug = 'tilia-cordata-greenspire'
  const { results } = await api.call('GET /plants/:slug/offers/', {
    params: { slug },
    query: { place, ordering: 'distance' },
  })
  const distances = results.map(({ distance }) => distance ?? Number.POSITIVE_INFINITY)
  const near = distances.filter(distance => distance <= 200)
  expect(near.length).toBeGreaterThan(0)
  expect(near.length).toBeLessThan(distances.length)

  await open(page, limes)
  const stays = await mark(page)
  await expect(page.getByRole('link', { name: 'Ближе' })).toBeHidden()
  await chooseTver(page)
  await page.getByRole('link', { name: 'Ближе' }).click()
  await expect(page).toHaveURL(/ordering=distance/)
  await expect(offers(page)).toHaveCount(results.length + 1)
  for (const [index, { company, distance }] of results.entries()) {
    const row = offers(page).nth(index + 1)
    await expect(row).toContainText(company.company_name)
    expect(seen(await row.textContent())).toContain(`${distance} км`)
  }
  await page.getByRole('combobox', { name: 'Расстояние' }).selectOption('200')
  await page.getByRole('button', { name: 'Отобрать' }).click()
  await expect(offers(page)).toHaveCount(near.length + 1)
  await expect(page).toHaveURL(/within=200/)
  expect(await stays()).toBe(true)

  // The choice applies to all plants until it is removed.
  await open(page, '/plants/thuja-occidentalis-smaragd')
  await expect(page).toHaveURL(new RegExp(`place=${place}`))
  await expect(page.getByText('Тверь, Тверская область')).toBeVisible()
  await leavePlace(page)
  await expect(page).toHaveURL('/plants/thuja-occidentalis-smaragd')
  await open(page, limes)
  await expect(page.getByRole('button', { name: 'Показать расстояние до питомников' })).toBeVisible()
  await expect(page).toHaveURL(limes)
})

test('removing the place also removes its filter and order, and nothing else', async ({ page }) => {
  await open(page, `${limes}?place=480060&within=200&ordering=distance&root=wire_ball`)
  await leavePlace(page)
  await expect(page).toHaveURL(`${limes}?root=wire_ball`)
})

test('another place can be chosen, and the choice cancelled', async ({ page }) => {
  await open(page, `${limes}?place=480060`)
  await page.getByRole('button', { name: 'Другое место' }).click()
  await placeField(page).fill('екатеренбург')
  await page.getByRole('option', { name: 'Екатеринбург, Свердловская область' }).click()
  await expect(page.getByText('от вашего места: Екатеринбург, Свердловская область')).toBeVisible()
  await page.getByRole('button', { name: 'Другое место' }).click()
  await placeField(page).fill('абракадабра')
  await expect(page.getByText('Такого места нет в списке: попробуйте соседний город')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Закрыть' }).click()
  await expect(page.getByText('от вашего места: Екатеринбург, Свердловская область')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)
  test('filters, order and place of the offers share one line, however long the place is called', async ({ page }) => {
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      // Комсомольск-на-Амуре, and as many filters as show their number.
      await open(page, '/offers?place=2021851&zone=4&root=wire_ball&verified=1')
      const place = page.getByRole('main').getByRole('button', { name: /^Место: / })
      const bar = [
        page.getByRole('button', { name: /^Фильтры/ }),
        page.getByRole('combobox', { name: 'Порядок' }),
        place,
      ]
      const boxes = await Promise.all(bar.map(part => part.boundingBox()))
      expect(new Set(boxes.map(box => box?.y)).size).toBe(1)
      for (const box of boxes) expect(box?.width).toBeGreaterThanOrEqual(44)
      expect(await place.locator('.truncate').evaluate(name => name.scrollWidth > name.clientWidth)).toBe(true)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })

  test('offers show their distance', async ({ page }) => {
    await open(page, limes)
    await chooseTver(page)
    const first = page.getByRole('list', { name: 'Предложения' }).getByRole('listitem').first()
    await expect(first).toContainText(/\d\sкм/)
  })
})

test('the search for offers uses the place too, and keeps it when the distance filter is removed', async ({
  page,
  api,
}) => {
  const query = { search: 'липа', place: 480060, within: 200, ordering: 'distance' }
  const { results, count } = await api.call('GET /offers/', { query })
  const all = await api.call('GET /offers/', { query: { ...query, within: undefined } })
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(all.count)
  await open(page, limes)
  await chooseTver(page)
  await open(page, `/offers?${new URLSearchParams({ search: 'липа' })}`)
  await page.getByRole('link', { name: 'Ближе' }).click()
  await expect(page).toHaveURL(/ordering=distance/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${all.count} `)
  await page.getByLabel('Расстояние, откуда: Тверь').selectOption('200')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${count} `)
  await expect(offers(page)).toHaveCount(results.length + 1)
  expect(seen(await offers(page).nth(1).textContent())).toContain(`${results[0]?.distance} км`)
  await page.getByRole('link', { name: 'Убрать: до 200 км' }).click()
  await expect(page).toHaveURL(
    `/offers?${new URLSearchParams({ search: 'липа', place: '480060', ordering: 'distance' })}`,
  )
})
