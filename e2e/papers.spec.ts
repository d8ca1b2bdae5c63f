import { expectFits } from './axe.ts'
import { expect, open, test } from './fixtures.ts'
import { apiAs, makeCompany, newMember, signIn } from './member.ts'

const account = '40702810638050013199'
const requisites = {
  full_name: 'ООО «Косогор»',
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_address: 'Москва, ул. Вавилова, 19',
  bank_name: 'ПАО Сбербанк',
  bic: '044525225',
  account,
  correspondent_account: '30101810400000000225',
  signatory: 'Директор Пихтов А. Б.',
  vat: 20,
}

test('a company writes its requisites, is told what is wrong beside the field, and the buyer takes an invoice', async ({
  page,
  api,
  browser,
}) => {
  test.slow()
  const [buyer, seller] = await Promise.all([newMember(api, { name: 'Анна Полевая' }), newMember(api)])
  const [asBuyer, asSeller] = [apiAs(buyer), apiAs(seller)]
  const team = await makeCompany(asSeller, `Питомник ${crypto.randomUUID().slice(0, 4)}`)
  const body = { name: 'Сквер у пруда', text: 'Липа мелколистная 5 шт' }
  const project = await asBuyer.call('POST /projects/', { body })
  const request = await asBuyer.call('POST /requests/', {
    body: { project: project.id, lines: [], regions: [], companies: [team.id] },
  })
  const params = { id: request.id }
  const lines = request.lines.map(({ id }) => ({ line: id, price: 12_000 }))
  const quote = await asSeller.call('POST /requests/:id/quote/', { params, body: { lines } })
  const choices = request.lines.map(({ id }) => ({ line: id, quote: quote.id }))
  const [deal] = await asBuyer.call('POST /requests/:id/award/', { params, body: { choices } })
  if (!deal) throw new Error('no deal was made')

  await signIn(page, seller)
  await open(page, '/teams/requisites')
  const fields = [
    ['Полное название', requisites.full_name],
    ['ИНН', requisites.inn],
    ['КПП', requisites.kpp],
    ['ОГРН или ОГРНИП', requisites.ogrn],
    ['Юридический адрес', requisites.legal_address],
    ['Кто подписывает', requisites.signatory],
    ['Название банка', requisites.bank_name],
    ['БИК', requisites.bic],
    ['Расчётный счёт', account.replace(/.$/, '8')],
    ['Корреспондентский счёт', requisites.correspondent_account],
  ] as const
  for (const [label, value] of fields) await page.getByRole('textbox', { name: label }).fill(value)
  await page.getByLabel('НДС в ценах').selectOption('20')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  const wrong = page.getByRole('textbox', { name: 'Расчётный счёт' })
  await expect(wrong).toHaveAccessibleDescription(/Номер не подходит к БИК/)
  await expect(wrong).toBeFocused()
  await expectFits(page)
  await wrong.fill(account)
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Реквизиты сохранены')).toBeVisible()
  await open(page, `/deals/${deal.id}`)
  await expect(page.getByText('Покупатель ещё не указал реквизиты.')).toBeVisible()

  const other = await browser.newContext()
  const buyers = await other.newPage()
  await signIn(buyers, buyer)
  await open(buyers, `/deals/${deal.id}`)
  await buyers.getByRole('link', { name: 'свои реквизиты' }).click()
  await buyers.getByRole('textbox', { name: 'ФИО или полное название' }).fill('Анна Полевая')
  await buyers.getByRole('textbox', { name: 'Адрес' }).fill('Верея, Полевая, 1')
  await buyers.getByRole('button', { name: 'Сохранить' }).click()
  await expect(buyers.getByText('Реквизиты сохранены')).toBeVisible()
  await open(buyers, `/deals/${deal.id}`)
  const saved = buyers.waitForEvent('download')
  await buyers.getByRole('button', { name: 'Счёт на оплату' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^Счёт на оплату № 1 за \d{4}\.pdf$/)
  await expect(buyers.getByRole('button', { name: /Счёт на оплату №\s1/ })).toBeVisible()
  await expectFits(buyers)
  await other.close()
})

test('a client reads a version without suppliers, and leaves a remark that the owner reads', async ({
  page,
  api,
  browser,
}) => {
  test.slow()
  const owner = await newMember(api, { name: 'Вера Ясенева' })
  const own = apiAs(owner)
  const text = 'Деревья\nЛипа мелколистная 5 шт\nБерёза повислая 3 шт\nДуб черешчатый 2 шт'
  const { id } = await own.call('POST /projects/', { body: { name: 'Сквер у пруда', text } })
  const project = await own.call('POST /projects/:id/choose/', { params: { id }, body: { strategy: 'cheapest' } })
  const chosen = project.lines.flatMap(({ options, chosen: variant }) =>
    options.filter(option => option.variant.id === variant),
  )
  expect(chosen.length).toBeGreaterThan(0)

  await signIn(page, owner)
  await open(page, `/projects/${id}`)
  await page.getByRole('button', { name: 'Поделиться' }).click()
  await page.getByRole('button', { name: 'Добавить версию' }).click()
  await page.getByLabel('Наценка, %').fill('17')
  await page.getByLabel('Заголовок').fill('Сад у дома')
  await expectFits(page)
  await page.getByRole('button', { name: 'Получить ссылку' }).click()
  const link = page.getByRole('region', { name: 'Версии для клиента' }).getByRole('link')
  await expect(link).toContainText('Сад у дома')
  const address = (await link.getAttribute('href')) ?? ''

  const visitor = await browser.newContext()
  const client = await visitor.newPage()
  await open(client, address)
  await expect(client.getByRole('heading', { level: 1 })).toHaveText('Сад у дома')
  const html = await (await visitor.request.get(address)).text()
  const secrets = chosen.flatMap(({ company, product, unit_price }) => [
    company.company_name,
    product.slug,
    `get_current_team/${company.id}`,
    ...(unit_price === null ? [] : [`"unit_price":${unit_price},`]),
  ])
  expect(secrets.filter(secret => html.includes(secret))).toEqual([])
  expect(html).not.toContain(id)
  await expectFits(client)
  await client.getByRole('button', { name: 'Замечание: Липа мелколистная' }).click()
  await client.getByLabel('Что поменять').fill('Можно повыше?')
  await client.getByLabel('Как вас зовут').fill('Анна')
  await client.getByRole('button', { name: 'Отправить' }).click()
  await expect(client.getByText('Замечание отправлено')).toBeVisible()
  await visitor.close()

  await open(page, `/projects/${id}`)
  await expect(page.getByRole('region', { name: 'Замечания клиента' })).toContainText('Можно повыше?')
  await expectFits(page)
})
