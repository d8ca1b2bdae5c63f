import { expectNoViolations } from './axe.ts'
import { expect, open, test, widths } from './fixtures.ts'
import { apiAs, newMember, signIn } from './member.ts'

const schedule = `Липа мелколистная, обхват 18-20 — 12 шт
Туя западная Смарагд 160-180, 40 шт
Спирея японская, 200 шт
Сосна горная, 30 шт`

test('a buyer sees what each way of choosing costs delivered, and which lorries bring it', async ({ page, api }) => {
  const member = await newMember(api)
  const own = apiAs(member)
  const [place] = await own.call('GET /places/', { query: { search: 'Тверь' } })
  const { id } = await own.call('POST /projects/', {
    body: { text: schedule, name: 'Парк у реки', place: String(place?.id) },
  })
  await signIn(page, member)
  await open(page, `/projects/${id}`)
  const summary = page.getByRole('region', { name: 'Итого' })
  const card = summary.getByRole('button', { name: 'Дешевле с доставкой' })
  await expect(card).toContainText(/₽ \+ .*₽ = .*₽/)
  await expect(card).toContainText(/питомник/)
  await expect(summary.getByRole('button', { name: 'Дешевле всего' })).toContainText(/₽ \+ .*₽ = .*₽/)
  await expect(page.getByRole('region', { name: 'Доставка выбранного' })).toHaveCount(0)

  await card.click()
  const delivery = page.getByRole('region', { name: 'Доставка выбранного' })
  await expect(delivery.getByRole('img', { name: /^Карта рейсов/ })).toBeVisible()
  await expect(delivery).toContainText('По прямой между населёнными пунктами × 1,3')
  await expect(delivery).toContainText(/рейс/)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoViolations(page)
  }

  // Another choice by hand is another load.
  const line = page.locator('[data-row]').filter({ hasText: 'Туя западная' })
  await line.getByRole('button', { name: /предложени/ }).click()
  await line.locator('[data-candidate]').last().click()
  await delivery.getByRole('button', { name: 'Посчитать машины' }).click()
  await expect(delivery.getByRole('img', { name: /^Карта рейсов/ })).toBeVisible()
})

test('a company says how it delivers', async ({ page, api }) => {
  const member = await newMember(api)
  const own = apiAs(member)
  const team = await own.call('POST /teams/', {
    body: {
      company_name: 'Питомник Волжский',
      team_zipcode: '7707083893',
      team_phone: '+7 900 000-00-00',
      team_address: 'Тверь',
      team_city: 'Тверская область',
    },
  })
  await signIn(page, member)
  await open(page, '/teams/edit-team')
  const terms = page.getByRole('region', { name: 'Машины и погрузка' })
  await terms.getByRole('button', { name: 'Добавить машину' }).click()
  await terms.getByRole('textbox', { name: 'Машина' }).fill('Наша Газель')
  for (const [name, value] of [
    ['Груз, кг', '1 500'],
    ['Кузов, м³', '12,5'],
    ['Длина, м', '4'],
    ['₽ за км', '35'],
  ] as const)
    await terms.getByRole('textbox', { name }).fill(value)
  await terms.getByRole('button', { name: 'Обновить условия доставки' }).click()
  await expect(terms.getByRole('textbox', { name: 'Не меньше, ₽' })).toHaveAttribute('aria-invalid', 'true')
  await terms.getByRole('textbox', { name: 'Не меньше, ₽' }).fill('3000')
  await terms.getByRole('textbox', { name: /^Возим не дальше/ }).fill('250')
  await terms.getByRole('checkbox', { name: 'вт' }).check()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoViolations(page)
  }
  await terms.getByRole('button', { name: 'Обновить условия доставки' }).click()
  await expect(page.getByText('Условия доставки сохранены')).toBeVisible()
  expect(await own.call('GET /teams/:id/delivery_terms/', { params: { id: String(team.id) } })).toEqual({
    vehicles: [
      {
        name: 'Наша Газель',
        payload_kg: 1500,
        volume_m3: 12.5,
        length_m: 4,
        price_per_km: 35,
        price_min: 3000,
        with_crane: false,
      },
    ],
    radius_km: 250,
    free_from: null,
    pickup: true,
    loading_days: [2],
  })
})
