import { readFile } from 'node:fs/promises'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import type { Deal } from '#contract/deals.ts'
import type { Api } from '#web/lib/api.ts'
import { expect, open, type Page, phone, seen, test } from './fixtures.ts'
import { apiAs, type Member, makeCompany, newMember } from './member.ts'
import { browserOf } from './nursery.ts'

const firm = {
  full_name: 'ООО «Косогор»',
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_address: 'Москва, ул. Вавилова, 19',
  bank_name: 'ПАО Сбербанк',
  bic: '044525225',
  account: '40702810638050013199',
  correspondent_account: '30101810400000000225',
  signatory: 'Директор Пихтов А. Б.',
  vat: 20,
} as const

/** A lime and a thuja in sizes that no other nursery has, so that schedules find these two alone. */
const girth = 50 + Math.floor(Math.random() * 200) / 10
const height = 400 + Math.floor(Math.random() * 800) / 10
const schedule = [
  'Деревья',
  `Липа мелколистная Greenspire, обхват ${girth} — 20 шт`,
  `Туя западная Smaragd, высота ${height} — 8 шт`,
]
const limesInStock = 30

interface Seller {
  member: Member
  own: Api
  name: string
  team: number
  lime: { category_slug: string; product_slug: string }
}

async function makeSeller(api: Api, title: string, town: string, prices: readonly [number, number]): Promise<Seller> {
  const name = `${title} ${crypto.randomUUID().slice(0, 4)}`
  const member = await newMember(api, { name: `Садовник ${title}` })
  const own = apiAs(member)
  const team = await makeCompany(own, name)
  const [place] = await api.call('GET /places/', { query: { search: town } })
  await own.call('PATCH /teams/:id/', { params: { id: String(team.id) }, body: { place: String(place?.id) } })
  await own.call('PUT /teams/:id/requisites/', { params: { id: String(team.id) }, body: { ...firm, full_name: name } })
  const categories = await own.call('GET /products/short_list_categories/')
  const make = async (category: string, genus: string, species: string, size: object) => {
    const id = String(categories.find(({ slug }) => slug === category)?.id)
    return own.call('POST /products/create/', {
      body: { category: id, genus, species, variants: [{ ...size, stock: 'in_stock' }] },
    })
  }
  const { get_absolute_url: address } = await make('listvennye-derevya', 'Липа', "мелколистная 'Greenspire'", {
    ...{ girth_from: girth, girth_to: girth, root: 'wire_ball', root_size: 60 },
    ...{ price: prices[0], stock_quantity: limesInStock },
  })
  await make('hvoynye', 'Туя', "западная 'Smaragd'", {
    ...{ height_from: height, height_to: height, root: 'wire_ball', root_size: 80 },
    ...{ price: prices[1], stock_quantity: 50 },
  })
  const [category_slug = '', product_slug = ''] = address.split('/').filter(Boolean)
  return { member, own, name, team: team.id, lime: { category_slug, product_slug } }
}

/** Pasted, chosen by a strategy, with its lorries, and sent to the nurseries that were chosen; returns the request's id. */
async function askForPrices(designer: Page, sellers: readonly Seller[]): Promise<string> {
  await open(designer, '/projects/new')
  await designer.getByRole('textbox', { name: /^Список растений/ }).fill(schedule.join('\n'))
  await designer.getByRole('textbox', { name: 'Название проекта' }).fill('Сквер у пруда')
  await designer.getByRole('combobox', { name: 'Место' }).pressSequentially('твер')
  await designer.getByRole('option', { name: 'Тверь, Тверская область' }).click()
  await designer.getByRole('button', { name: 'Подобрать' }).click()
  await expect(designer).toHaveURL(/\/projects\/[\da-f-]{36}$/)
  const summary = designer.getByRole('region', { name: 'Итого' })
  await expect(summary.getByRole('button', { name: 'Дешевле с доставкой' })).toContainText(/₽ \+ .*₽ = .*₽/)
  await summary.getByRole('button', { name: 'Дешевле всего' }).click()
  // 20 limes of the one, 8 thujas of the other.
  await expect.poll(async () => seen(await summary.textContent())).toContain('22 000 ₽')
  const delivery = designer.getByRole('region', { name: 'Доставка выбранного' })
  await delivery.getByRole('button', { name: 'Посчитать машины' }).click()
  for (const { name } of sellers) await expect(delivery).toContainText(name)

  await designer.getByRole('link', { name: 'Запросить цены' }).click()
  const whom = designer.getByRole('region', { name: 'Кого спросить' })
  await expect(whom.getByText(/^Выбрано 2, можно до/)).toBeVisible()
  for (const { name } of sellers)
    await expect(whom.getByRole('checkbox', { name: new RegExp(`${name}.*выбрано в проекте: 1 строка`) })).toBeChecked()
  await designer.getByRole('button', { name: 'Отправить запрос' }).click()
  await expect(designer.getByText('Пока никто не ответил.')).toBeVisible()
  return new URL(designer.url()).pathname.split('/').at(-1) ?? ''
}

/** Answers with what the catalogue says. */
async function quote(page: Page, request: string): Promise<void> {
  await open(page, `/incoming/${request}`)
  const form = page.getByRole('form', { name: 'Предложение' })
  await expect(form.getByText('2 строки с ценой')).toBeVisible()
  await form.getByLabel('Доставка, ₽').fill('3000')
  await form.getByRole('button', { name: 'Отправить предложение' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отправить', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Редакция 1' })).toBeVisible()
}

/** Takes the best of each line; returns the deal of the limes. */
async function award(designer: Page, buyer: Member, request: string, seller: Seller): Promise<Deal> {
  await open(designer, `/requests/${request}/compare`)
  await designer.getByRole('button', { name: 'Выбрать лучшее по строкам' }).click()
  await designer.getByRole('button', { name: 'Заключить сделки' }).click()
  const confirmation = designer.getByRole('dialog', { name: 'Заключить 2 сделки?' })
  await confirmation.getByRole('button', { name: 'Заключить' }).click()
  await expect(designer.getByRole('heading', { level: 1, name: 'Сделки' })).toBeVisible()
  const own = apiAs(buyer)
  await own.call('PUT /me/requisites/', { body: { full_name: 'Анна Полевая', legal_address: 'Верея, Полевая, 1' } })
  const { results } = await own.call('GET /deals/', { query: { request } })
  const id = results.find(({ company }) => company.company_name === seller.name)?.id ?? ''
  return own.call('GET /deals/:id/', { params: { id } })
}

/** The limes: what is there, what is left to be sold, and what is held for deals. */
async function limes({ own, lime }: Seller) {
  const { variants } = await own.call('GET /products/:category_slug/:product_slug/', { params: lime })
  const [one] = variants
  if (!one) throw new Error('no limes')
  const holds = await own.call('GET /variants/:id/holds/', { params: { id: String(one.id) } })
  const { stock_quantity: stock, available_quantity: available } = one
  return { stock, available, held: holds.map(({ quantity }) => quantity) }
}

/** On a phone: one of twelve has come broken, with a photograph. */
async function receiveWithClaim(buyers: Page, deal: Deal): Promise<void> {
  await open(buyers, `/deals/${deal.id}`)
  await buyers.getByRole('button', { name: 'Принять поставку 1' }).tap()
  const receipt = buyers.getByRole('form', { name: 'Приёмка поставки 1' })
  await receipt.getByLabel(/^Принято: Липа/).fill('11')
  await receipt.getByLabel('Что не так').selectOption({ label: 'Повреждены' })
  await receipt.getByLabel('Подробности').fill('Ком рассыпан')
  const file = {
    name: 'ком.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background: '#7a5a3c' } })
      .png()
      .toBuffer(),
  }
  await receipt.getByLabel(/^Добавить снимки/).setInputFiles(file)
  await expect(receipt.getByRole('list', { name: /^Снимки/ }).getByRole('img')).toBeVisible()
  await expect.poll(() => buyers.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await receipt.getByRole('button', { name: 'Принять' }).tap()
  await expect(buyers.getByText('Принято, о претензиях сообщили')).toBeVisible()
  const claims = buyers.getByRole('region', { name: 'Претензии' })
  await expect(claims.getByRole('heading', { name: /^Повреждены: Липа.*1 шт/ })).toBeVisible()
  const picture = claims.getByRole('img', { name: 'ком.png' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

/** Every paper of the deal, as a file that is a PDF. */
async function downloadPapers(page: Page, names: readonly string[]): Promise<void> {
  const papers = page.getByRole('region', { name: 'Бумаги' })
  for (const name of names) {
    const saving = page.waitForEvent('download')
    await papers.getByRole('button', { name, exact: true }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/ № \d+ за \d{4}\.pdf$/)
    expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')
  }
  await expect(papers.getByRole('button', { name: /№\s\d/ })).toHaveCount(names.length)
}

/** A version of the project with a markup, as a client reads it on a phone. */
async function showClient(designer: Page, browser: Browser, baseURL: string, project: string, sellers: Seller[]) {
  await open(designer, `/projects/${project}`)
  await designer.getByRole('button', { name: 'Поделиться' }).click()
  await designer.getByRole('button', { name: 'Добавить версию' }).click()
  await designer.getByLabel('Наценка, %').fill('10')
  await designer.getByRole('button', { name: 'Получить ссылку' }).click()
  const link = designer.getByRole('region', { name: 'Версии для клиента' }).getByRole('link')
  const address = (await link.getAttribute('href')) ?? ''
  const visitor = await browser.newContext({ locale: 'ru-RU', baseURL, ...phone })
  const client = await visitor.newPage()
  await open(client, address)
  await expect(client.getByRole('heading', { level: 1 })).toHaveText('Сквер у пруда')
  // 20 × 1 100 ₽ and 8 × 275 ₽.
  await expect.poll(async () => seen(await client.getByRole('main').textContent())).toContain('24 200 ₽')
  const html = await (await visitor.request.get(address)).text()
  for (const { name, lime } of sellers)
    for (const secret of [name, lime.product_slug]) expect(html).not.toContain(secret)
  const saving = client.waitForEvent('download')
  await client.getByRole('link', { name: 'PDF' }).tap()
  expect((await readFile(await (await saving).path())).subarray(0, 5).toString()).toBe('%PDF-')
  await visitor.close()
}

test('the whole way: from a pasted schedule to plants received, papers, and what the client reads', async ({
  browser,
  api,
  baseURL: origin,
}) => {
  test.setTimeout(240_000)
  const baseURL = origin ?? ''
  const [first, second, buyer] = await Promise.all([
    makeSeller(api, 'Питомник «Первый ряд»', 'Клин', [1000, 300]),
    makeSeller(api, 'Второй склон', 'Тула', [1100, 250]),
    newMember(api, { name: 'Анна Полевая' }),
  ])
  const designer = await browserOf(browser, buyer, { baseURL })
  const request = await askForPrices(designer, [first, second])
  const sellers = await browserOf(browser, first.member, { baseURL })
  const others = await browserOf(browser, second.member, { baseURL })
  await Promise.all([quote(sellers, request), quote(others, request)])
  const deal = await award(designer, buyer, request, first)
  expect(await limes(first)).toEqual({ stock: 30, available: 10, held: [20] })
  expect(await limes(second)).toEqual({ stock: 30, available: 30, held: [] })

  // The nursery confirms, sees what it loads, and sends twelve with the first lorry.
  await open(sellers, `/deals/${deal.id}`)
  await sellers.getByRole('button', { name: 'Подтвердить сделку' }).click()
  await expect(sellers.getByText(/До\sместа\s\d+\sкм/)).toBeVisible()
  await sellers.getByRole('button', { name: 'Передать часть' }).click()
  const part = sellers.getByRole('form', { name: 'Передать часть' })
  await part.getByLabel(/^Передаём: Липа/).fill('12')
  await part.getByLabel('Примечание').fill('Газель, водитель Иван')
  await part.getByRole('button', { name: 'Передать', exact: true }).click()
  await expect(sellers.getByText('Газель, водитель Иван')).toBeVisible()
  expect(await limes(first)).toEqual({ stock: 18, available: 10, held: [8] })

  const buyers = await browserOf(browser, buyer, { baseURL, ...phone })
  await receiveWithClaim(buyers, deal)

  // The claim is answered and settled, the rest is handed over and received.
  const claims = sellers.getByRole('region', { name: 'Претензии' })
  await claims.getByRole('button', { name: 'Ответить' }).click()
  await expect(claims.getByLabel('Сумма, ₽')).toHaveCount(0)
  await claims.getByLabel('Ответ', { exact: true }).selectOption({ label: 'Вернём деньги' })
  await claims.getByLabel('Сумма, ₽').fill('1000')
  await claims.getByRole('button', { name: 'Отправить' }).click()
  await expect(claims.getByText('есть ответ')).toBeVisible()
  await sellers.getByRole('button', { name: 'Растения переданы' }).click()
  await sellers.getByRole('dialog', { name: 'Всё передано?' }).getByRole('button', { name: 'Передать' }).click()
  await expect(sellers.getByText('Покупатель проверяет полученное.')).toBeVisible()
  await buyers.getByRole('button', { name: 'Согласиться', exact: true }).tap()
  await expect(buyers.getByText('урегулирована')).toBeVisible()
  await buyers.getByRole('button', { name: 'Всё получено' }).tap()
  const whole = buyers.getByRole('dialog', { name: 'Всё пришло целиком?' })
  await expect(whole).toContainText('Примете 1 поставку: 1 строку')
  const sent = buyers.waitForRequest(/\/receive\/?$/)
  await whole.getByRole('button', { name: 'Принять' }).tap()
  const done = await apiAs(buyer).call('GET /deals/:id/', { params: { id: deal.id } })
  // What the dialog named, and nothing that was handed over since.
  expect((await sent).postDataJSON()).toEqual({ delivery: done.deliveries[1]?.id })
  await expect(buyers.getByRole('form', { name: 'Отзыв' })).toBeVisible()
  expect(await limes(first)).toEqual({ stock: 10, available: 10, held: [] })

  await open(designer, `/deals/${deal.id}`)
  await downloadPapers(designer, [
    ...['Счёт на оплату', 'Спецификация', 'Накладная, поставка 1', 'Накладная, поставка 2'],
    'Акт о расхождениях',
  ])
  const { lines, totals, papers } = await apiAs(buyer).call('GET /deals/:id/', { params: { id: deal.id } })
  expect(lines).toMatchObject([{ quantity: 20, handed_quantity: 20, received_quantity: 19, claimed_quantity: 1 }])
  expect([totals.total, papers.map(({ number }) => number)]).toEqual([23_000, [5, 4, 3, 2, 1]])
  const asked = await apiAs(buyer).call('GET /requests/:id/', { params: { id: request } })
  await showClient(designer, browser, baseURL, asked.project ?? '', [first, second])
  for (const page of [designer, sellers, others, buyers]) await page.context().close()
})
