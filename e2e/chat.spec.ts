import { expectNoViolations } from './axe.ts'
import { expect, type Locator, notFound, open, type Page, phone, test } from './fixtures.ts'
import { apiAs, type Member, newMember, signIn } from './member.ts'

/** Opens a conversation of two people with these messages. */
async function talk(one: Member, other: Member, said: [Member, string][] = []): Promise<string> {
  const { id } = await apiAs(one).call('GET /chat/:id/get-or-create/', { params: { id: other.id } })
  for (const [who, body] of said) await apiAs(who).call('POST /chat/:id/send/', { params: { id }, body: { body } })
  return id
}

const messages = (page: Page) => page.getByRole('region', { name: 'Сообщения' }).getByRole('listitem')
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
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await expectNoViolations(page)
      if (width === 1280) return

      await expect(rows(page)).toHaveCount(0)
      await box(page).fill('Первая строка')
      await box(page).press('Enter')
      await box(page).pressSequentially('вторая')
      await expect(box(page)).toHaveValue('Первая строка\nвторая')
      await page.getByRole('button', { name: 'Отправить' }).tap()
      await expect(messages(page)).toHaveCount(3)
      await page.getByRole('link', { name: 'Ко всем беседам' }).tap()
      await expect(rows(page).first()).toHaveText(/Вы: Первая строка/)
      await expect(messages(page)).toHaveCount(0)
    })
  })
}
