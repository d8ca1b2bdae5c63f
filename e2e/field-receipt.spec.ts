import sharp from 'sharp'
import type { Deal } from '#contract/deals.ts'
import type { Api } from '#web/lib/api.ts'
import { expect, hydrated, type Locator, open, type Page, phone, settled, test } from './fixtures.ts'
import { apiAs, makeCompany, type Member, newMember, signIn } from './member.ts'

test.use(phone)

/** What the browser reports while there is no connection. */
const noConnection = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|the session could not be refreshed|no-response/
const count = 20

interface Handed {
  buyer: Member
  own: Api
  seller: Api
  deal: Deal
}

/** A deal of twenty lines that its company has handed over. */
async function handedOver(api: Api): Promise<Handed> {
  const [buyer, selling] = await Promise.all([newMember(api, { name: 'Анна Полевая' }), newMember(api)])
  const [own, seller] = [apiAs(buyer), apiAs(selling)]
  const team = await makeCompany(seller, `Питомник ${crypto.randomUUID().slice(0, 4)}`)
  const text = Array.from({ length: count }, (_, at) => `Липа мелколистная, обхват ${10 + at} — ${at + 1} шт`)
  const project = await own.call('POST /projects/', { body: { name: 'Сквер у пруда', text: text.join('\n') } })
  const request = await own.call('POST /requests/', {
    body: { project: project.id, lines: [], regions: [], companies: [team.id] },
  })
  const params = { id: request.id }
  const lines = request.lines.map(({ id }) => ({ line: id, price: 1000 }))
  const quote = await seller.call('POST /requests/:id/quote/', { params, body: { lines } })
  const choices = request.lines.map(({ id }) => ({ line: id, quote: quote.id }))
  const [deal] = await own.call('POST /requests/:id/award/', { params, body: { choices } })
  if (!deal) throw new Error('no deal was made')
  await seller.call('POST /deals/:id/confirm/', { params: { id: deal.id } })
  return {
    buyer,
    own,
    seller,
    deal: await seller.call('POST /deals/:id/hand_over/', { params: { id: deal.id }, body: {} }),
  }
}

const lineAt = (receipt: Locator, at: number) =>
  receipt
    .getByRole('listitem')
    .filter({ has: receipt.page().getByLabel(/^Принято/) })
    .nth(at)

/** Of a line less has come than was handed over: what is typed, with a photograph. */
async function complain(receipt: Locator, at: number, { left, reason, text }: (typeof faults)[number]): Promise<void> {
  const line = lineAt(receipt, at)
  await line.getByLabel(/^Принято/).fill(left)
  await line.getByLabel('Что не так').selectOption({ label: reason })
  await line.getByLabel('Подробности').fill(text)
  const file = {
    name: `${at}.png`,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background: '#7a5a3c' } })
      .png()
      .toBuffer(),
  }
  await line.getByLabel(/^Добавить снимки/).setInputFiles(file)
  await expect(line.getByRole('img', { name: file.name })).toBeVisible()
}

const faults = [
  { left: '5', reason: 'Повреждены', text: 'Сломана верхушка' },
  { left: '9', reason: 'Не хватает', text: 'Нет десяти' },
]
/** Numbers of the lines that they are about. */
const [broken, missing] = [6, 18]

async function expectTyped(receipt: Locator): Promise<void> {
  for (const [fault, at] of [broken, missing].entries()) {
    const line = lineAt(receipt, at)
    await expect(line.getByLabel(/^Принято/)).toHaveValue(faults[fault]?.left ?? '')
    await expect(line.getByLabel('Подробности')).toHaveValue(faults[fault]?.text ?? '')
    await expect(line.getByRole('img', { name: `${at}.png` })).toBeVisible()
  }
}

/** The delivery was received once, with both claims, each with its own picture; the company was told once of each. */
async function expectReceivedOnce({ own, seller, deal }: Handed): Promise<void> {
  const after = await own.call('GET /deals/:id/', { params: { id: deal.id } })
  expect([after.state, after.deliveries.length]).toEqual(['received', 1])
  expect(after.lines.map(({ received_quantity, claimed_quantity }) => [received_quantity, claimed_quantity])).toEqual(
    Array.from({ length: count }, (_, at) => (at === broken ? [5, 2] : at === missing ? [9, 10] : [at + 1, 0])),
  )
  expect(
    after.claims.map(({ line, quantity, reason, text, files }) => [
      line,
      quantity,
      reason,
      text,
      files.map(({ name }) => name),
    ]),
  ).toEqual([
    [deal.lines[broken]?.line, 2, 'damaged', 'Сломана верхушка', [`${broken}.png`]],
    [deal.lines[missing]?.line, 10, 'short', 'Нет десяти', [`${missing}.png`]],
  ])
  const told = (await seller.call('GET /notifications/')).map(({ type_of_notification: type }) => type)
  for (const type of ['deal_received', 'claim_made']) expect(told.filter(one => one === type)).toHaveLength(1)
}

async function beginReceipt(page: Page, { buyer, deal }: Handed): Promise<Locator> {
  await signIn(page, buyer)
  await open(page, `/deals/${deal.id}`)
  await page.getByRole('button', { name: 'Принять поставку 1' }).tap()
  const receipt = page.getByRole('form', { name: 'Приёмка поставки 1' })
  await expect(receipt.getByLabel(/^Принято/)).toHaveCount(count)
  return receipt
}

test.describe('where the connection comes and goes', () => {
  test.use({ serviceWorkers: 'allow' })

  test('nothing that is typed or photographed is lost, and all of it arrives once', async ({
    page,
    context,
    api,
    problems,
  }) => {
    test.setTimeout(120_000)
    problems.allow(noConnection)
    const handed = await handedOver(api)
    const receipt = await beginReceipt(page, handed)
    // Once more, through the worker, which keeps the page and what it shows.
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.reload()
    await settled(page)
    await page.getByRole('button', { name: 'Принять поставку 1' }).tap()

    await context.setOffline(true)
    await complain(receipt, broken, faults[0] as (typeof faults)[number])
    await receipt.getByRole('button', { name: 'Принять' }).tap()
    await expect(receipt.getByRole('alert')).toContainText('Ничего не пропало')
    await context.setOffline(false)
    await complain(receipt, missing, faults[1] as (typeof faults)[number])

    // The phone lets go of the page; there is no connection when it is opened again.
    await context.setOffline(true)
    await page.reload()
    await hydrated(page)
    await expectTyped(receipt)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await receipt.getByRole('button', { name: 'Принять' }).tap()
    await expect(receipt.getByRole('alert')).toContainText('Ничего не пропало')
    await expectTyped(receipt)

    await context.setOffline(false)
    await receipt.getByRole('button', { name: 'Принять' }).tap()
    await expect(page.getByText('Принято, о претензиях сообщили')).toBeVisible()
    await expect(page.getByText('принята с претензиями')).toBeVisible()
    await expectReceivedOnce(handed)
    // Nothing of it is left to be sent again.
    await page.reload()
    await expect(page.getByText('принята с претензиями')).toBeVisible()
    await expect(receipt).toHaveCount(0)
  })
})

test('a receipt whose answer is lost has arrived once, and its form says so', async ({ page, api, problems }) => {
  test.setTimeout(120_000)
  problems.allow(/ERR_FAILED|ERR_CONNECTION/)
  const handed = await handedOver(api)
  const receipt = await beginReceipt(page, handed)
  // More than was handed over is refused beside its field, which is brought into sight from below.
  const first = lineAt(receipt, 0).getByLabel(/^Принято/)
  await first.fill('2')
  await receipt.getByRole('button', { name: 'Принять' }).tap()
  await expect(first).toBeFocused()
  await expect(receipt.getByText('От 0 до 1')).toBeVisible()
  await first.fill('1')
  for (const [fault, at] of [broken, missing].entries())
    await complain(receipt, at, faults[fault] as (typeof faults)[number])
  // Taking everything as it is would lose the claims: that is said first.
  const isKept = () => page.evaluate(() => Object.keys(localStorage).some(key => key.startsWith('draft.receipt.')))
  await expect.poll(isKept).toBe(true)
  await page.getByRole('button', { name: 'Всё получено' }).tap()
  const whole = page.getByRole('dialog', { name: 'Всё пришло целиком?' })
  await expect(whole).toContainText('введённое там не отправится')
  await whole.getByRole('button', { name: 'Отмена' }).tap()
  await page.route('**/receive/', async route => {
    await route.fetch()
    await route.abort()
  })
  await receipt.getByRole('button', { name: 'Принять' }).tap()
  await expect(page.getByText('Эта поставка уже принята')).toBeVisible()
  await expect(receipt).toHaveCount(0)
  await expectReceivedOnce(handed)
})
