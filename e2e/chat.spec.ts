import type { Product } from '#contract/products.ts'
import type { Api } from '#web/lib/api.ts'
import { expectNoViolations } from './axe.ts'
import { expect, type Locator, notFound, open, type Page, phone, test } from './fixtures.ts'
import { apiAs, type Member, makeCompany, newMember, signIn } from './member.ts'

/** Opens a conversation of two people with these messages. */
async function talk(one: Member, other: Member, said: [Member, string][] = []): Promise<string> {
  const { id } = await apiAs(one).call('GET /chat/:id/get-or-create/', { params: { id: other.id } })
  for (const [who, body] of said) await apiAs(who).call('POST /chat/:id/send/', { params: { id }, body: { body } })
  return id
}

const messages = (page: Page) => page.getByRole('region', { name: 'Сообщения' }).locator('ol > li')
const rows = (page: Page) => page.getByRole('list', { name: 'Беседы' }).getByRole('link')
const box = (page: Page) => page.getByRole('textbox', { name: /^Сообщение для/ })
const bodies = async (who: Member, id: string) =>
  (await apiAs(who).call('GET /chat/:id/', { params: { id } })).messages.map(({ body }) => body)

const wide = { viewport: { width: 1280, height: 800 } }
test.use(wide)

test('two people chat: messages appear at once, are counted until they are read, and links are links', async ({
  page,
  api,
  browser,
}) => {
  const [anna, boris] = await Promise.all([newMember(api), newMember(api, { name: 'Борис Лесной' })])
  const other = await (await browser.newContext(wide)).newPage()
  await signIn(page, anna)
  await signIn(other, boris)
  const events = other.waitForResponse(/\/api\/events\//)
  await open(other, `/profile/${boris.id}`)
  await events

  await open(page, `/profile/${boris.id}`)
  await page.getByRole('button', { name: 'Отправить сообщение' }).click()
  await expect(page).toHaveURL(/\/chat\?conversation=/)
  await expect(page).toHaveTitle('Сообщения | Дендро')
  await box(page).fill('Есть липа?')
  await box(page).press('Shift+Enter')
  await box(page).pressSequentially('Снимки: https://lipa.example/pole?a=1.')
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue('')
  await expect(messages(page)).toHaveText([/Вы: Есть липа\?\nСнимки/])
  const link = messages(page).getByRole('link')
  await expect(link).toHaveText('https://lipa.example/pole?a=1')
  await expect(link).toHaveAttribute('rel', /noopener/)

  await other.getByRole('link', { name: 'Сообщения, непрочитанных: 1' }).click()
  await expect(rows(other)).toHaveText([/Анна Полевая/])
  // The first conversation opens by itself and is marked as read.
  await expect(messages(other)).toHaveText([/Анна Полевая: Есть липа/])
  await expect(other.getByRole('link', { name: 'Сообщения', exact: true })).toBeVisible()
  await box(other).fill('Есть, пятьдесят две.')
  await other.getByRole('button', { name: 'Отправить' }).click()
  await expect(messages(other)).toHaveText([/Есть липа/, /Вы: Есть, пятьдесят две/])
  await expect(messages(page)).toHaveText([/Есть липа/, /Борис Лесной: Есть, пятьдесят две/])
  await expect(page.getByRole('status').filter({ hasText: 'Борис Лесной: Есть, пятьдесят две.' })).toBeAttached()
  await expect
    .poll(async () => (await apiAs(anna).call('GET /chat/')).map(({ unread_count }) => unread_count))
    .toEqual([0])
  const left = async (line: Locator) => (await line.locator('time').boundingBox())?.x ?? 0
  expect(await left(messages(page).first())).toBeGreaterThan(await left(messages(page).last()))
  await other.context().close()
})

test('messages written offline wait, and arrive in order and once', async ({ page, api, context, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/)
  const [anna, boris] = await Promise.all([newMember(api), newMember(api, { name: 'Борис Лесной' })])
  const id = await talk(anna, boris, [[boris, 'Здравствуйте!']])
  await signIn(page, anna)
  await open(page, `/chat?conversation=${id}`)
  await expect(messages(page)).toHaveCount(1)

  await context.setOffline(true)
  for (const body of ['Первое', 'Второе', 'Третье']) {
    await box(page).fill(body)
    await box(page).press('Enter')
  }
  await expect(messages(page)).toHaveText([/Здравствуйте/, /Первое.*Не отправлено/, /Второе.*Не отправлено/, /Третье/])
  await messages(page).nth(2).getByRole('button', { name: 'Удалить' }).click()
  await expect(messages(page)).toHaveText([/Здравствуйте/, /Первое/, /Третье/])
  await context.setOffline(false)
  await expect(page.getByText('Не отправлено')).toHaveCount(0)
  await expect.poll(() => bodies(boris, id)).toEqual(['Здравствуйте!', 'Первое', 'Третье'])

  // The server has received it, but the response is lost; meanwhile the page is reloaded.
  const sent: string[] = []
  await page.route('**/send/', async route => {
    sent.push(route.request().postDataJSON().id)
    await route.fetch()
    await route.abort()
  })
  await box(page).fill('Четвёртое')
  await box(page).press('Enter')
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(messages(page)).toHaveText([/Здравствуйте/, /Первое/, /Третье/, /Четвёртое/])
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('outbox'))))
    .toEqual([])
  expect(await bodies(boris, id)).toEqual(['Здравствуйте!', 'Первое', 'Третье', 'Четвёртое'])
})

test('a typed text stays in its conversation, and a new message opens nothing', async ({ page, api }) => {
  const people = [newMember(api), newMember(api, { name: 'Борис Лесной' }), newMember(api, { name: 'Вера Садовая' })]
  const [anna, boris, vera] = (await Promise.all(people)) as [Member, Member, Member]
  await talk(boris, anna, [[boris, 'Гортензии приехали']])
  const veras = await talk(vera, anna, [[vera, 'Спасибо за совет']])
  await signIn(page, anna)
  const events = page.waitForResponse(/\/api\/events\//)
  await open(page, '/chat')
  await events
  await expect(page).toHaveURL(new RegExp(veras))
  await box(page).fill('Рада, что')
  await rows(page).filter({ hasText: 'Борис' }).click()
  await expect(messages(page)).toHaveText([/Гортензии/])
  await expect(box(page)).toHaveValue('')
  await talk(vera, anna, [[vera, 'И ещё одно']])
  await expect(rows(page).first()).toHaveText(/Вера Садовая.*И ещё одно\s*1 непрочитанное/)
  await expect(messages(page)).toHaveText([/Гортензии/])
  await page.reload()
  await rows(page).filter({ hasText: 'Вера' }).click()
  await expect(box(page)).toHaveValue('Рада, что')
  await expect(page.getByText('непрочитанное')).toHaveCount(0)
})

test('scrolling up loads earlier messages without moving the visible ones', async ({ page, api }) => {
  const [anna, boris] = await Promise.all([newMember(api), newMember(api, { name: 'Борис Лесной' })])
  const said = Array.from({ length: 130 }, (_, index): [Member, string] => [
    index % 2 ? anna : boris,
    `Сообщение ${index + 1}.`,
  ])
  const id = await talk(anna, boris, said)
  await signIn(page, anna)
  await open(page, `/chat?conversation=${id}`)
  await expect(messages(page)).toHaveCount(100)
  await expect(messages(page).last()).toBeInViewport()
  const anchor = messages(page).filter({ hasText: 'Сообщение 33.' })
  await anchor.scrollIntoViewIfNeeded()
  const before = (await anchor.boundingBox())?.y ?? 0
  await expect(messages(page)).toHaveCount(130)
  await expect.poll(async () => Math.abs(((await anchor.boundingBox())?.y ?? 0) - before)).toBeLessThan(4)
  await expect(messages(page).first()).toContainText('Сообщение 1.')
  await expect(page.getByRole('button', { name: /ранние/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'К последним сообщениям' }).click()
  await expect(messages(page).last()).toBeInViewport()
})

test('no conversations, an unknown conversation, and a message that is too long', async ({ page, api, problems }) => {
  problems.allow(notFound)
  const [anna, boris] = await Promise.all([newMember(api), newMember(api, { name: 'Борис Лесной' })])
  await signIn(page, anna)
  await open(page, '/chat')
  await expect(page.getByText('Бесед пока нет')).toBeVisible()
  await open(page, '/chat?conversation=0199f2c0-0000-7000-8000-000000000000')
  await expect(page.getByText('Такой беседы нет')).toBeVisible()
  await open(page, `/chat?conversation=${await talk(anna, boris)}`)
  await box(page).fill('а'.repeat(5001))
  await box(page).press('Enter')
  await expect(page.getByText('Не длиннее 5 000 знаков')).toBeVisible()
  await expect(box(page)).toHaveValue('а'.repeat(5001))
})

/** A company of two people with a published plant. */
async function newNursery(api: Api): Promise<{ creator: Member; employee: Member; product: Product }> {
  const [creator, employee] = await Promise.all([newMember(api), newMember(api, { name: 'Вера Садовая' })])
  const own = apiAs(creator)
  await makeCompany(own, 'Ближний склон')
  await own.call('POST /teams/add_member/', { body: { email: employee.email } })
  const categories = await own.call('GET /products/short_list_categories/')
  const category = String(categories.find(({ slug }) => slug === 'hvoynye')?.id)
  const plant = { genus: 'Туя', species: "западная 'Smaragd'", price: '4900' }
  return { creator, employee, product: await own.call('POST /products/create/', { body: { ...plant, category } }) }
}

/** What a browser sends as a file: a drawing of one colour, and the least that is a PDF. */
const picture = {
  name: 'липа.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
}
const pdf = (name = 'Смета.pdf') => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') })
const chooser = (page: Page) => page.getByLabel('Файлы к сообщению')
const attached = (page: Page) => page.getByRole('list', { name: 'Приложенные файлы' }).getByRole('listitem')

test('a buyer and a nursery exchange a picture and a PDF about a plant, and see what is read', async ({
  page,
  api,
  browser,
}) => {
  const { creator, employee, product } = await newNursery(api)
  const buyer = await newMember(api, { name: 'Борис Лесной' })
  await signIn(page, buyer)
  await open(page, product.get_absolute_url)
  await page.getByRole('button', { name: 'Написать' }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/chat\?conversation=/)
  const id = new URL(page.url()).searchParams.get('conversation') ?? ''
  const card = (on: Page) => on.getByRole('main').getByRole('link', { name: product.name }).last()
  await expect(card(page)).toHaveAttribute('href', product.get_absolute_url)
  await expect(page.getByText('4 900 ₽')).toBeVisible()
  await box(page).fill('Вот такая нужна')
  await chooser(page).setInputFiles([picture, pdf()])
  await expect(attached(page)).toHaveText([/липа\.png/, /Смета\.pdf\s*1\sКБ/])
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(messages(page)).toHaveText([/Вот такая нужна/])
  await expect(attached(page)).toHaveCount(0)
  await expect(box(page)).toHaveValue('')
  await expect(page.getByText('прочитано')).toHaveCount(0)

  // Both people of the nursery have it as unread, marked as their company's.
  const seller = await (await browser.newContext(wide)).newPage()
  await signIn(seller, employee)
  await open(seller, '/')
  await seller.getByRole('link', { name: 'Сообщения, непрочитанных: 1' }).click()
  await expect(rows(seller)).toHaveText([/Борис Лесной.*Вашей компании: .*Вот такая нужна/])
  await expect(card(seller)).toBeVisible()
  await expect(page.getByText('прочитано')).toBeVisible()
  expect((await apiAs(creator).call('GET /chat/')).map(({ unread_count }) => unread_count)).toEqual([1])

  const small = messages(seller).getByRole('button', { name: /липа\.png.*во весь экран/ })
  await expect(small.getByRole('img')).toHaveJSProperty('complete', true)
  await small.press('Enter')
  const large = seller.getByRole('dialog')
  await expect(large.getByRole('img', { name: 'липа.png' })).toBeVisible()
  await seller.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await expect(small).toBeFocused()
  const download = seller.waitForEvent('download')
  await messages(seller)
    .getByRole('link', { name: /Смета\.pdf/ })
    .click()
  expect((await download).suggestedFilename()).toBe('Смета.pdf')

  // The answer is by a person of the company, and comes at once with its file.
  await chooser(seller).setInputFiles(picture)
  await box(seller).press('Enter')
  await expect(messages(page).last()).toHaveText(new RegExp(employee.name))
  await expect(
    messages(page)
      .last()
      .getByRole('button', { name: /во весь экран/ }),
  ).toBeVisible()

  // Who leaves the company loses its conversations at once.
  await apiAs(employee).call('POST /teams/leave/')
  await expect(seller.getByText('Бесед пока нет').or(seller.getByText('Такой беседы нет'))).toBeVisible()
  await seller.goto(`/chat?conversation=${id}`)
  await expect(seller.getByText('Такой беседы нет')).toBeVisible()
  await expect(rows(seller)).toHaveCount(0)
  await box(page).fill('Жду')
  await box(page).press('Enter')
  await expect(messages(page)).toHaveCount(3)
  expect((await apiAs(creator).call('GET /chat/')).map(({ unread_count }) => unread_count)).toEqual([2])
  await seller.context().close()
})

test('a file that is refused keeps everything in place, and so does a lost connection', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/status 400|400 \(Bad Request\)|ERR_FAILED/)
  const [anna, boris] = await Promise.all([newMember(api), newMember(api, { name: 'Борис Лесной' })])
  const vera = await newMember(api, { name: 'Вера Садовая' })
  const id = await talk(anna, boris, [[boris, 'Здравствуйте!']])
  await talk(anna, vera, [[vera, 'Добрый день!']])
  await signIn(page, anna)
  await open(page, `/chat?conversation=${id}`)
  await box(page).fill('Вот документы')
  await chooser(page).setInputFiles([
    pdf(),
    { ...pdf('Договор.pdf'), buffer: Buffer.from('<html>') },
    { ...pdf('a.exe'), mimeType: '' },
  ])
  await expect(page.getByText('«a.exe» отправить нельзя')).toBeVisible()
  await box(page).press('Enter')
  await expect(attached(page).last()).toHaveText(/Договор\.pdf.*отправить нельзя/)
  await expect(box(page)).toHaveValue('Вот документы')
  // What is attached waits while another conversation is open.
  await rows(page).filter({ hasText: 'Вера' }).click()
  await expect(attached(page)).toHaveCount(0)
  await rows(page).filter({ hasText: 'Борис' }).click()
  await expect(attached(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Убрать Договор.pdf' }).click()

  // The answer is lost, and sending again makes no second message.
  let isLost = true
  await page.route('**/send/', async route => {
    if (!isLost) return route.fallback()
    isLost = false
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByText('Ничего не пропало')).toBeVisible()
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(attached(page)).toHaveCount(0)
  await expect(messages(page)).toHaveText([/Здравствуйте/, /Вот документы/])
  expect(await bodies(boris, id)).toEqual(['Здравствуйте!', 'Вот документы'])

  // Pasted and dropped files are attached as well.
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['%PDF-1.7'], 'вставка.pdf', { type: 'application/pdf' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    const dropped = new DataTransfer()
    dropped.items.add(new File(['%PDF-1.7'], 'перенос.pdf', { type: 'application/pdf' }))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
  })
  await expect(attached(page)).toHaveText([/вставка\.pdf/, /перенос\.pdf/])
})

for (const [width, device] of [
  [360, phone],
  [1280, wide],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use(device)
    test('axe finds nothing; a phone shows the list or a conversation', async ({ page, api }) => {
      const long = 'Константинопольскийзадунайский Александр Всеволодович'
      const people = [newMember(api), newMember(api, { name: long }), newMember(api, { name: 'Вера Садовая' })]
      const [anna, boris, vera] = (await Promise.all(people)) as [Member, Member, Member]
      await talk(boris, anna, [
        [boris, 'слово'.repeat(60)],
        [anna, 'https://example.ru/'.padEnd(200, 'a')],
      ])
      await talk(vera, anna, [[vera, 'Добрый день!']])
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signIn(page, anna)
      await open(page, '/chat')
      await expect(rows(page)).toHaveCount(2)
      if (width === 360) await expectNoViolations(page)
      await rows(page).last().click()
      await expect(messages(page)).toHaveCount(2)
      await chooser(page).setInputFiles([picture, pdf('Очень длинное название сметы на озеленение сквера.pdf')])
      await box(page).fill('Файлы')
      await expect(attached(page)).toHaveCount(2)
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Отправить' }).click()
      await expect(messages(page)).toHaveCount(3)
      await expect(box(page)).toBeInViewport({ ratio: 1 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await expectNoViolations(page)
      if (width === 1280) return

      await expect(rows(page)).toHaveCount(0)
      await box(page).fill('Первая строка')
      await box(page).press('Enter')
      await box(page).pressSequentially('вторая')
      await expect(box(page)).toHaveValue('Первая строка\nвторая')
      await page.getByRole('button', { name: 'Отправить' }).tap()
      await expect(messages(page)).toHaveCount(4)
      await page.getByRole('link', { name: 'Ко всем беседам' }).tap()
      await expect(rows(page).first()).toHaveText(/Вы: Первая строка/)
      await expect(messages(page)).toHaveCount(0)
    })
  })
}

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('typing is shown, a message is answered, found and deleted', async ({ page, api, browser }) => {
      const [anna, boris] = await Promise.all([newMember(api), newMember(api, { name: 'Борис Лесной' })])
      const id = await talk(anna, boris, [
        [boris, 'Есть сосна горная и ещё кое-что длинное, чтобы строк было несколько'],
        [anna, 'Сколько стоит?'],
      ])
      const other = await (await browser.newContext(wide)).newPage()
      await signIn(other, boris)
      await signIn(page, anna)
      const events = page.waitForResponse(/\/api\/events\//)
      await open(page, `/chat?conversation=${id}`)
      await events
      await open(other, `/chat?conversation=${id}`)
      await box(other).pressSequentially('Тысячу')
      await expect(page.getByText('печатает…')).toBeVisible()

      const choose = async (line: Locator, item: string) => {
        await line.getByRole('button', { name: 'Действия с сообщением' }).click()
        await page.getByRole('menuitem', { name: item }).click()
      }
      await choose(messages(page).first(), 'Ответить')
      await expect(page.getByText('Ответ: Борис Лесной')).toBeVisible()
      await expect(box(page)).toBeFocused()
      await box(page).fill('Беру')
      await page.getByRole('button', { name: 'Отправить' }).click()
      await expect(messages(page).last()).toHaveText(/Борис Лесной.*Есть сосна горная.*Беру/s)
      await expect(messages(other).last()).toHaveText(/Есть сосна горная.*Беру/s)
      await expectNoViolations(page)
      await page.screenshot({ path: test.info().outputPath('chat.png') })

      await choose(messages(page).nth(1), 'Удалить')
      await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
      await expect(messages(page).nth(1)).toHaveText(/Сообщение удалено/)
      await expect(messages(other).nth(1)).toHaveText(/Сообщение удалено/)

      if (width < 1000) await page.getByRole('link', { name: 'Ко всем беседам' }).click()
      await page.getByRole('searchbox', { name: 'Найти в сообщениях' }).fill('сосны')
      const found = page.getByRole('list', { name: 'Найденные сообщения' }).getByRole('link')
      await expect(found).toHaveText([/Борис Лесной.*Есть сосна/s])
      await page.screenshot({ path: test.info().outputPath('search.png') })
      await found.click()
      await expect(messages(page)).toHaveCount(3)
      await other.context().close()
    })
  })
}
