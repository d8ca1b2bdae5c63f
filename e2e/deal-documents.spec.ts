import type { Deal } from '#contract/deals.ts'
import type { Api } from '#web/lib/api.ts'
import { expectFits } from './axe.ts'
import { expect, notFound, open, type Page, test } from './fixtures.ts'
import { apiAs, type Member, makeCompany, newMember, signIn } from './member.ts'
import { giveReason, moderator } from './moderator.ts'

interface Sides {
  buyer: Member
  seller: Member
  teamId: number
  deal: Deal
}

/** A deal of a new buyer and a new company, made by calls. */
async function agreed(api: Api): Promise<Sides> {
  const [buyer, seller] = await Promise.all([
    newMember(api, { name: 'Анна Полевая' }),
    newMember(api, { name: 'Игорь Садовник' }),
  ])
  const [asBuyer, asSeller] = [apiAs(buyer), apiAs(seller)]
  const team = await makeCompany(asSeller, `Питомник ${crypto.randomUUID().slice(0, 4)}`)
  const project = await asBuyer.call('POST /projects/', {
    body: { name: 'Сквер у пруда', text: 'Липа мелколистная 5 шт' },
  })
  const request = await asBuyer.call('POST /requests/', {
    body: { project: project.id, lines: [], regions: [], companies: [team.id] },
  })
  const lines = request.lines.map(({ id }) => ({ line: id, price: 12_000 }))
  const quote = await asSeller.call('POST /requests/:id/quote/', { params: { id: request.id }, body: { lines } })
  const [deal] = await asBuyer.call('POST /requests/:id/award/', {
    params: { id: request.id },
    body: { choices: request.lines.map(({ id }) => ({ line: id, quote: quote.id })) },
  })
  if (!deal) throw new Error('no deal was made')
  return { buyer, seller, teamId: team.id, deal }
}

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') })
const chooser = (page: Page) => page.getByLabel('Файлы к сделке')
const documents = (page: Page) =>
  page
    .getByRole('region', { name: 'Документы' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })

test('one side attaches documents, the other downloads them; its own can be removed, a cancelled deal takes none', async ({
  page,
  api,
  browser,
  problems,
}) => {
  test.slow()
  // One of the files is refused.
  problems.allow(/status 400|400 \(Bad Request\)/)
  const { buyer, seller, deal } = await agreed(api)
  await signIn(page, seller)
  await open(page, `/deals/${deal.id}`)
  await chooser(page).setInputFiles([pdf('Счёт 114.pdf'), pdf('Договор поставки.pdf')])
  await expect(page.getByText('Приложено. Другой стороне сообщили.')).toBeVisible()
  await expect(documents(page)).toHaveText([/Счёт 114\.pdf.*от компании/, /Договор поставки\.pdf.*от компании/])

  // What is refused stays to be taken away, and nothing is sent with it.
  await chooser(page).setInputFiles([pdf('Акт.pdf'), { ...pdf('Подделка.pdf'), buffer: Buffer.from('<html>') }])
  await expect(page.getByText('Такой файл отправить нельзя')).toBeVisible()
  await expect(documents(page)).toHaveCount(2)
  await page.getByRole('button', { name: /Убрать Подделка\.pdf/ }).click()
  await page.getByRole('button', { name: 'Отправить', exact: true }).click()
  await expect(documents(page)).toHaveCount(3)

  const other = await (await browser.newContext({ locale: 'ru-RU' })).newPage()
  await signIn(other, buyer)
  await open(other, '/notifications')
  await expect(other.getByText(/прикладывает документы к сделке «Сквер у пруда»/)).toBeVisible()
  await open(other, `/deals/${deal.id}`)
  const download = other.waitForEvent('download')
  await documents(other).getByRole('link', { name: 'Счёт 114.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('Счёт 114.pdf')
  await expect(documents(other).getByRole('button', { name: /^Убрать/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Убрать Договор поставки.pdf' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Убрать', exact: true }).click()
  await expect(page.getByText('Документ убран')).toBeVisible()
  await expect(documents(page)).toHaveText([/Счёт 114\.pdf/, /Акт\.pdf/])
  await other.reload()
  await expect(documents(other)).toHaveText([/Счёт 114\.pdf/, /Акт\.pdf/])

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectFits(page)
  await other.getByRole('button', { name: 'Отменить сделку' }).click()
  await giveReason(other, 'Сквер не утвердили', 'Отменить')
  await expect(other.getByText('Причина отмены:')).toBeVisible()
  await expect(chooser(other)).toHaveCount(0)
  await page.reload()
  await expect(documents(page)).toHaveCount(2)
  await expect(chooser(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Убрать/ })).toHaveCount(0)
  await other.context().close()
})

test('a review that is reported is hidden: the company’s page and its author say so', async ({
  page,
  api,
  browser,
  problems,
}) => {
  test.slow()
  problems.allow(notFound)
  const { buyer, seller, teamId, deal } = await agreed(api)
  const [asBuyer, asSeller, params] = [apiAs(buyer), apiAs(seller), { id: deal.id }]
  await asSeller.call('POST /deals/:id/confirm/', { params })
  await asSeller.call('POST /deals/:id/hand_over/', { params, body: {} })
  await asBuyer.call('POST /deals/:id/receive/', { params, body: {} })
  const text = `Жулики ${crypto.randomUUID()}`
  await asBuyer.call('POST /deals/:id/review/', { params, body: { rating: 1, text } })
  await asSeller.call('POST /deals/:id/review/reply/', { params, body: { text: 'Это неправда.' } })

  const reader = await (await browser.newContext({ locale: 'ru-RU' })).newPage()
  await open(reader, `/teams/get_current_team/${teamId}`)
  await expect(reader.getByText(text)).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Пожаловаться на отзыв' })).toHaveCount(0)
  await signIn(reader, seller)
  await open(reader, `/teams/get_current_team/${teamId}`)
  await reader.getByRole('button', { name: 'Пожаловаться на отзыв' }).click()
  await expect(reader.getByText('Жалоба отправлена')).toBeVisible()

  await signIn(page, await moderator(api))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/staff')
  await page.getByRole('link', { name: /отзыв(?:а|ов)? с жалобами/ }).click()
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: text })
  await expect(entry.getByRole('heading', { name: '1 жалоба' })).toBeVisible()
  await expectFits(page)
  await entry.getByRole('button', { name: 'Скрыть' }).click()
  await giveReason(page, 'Оскорбление без фактов', 'Скрыть')
  await expect(page.getByText('Отзыв скрыт', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Скрытые отзывы' }).click()
  await expect(page.getByRole('main').getByText('Оскорбление без фактов').first()).toBeVisible()
  await expectFits(page)

  await open(reader, `/teams/get_current_team/${teamId}`)
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(reader.getByText(text)).toHaveCount(0)
  await signIn(reader, buyer)
  await open(reader, '/notifications')
  await expect(
    reader.getByText('Модератор скрыл ваш отзыв: «Сквер у пруда». Причина: Оскорбление без фактов'),
  ).toBeVisible()
  await open(reader, `/deals/${deal.id}`)
  await expect(reader.getByText('Отзыв скрыт модератором, другие его не видят.')).toBeVisible()
  await reader.context().close()
})
