import { expect, open, seen, test } from './fixtures.ts'
import { apiAs, makeCompany, newMember, signIn } from './member.ts'

test('a company’s price list is reached from its page and saved as a table and for print', async ({ page, api }) => {
  const [team] = await api.call('GET /teams/teams_list/')
  const params = { id: String(team?.id) }
  const list = await api.call('GET /teams/:id/price-list/', { params, query: { page_size: 100 } })
  await open(page, `/teams/get_current_team/${team?.id}`)
  const navigation = page.getByRole('navigation', { name: `Компания ${team?.company_name}` })
  await navigation.getByRole('link', { name: 'Прайс-лист' }).click()
  await expect(page).toHaveTitle(`Прайс-лист: ${team?.company_name} | Дендро`)
  await expect(navigation.getByRole('link', { name: 'Прайс-лист' })).toHaveAttribute('aria-current', 'page')
  await expect(navigation.getByRole('link', { name: 'О компании' })).not.toHaveAttribute('aria-current', 'page')
  const names = list.results.flatMap(({ products }) => products.map(({ name }) => name))
  expect(names.length).toBeGreaterThan(0)
  const shown = await page.getByRole('table').getByRole('link').allTextContents()
  expect(shown.map(seen)).toEqual(names.map(seen))
  for (const [button, ending] of [
    ['Скачать xlsx', '.xlsx'],
    ['Скачать PDF', '.pdf'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: button }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(new RegExp(`^Прайс-лист, .*\\${ending}$`))
    expect(await download.failure()).toBeNull()
  }
})

test('a key is created, shown once, listed and revoked', async ({ page, api }) => {
  const member = await newMember(api)
  await makeCompany(apiAs(member), 'Питомник «Ключевой»')
  await signIn(page, member)
  await open(page, '/teams/team')
  const panel = page.getByRole('region', { name: 'Ключи API' })
  await panel.getByRole('button', { name: 'Создать ключ' }).click()
  await expect(panel.getByLabel('Название нового ключа')).toHaveAccessibleDescription(/^Назовите ключ/)
  await panel.getByLabel('Название нового ключа').fill('1С на складе')
  await panel.getByRole('button', { name: 'Создать ключ' }).click()
  const secret = panel.getByText(/^dk_[\w-]{43}$/)
  await expect(secret).toBeVisible()
  const key = (await secret.textContent()) ?? ''
  const row = panel.getByRole('listitem').filter({ hasText: '1С на складе' })
  await expect(row).toContainText(`${key.slice(0, 9)}…`)
  await expect(row).toContainText('Ещё не использовали')
  const works = async () =>
    (await page.request.get('/api/price-lists/', { headers: { authorization: `Bearer ${key}` } })).status()
  expect(await works()).toBe(200)

  await page.reload()
  await expect(row).toContainText('Был в деле')
  await expect(secret).toBeHidden()
  await row.getByRole('button', { name: 'Отозвать' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click()
  await expect(page.getByText('Ключ «1С на складе» больше не действует')).toBeVisible()
  await expect(row).toBeHidden()
  expect(await works()).toBe(401)
})
