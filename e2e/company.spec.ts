import { companyPath } from '#contract/company-slug.ts'
import type { Api } from '#web/lib/api.ts'
import { expect, mark, notFound, open, seen, test } from './fixtures.ts'

/** The company with the most plants, with its details. */
async function largestCompany(api: Api) {
  const teams = await api.call('GET /teams/teams_list/')
  const all = await Promise.all(
    teams.map(async ({ id }) => ({
      team: await api.call('GET /teams/get_current_team/:id/', { params: { id: String(id) } }),
      products: await api.call('GET /products/get_all_products/:teamId/', { params: { teamId: String(id) } }),
    })),
  )
  const [first] = all.toSorted((one, other) => other.products.length - one.products.length)
  if (!first) throw new Error('no companies')
  return first
}

const yesNo = (value: boolean) => (value ? 'ДА' : 'НЕТ')

test('the company page describes the company and shows its contacts', async ({ page, api }) => {
  const { team, products } = await largestCompany(api)
  await open(page, `/teams/get_current_team/${team.id}`)
  await expect(page).toHaveTitle(`${team.company_name} | Дендро`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(team.company_name)
  const facts: [string, string | undefined][] = [
    ['Телефон', team.team_phone],
    ['Сайт', team.website.replace(/^https?:\/\//, '').replace(/\/$/, '')],
    ['Адрес', team.team_address],
    ['Населённый пункт', team.place ? `${team.place.name}, ${team.place.region.name}` : undefined],
    ['Регион', team.team_city?.name],
    ['Страна', team.team_country],
    ['Специфика', team.team_specific?.name],
    ['Доставка', team.delivery?.name],
    ['Хранение купленного', yesNo(team.safekeeping)],
    ['Разгрузка', yesNo(team.unloading)],
    ['ИНН', team.team_zipcode],
  ]
  const information = page.getByRole('region', { name: 'Информация о компании' })
  for (const [name, value] of facts.filter(([, value]) => value))
    await expect
      .soft(
        information.locator('div', { has: page.getByRole('term').filter({ hasText: name }) }).getByRole('definition'),
      )
      .toHaveText(seen(value ?? ''))
  await expect(information.getByRole('link', { name: team.team_phone })).toHaveAttribute('href', /^tel:\+?\d{11}$/)

  const rows = page.getByRole('table', { name: 'Сотрудники' }).getByRole('row')
  await expect(rows).toHaveCount(team.members.length + 1)
  await expect(rows.first().getByRole('columnheader')).toHaveText(['Имя', 'E-mail'])
  for (const [index, { name, email }] of team.members.entries()) {
    await expect.soft(rows.nth(index + 1).getByRole('cell')).toHaveText([name, email])
    await expect.soft(rows.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
  }
  await expect(page.getByRole('region', { name: 'О компании', exact: true })).toContainText(
    team.about_team.split('\n')[0] ?? '',
  )
  const teaser = page.getByRole('region', { name: 'Растения компании' })
  await expect(teaser.getByRole('article').getByRole('heading')).toHaveText(
    products.slice(0, 8).map(({ name }) => name),
  )

  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.map(text => JSON.parse(text) as { '@type': string })).toContainEqual(
    expect.objectContaining({ '@type': 'Organization', name: team.company_name, taxID: team.team_zipcode }),
  )
})

test('links lead from the company to all of its plants and back', async ({ page, api }) => {
  const { team, products } = await largestCompany(api)
  await open(page, `/teams/get_current_team/${team.id}`)
  const stays = await mark(page)
  const navigation = page.getByRole('navigation', { name: `Компания ${team.company_name}` })
  await expect(navigation.getByRole('link', { name: 'О компании' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: new RegExp(`^Показать ${products.length} растени`) }).click()
  await expect(page).toHaveURL(`/products/teamproductslist/${team.id}`)
  await expect(page).toHaveTitle(`Товары: ${team.company_name} | Дендро`)
  await expect(navigation.getByRole('link', { name: 'Товары' })).toHaveAttribute('aria-current', 'page')
  await navigation.getByRole('link', { name: 'О компании' }).click()
  await expect(page).toHaveURL(companyPath(team))
  await expect(navigation.getByRole('link', { name: 'О компании' })).toHaveAttribute('aria-current', 'page')
  await navigation.getByRole('link', { name: 'Товары' }).click()
  await expect(navigation.getByRole('link', { name: 'Товары' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('article').first().getByRole('link', { name: 'Подробнее' }).click()
  await expect(page.getByRole('heading', { name: team.company_name })).toBeVisible()
  expect(await stays()).toBe(true)
})

test('all plants of a company are grouped by category', async ({ page, api }) => {
  const { team, products } = await largestCompany(api)
  await open(page, `/products/teamproductslist/${team.id}`)
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(products.length)
  const names = [...new Set(products.map(({ category }) => category.name))]
  expect(names.length).toBeGreaterThan(1)
  const contents = page.getByRole('navigation', { name: 'Категории компании' }).getByRole('link')
  await expect(contents).toHaveCount(names.length)
  for (const name of names) {
    const expected = products.filter(({ category }) => category.name === name).map(product => product.get_absolute_url)
    const section = page.getByRole('region', { name: new RegExp(`^${name}\\s*${expected.length}\\s`) })
    const links = await section
      .getByRole('link', { name: 'Подробнее' })
      .evaluateAll(all => all.map(link => link.getAttribute('href')))
    expect.soft(links).toEqual(expected)
  }
  await contents.last().click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).last()).toBeInViewport()
})

for (const path of ['/teams/get_current_team/999999', '/products/teamproductslist/999999'])
  test(`${path}: an unknown company is 404`, async ({ page, problems }) => {
    problems.allow(notFound)
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Такой страницы нет')
  })
