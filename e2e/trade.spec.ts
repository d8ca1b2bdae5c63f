import type { Request } from '#contract/requests.ts'
import type { Api } from '#web/lib/api.ts'
import { expectNoViolations } from './axe.ts'
import { expect, open, phone, seen, test, widths } from './fixtures.ts'
import { apiAs, type Member, newMember, signIn } from './member.ts'
import { browserOf, type Nursery, nursery } from './nursery.ts'

const schedule = [
  'Деревья',
  'Липа мелколистная Greenspire, обхват 18-20, WRB 60 — 40 шт',
  'Туя западная Smaragd 80-100 C5 — 120 шт',
]

/** A designer's request to both nurseries, made by calls. */
async function ask(
  buyer: Member,
  nurseries: readonly Nursery[],
  lines: readonly string[] = schedule,
): Promise<Request> {
  const own = apiAs(buyer)
  const project = await own.call('POST /projects/', { body: { name: 'Сквер у пруда', text: lines.join('\n') } })
  return own.call('POST /requests/', {
    body: {
      project: project.id,
      lines: [],
      regions: [],
      companies: nurseries.map(({ teamId }) => teamId),
      deadline: new Date(Date.now() + 5 * 86_400_000).toISOString(),
    },
  })
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('from a project to a deal that is handed over and reviewed', async ({ browser, api, baseURL }) => {
  test.setTimeout(240_000)
  const options = { baseURL: baseURL ?? '' }
  const first = await nursery(api, 'Питомник «Первый ряд»', [12_000, 900])
  const second = await nursery(api, 'Второй склон', [11_500.5, 950])
  const buyer = await newMember(api, { name: 'Анна Полевая' })

  // A pasted schedule becomes a project, and the designer asks both.
  const designer = await browserOf(browser, buyer, options)
  await open(designer, '/projects/new')
  await designer.getByRole('textbox', { name: /^Список растений/ }).fill(schedule.join('\n'))
  await designer.getByRole('textbox', { name: 'Название проекта' }).fill('Сквер у пруда')
  await designer.getByRole('button', { name: 'Подобрать' }).click()
  await designer.getByRole('link', { name: 'Запросить цены' }).click()
  await expect(designer.getByText('Выбрано 2 из 2 строк')).toBeVisible()
  await designer.getByRole('button', { name: 'Отправить запрос' }).click()
  await expect(designer.getByText('Выберите, у кого спросить: компании или регионы')).toBeVisible()
  await designer.getByRole('checkbox', { name: new RegExp(first.name) }).check()
  await designer.getByRole('checkbox', { name: new RegExp(second.name) }).check()
  await designer.getByLabel('Нужны с').fill(inDays(20))
  await designer.getByLabel('Нужны по').fill(inDays(10))
  await designer.getByRole('button', { name: 'Отправить запрос' }).click()
  await expect(designer.getByText('Раньше, чем «с»')).toBeVisible()
  await designer.getByLabel('Нужны по').fill(inDays(25))
  // Nothing is lost by a reload.
  await expect
    .poll(() =>
      designer.evaluate(
        date =>
          Object.entries(localStorage).some(([key, value]) => key.startsWith('draft.ask.') && value.includes(date)),
        inDays(25),
      ),
    )
    .toBe(true)
  await designer.reload()
  await expect(designer.getByText('Восстановлен черновик.')).toBeVisible()
  await expect(designer.getByLabel('Нужны по')).toHaveValue(inDays(25))
  await designer.getByRole('button', { name: 'Отправить запрос' }).click()
  await expect(designer.getByRole('heading', { level: 1, name: 'Сквер у пруда' })).toBeVisible()
  await expect(designer.getByText('Пока никто не ответил.')).toBeVisible()
  const id = new URL(designer.url()).pathname.split('/').at(-1) ?? ''

  // The first nursery finds it by the bar's number and answers: its lime is fewer than asked for.
  const one = await browserOf(browser, first.member, options)
  await open(one, '/')
  await one.getByRole('link', { name: 'Запросы и сделки, ждут вас: 1' }).click()
  await one.getByRole('link', { name: 'Сквер у пруда' }).click()
  const form = one.getByRole('form', { name: 'Предложение' })
  const lime = form.getByRole('group', { name: /Строка 1/ })
  await expect(lime.getByText(/^В каталоге 30\sшт. из 40\sшт.$/)).toBeVisible()
  await expect(lime.getByLabel(/^Цена/)).toHaveValue(/^12\s000$/)
  await lime.getByLabel(/^Цена/).fill('ой')
  await form.getByRole('button', { name: 'Отправить предложение' }).click()
  await expect(lime.getByLabel(/^Цена/)).toBeFocused()
  await expect(lime.getByLabel(/^Цена/)).toHaveAttribute('aria-invalid', 'true')
  await lime.getByLabel(/^Цена/).fill('12000')
  await lime.getByLabel(/^Цена/).press('Enter')
  await expect(form.getByRole('group', { name: /Строка 2/ }).getByLabel(/^Цена/)).toBeFocused()
  await lime.getByLabel(/^Количество/).fill('40')
  await form.getByLabel('Доставка, ₽').fill('5000')
  await form.getByRole('button', { name: 'Отправить предложение' }).click()
  await one.getByRole('dialog').getByRole('button', { name: 'Отправить', exact: true }).click()
  await expect(one.getByRole('article', { name: 'Редакция 1' })).toContainText('593 000 ₽'.replaceAll(' ', '\u00a0'))

  // The second one answers too, and the first one becomes cheaper.
  const other = await browserOf(browser, second.member, options)
  await open(other, `/incoming/${id}`)
  const otherForm = other.getByRole('form', { name: 'Предложение' })
  await otherForm
    .getByRole('group', { name: /Строка 1/ })
    .getByLabel(/^Количество/)
    .fill('40')
  await otherForm.getByRole('button', { name: 'Отправить предложение' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Отправить', exact: true }).click()
  await expect(other.getByRole('article', { name: 'Редакция 1' })).toBeVisible()
  await one.getByRole('button', { name: 'Прислать новую редакцию' }).click()
  const revision = one.getByRole('form', { name: 'Новая редакция предложения' })
  await revision
    .getByRole('group', { name: /Строка 2/ })
    .getByLabel(/^Цена/)
    .fill('850,50')
  await expect(revision.getByText('изменено 1')).toBeVisible()
  await revision.getByRole('button', { name: 'Отправить редакцию' }).click()
  await one.getByRole('dialog').getByRole('button', { name: 'Отправить', exact: true }).click()
  const latest = one.getByRole('article', { name: 'Редакция 2' })
  await expect(latest.getByText('Что изменилось')).toBeVisible()
  expect(seen(await latest.textContent())).toContain('было 900 ₽→стало 850,50 ₽')
  const download = one.waitForEvent('download')
  await latest.getByRole('button', { name: /для печати/ }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

  // The designer compares, line by line, and makes two deals.
  await designer.getByRole('link', { name: 'Сравнить предложения' }).click()
  await expect(designer.getByRole('heading', { level: 1, name: 'Сравнить предложения' })).toBeVisible()
  await designer.getByRole('button', { name: 'Выбрать лучшее по строкам' }).click()
  // The cheaper limes are more than the nursery has: they are nobody's best, but may be chosen.
  const cheaperLimes = designer.getByRole('radio', { name: new RegExp(`Липа.*${second.name}`) })
  await expect(cheaperLimes).not.toBeChecked()
  // Its label covers it.
  await cheaperLimes.check({ force: true })
  await expect(designer.getByRole('radio', { name: new RegExp(`Туя.*${first.name}.*лучшая цена`) })).toBeChecked()
  await designer.getByRole('button', { name: 'Заключить сделки' }).click()
  const confirmation = designer.getByRole('dialog', { name: 'Заключить 2 сделки?' })
  expect(seen(await confirmation.textContent())).toContain('460 020 ₽')
  await confirmation.getByRole('button', { name: 'Заключить' }).click()
  // More has been offered than there is: nothing is agreed, and the line says what is left.
  await expect(designer.getByRole('alert').filter({ hasText: 'Липа' })).toContainText('Осталось 30 шт.')
  const { variants } = await second.own.call('GET /products/:category_slug/:product_slug/', { params: second.limes })
  await second.own.call('POST /variants/change/', {
    body: { changes: variants.map(({ id }) => ({ id, stock_quantity: 60 })) },
  })
  await designer.getByRole('button', { name: 'Заключить сделки' }).click()
  await confirmation.getByRole('button', { name: 'Заключить' }).click()
  await expect(designer.getByRole('heading', { level: 1, name: 'Сделки' })).toBeVisible()
  await expect(designer.getByRole('link', { name: second.name })).toBeVisible()

  // The second nursery confirms and hands over, the designer receives and says how it was.
  await open(other, '/deals')
  await other.getByRole('link', { name: 'Анна Полевая' }).click()
  await expect(other.getByText(buyer.email)).toBeVisible()
  await other.getByRole('button', { name: 'Подтвердить сделку' }).click()
  await other.getByRole('button', { name: 'Растения переданы' }).click()
  await other.getByRole('dialog', { name: 'Всё передано?' }).getByRole('button', { name: 'Передать' }).click()
  await expect(other.getByText('Покупатель проверяет полученное.')).toBeVisible()
  await designer.getByRole('link', { name: second.name }).click()
  await designer.getByRole('button', { name: 'Всё получено' }).click()
  const whole = designer.getByRole('dialog', { name: 'Всё пришло целиком?' })
  await whole.getByRole('button', { name: 'Принять' }).click()
  const review = designer.getByRole('form', { name: 'Отзыв' })
  await review.getByRole('button', { name: 'Опубликовать отзыв' }).click()
  await expect(review.getByText('Поставьте оценку')).toBeVisible()
  await expect(review.getByRole('radio').first()).toBeFocused()
  // From the first star round to the last.
  await designer.keyboard.press('ArrowLeft')
  await expect(review.getByRole('radio', { name: /5 из 5/ })).toBeChecked()
  await review.getByRole('textbox').fill('Комы целые, приехали вовремя.')
  await review.getByRole('button', { name: 'Опубликовать отзыв' }).click()
  await expect(designer.getByRole('img', { name: 'Оценка 5 из 5' })).toBeVisible()
  await other.reload()
  await other.getByLabel('Ответ компании').fill('Спасибо, приезжайте ещё!')
  await other.getByRole('button', { name: 'Ответить' }).click()
  await expect(other.getByText('Спасибо, приезжайте ещё!', { exact: true })).toBeVisible()

  // Everybody reads it on the company's page.
  const visitor = await browser.newContext({ locale: 'ru-RU', ...options })
  const page = await visitor.newPage()
  await open(page, `/teams/get_current_team/${second.teamId}`)
  await expect(page.getByRole('heading', { name: 'Отзывы покупателей' })).toBeVisible()
  await expect(page.getByText('Комы целые, приехали вовремя.')).toBeVisible()
  await expect(page.getByText('Спасибо, приезжайте ещё!')).toBeVisible()
  await expect(page.getByText('Мало отзывов').first()).toBeVisible()
  await expect(page.getByText('Анна Полевая')).toHaveCount(0)
  for (const context of [designer, one, other, page].map(own => own.context())) await context.close()
})

test('a nursery never sees who else was asked, nor their prices', async ({ browser, api, baseURL }) => {
  test.setTimeout(120_000)
  const first = await nursery(api, 'Тайный сад', [12_345, 911])
  const second = await nursery(api, 'Соседний холм', [13_579, 977])
  const buyer = await newMember(api, { name: 'Анна Полевая' })
  const request = await ask(buyer, [first, second])
  const quote = (own: Api, price: number) =>
    own.call('POST /requests/:id/quote/', {
      params: { id: request.id },
      body: {
        lines: request.lines.map(({ id }) => ({ line: id, price, quantity: 40 })),
        valid_until: inDays(20),
      },
    })
  await quote(first.own, 12_345)
  const theirs = await quote(second.own, 13_579)
  const page = await browserOf(browser, second.member, { baseURL: baseURL ?? '' })
  const told: string[] = []
  page.on('response', async response => {
    if (response.url().includes('/api/')) told.push(await response.text().catch(() => ''))
  })
  const read = async (path: string, isThere: string) => {
    await open(page, path)
    await expect(page.getByText(isThere).first()).toBeVisible()
    return page.locator('body').innerText()
  }
  const texts = [
    await read('/incoming', 'Сквер у пруда'),
    await read(`/incoming/${request.id}`, 'Редакция 1'),
    await read('/notifications', 'Уведомления'),
  ]
  await apiAs(buyer).call('POST /requests/:id/award/', {
    params: { id: request.id },
    body: { choices: request.lines.map(({ id }) => ({ line: id, quote: theirs.id })) },
  })
  texts.push(await read('/deals', 'Анна Полевая'), await read(`/incoming/${request.id}`, 'Покупатель выбрал вас.'))
  // The buyer's own screen leads a company to its own.
  await open(page, `/requests/${request.id}/compare`)
  await expect(page).toHaveURL(`/incoming/${request.id}`)
  for (const text of [...texts, ...told]) {
    expect(text).not.toContain(first.name)
    expect(text.replace(/\s/g, '')).not.toContain('12345')
  }
  await page.context().close()
})

test.describe('on a phone', () => {
  test('a quote of many lines is sent, compared and chosen', async ({ browser, api, baseURL }) => {
    test.setTimeout(180_000)
    const first = await nursery(api, 'Карманный сад', [12_000, 900])
    const buyer = await newMember(api, { name: 'Анна Полевая' })
    const many = Array.from({ length: 60 }, (_, at) => `Туя западная Smaragd 80-100 C5 — ${at + 1} шт`)
    const request = await ask(buyer, [first], many)
    const options = { baseURL: baseURL ?? '', ...phone }
    const page = await browserOf(browser, first.member, options)
    await open(page, `/incoming/${request.id}`)
    const form = page.getByRole('form', { name: 'Предложение' })
    await expect(form.getByText('60 строк с ценой')).toBeVisible()
    await form
      .getByRole('group', { name: /Строка 60/ })
      .getByRole('button', { name: /^Не предлагаем/ })
      .tap()
    await expect(form.getByText('59 строк с ценой')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await form.getByRole('button', { name: 'Отправить предложение' }).tap()
    await expect(page.getByRole('dialog')).toContainText('60 строк вы не предлагаете'.replace('60 строк', '1 строку'))
    await page.getByRole('dialog').getByRole('button', { name: 'Отправить', exact: true }).tap()
    await expect(page.getByRole('article', { name: 'Редакция 1' })).toBeVisible()

    const designer = await browserOf(browser, buyer, options)
    await open(designer, `/requests/${request.id}/compare`)
    await designer.getByRole('button', { name: `Взять всё: ${first.name}` }).tap()
    await expect(designer.getByText('выбрано 59 из 60')).toBeVisible()
    await expect.poll(() => designer.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await designer.getByRole('button', { name: 'Заключить сделку' }).tap()
    await designer.getByRole('dialog').getByRole('button', { name: 'Заключить', exact: true }).tap()
    await expect(designer.getByRole('heading', { level: 1, name: 'Сквер у пруда' })).toBeVisible()
    await expect(designer.getByText('Ждём подтверждения компании.')).toBeVisible()
    for (const context of [page, designer].map(own => own.context())) await context.close()
  })
})

test('axe finds nothing on any of the screens, and nothing overflows', async ({ page, api }) => {
  test.setTimeout(240_000)
  const first = await nursery(api, 'Ровный ряд', [12_000, 900])
  const buyer = await newMember(api, { name: 'Анна Полевая' })
  const request = await ask(buyer, [first])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const check = async (path: string, heading: string) => {
    await open(page, path)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`)
        .toBe(width)
      await expectNoViolations(page)
    }
  }
  await signIn(page, first.member)
  await check('/incoming', 'Входящие запросы')
  await check(`/incoming/${request.id}`, 'Ваше предложение')
  const quote = await first.own.call('POST /requests/:id/quote/', {
    params: { id: request.id },
    body: {
      lines: request.lines.map(({ id }) => ({ line: id, price: 900.5, quantity: 40 })),
      valid_until: inDays(20),
    },
  })
  await signIn(page, buyer)
  await check(`/projects/${request.project}/request`, 'Запросить цены')
  await check('/requests', 'Запросы цен')
  await check(`/requests/${request.id}`, 'Предложения')
  await check(`/requests/${request.id}/compare`, 'Сравнить предложения')
  const [deal] = await apiAs(buyer).call('POST /requests/:id/award/', {
    params: { id: request.id },
    body: { choices: request.lines.map(({ id }) => ({ line: id, quote: quote.id })) },
  })
  await check('/deals', 'Сделки')
  await check('/deals?view=agenda', 'Сделки')
  await check(`/deals/${deal?.id}`, 'Сквер у пруда')
})
