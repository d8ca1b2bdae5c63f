import { randomUUID } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { expectFits, expectNoViolations } from './axe.ts'
import { expect, notFound, open, type Page, test, widths } from './fixtures.ts'
import { apiAs, type Member, newMember, signIn } from './member.ts'
import { dialog, giveReason, moderator } from './moderator.ts'

// The server renders for visitors and answers 404 for the admin; the browser then loads the page again.
test.beforeEach(({ problems }) => problems.allow(notFound))

const write = async (author: Member, body: string) =>
  (await apiAs(author).call('POST /posts/create/', { body: { body } })).id
const report = (who: Member, id: string) => apiAs(who).call('POST /posts/:id/report/', { params: { id } })
const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const judged = (page: Page, text: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('article').filter({ hasText: text }) })

/** A page in this person's own browser with an open event stream. */
async function watching(browser: Browser, who: Member, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, who)
  const events = page.waitForResponse(/\/api\/events\/.*watch=/)
  await open(page, path)
  await events
  return page
}

test('a post that two people report is hidden: it disappears from open feeds, and its author sees why', async ({
  page,
  api,
  browser,
}) => {
  test.slow()
  const people = [newMember(api), newMember(api, { name: 'Борис Лесной' }), newMember(api, { name: 'Вера Садовая' })]
  const [anna, boris, vera] = (await Promise.all(people)) as [Member, Member, Member]
  const text = `Волшебное удобрение ${randomUUID()}`
  const id = await write(anna, text)

  const reader = await watching(browser, boris, '/feed')
  const author = await watching(browser, anna, `/profile/${anna.id}`)
  await post(reader, text).getByRole('button', { name: 'Действия с записью' }).click()
  await reader.getByRole('menuitem', { name: 'Пожаловаться на запись' }).click()
  await dialog(reader).getByRole('combobox', { name: 'Что не так' }).selectOption('Обман')
  await dialog(reader).getByRole('textbox', { name: 'Подробности' }).fill('Так не бывает')
  await dialog(reader).getByRole('button', { name: 'Пожаловаться' }).click()
  await expect(reader.getByText('Жалоба отправлена')).toBeVisible()
  await report(vera, id)

  await signIn(page, await moderator(api))
  await open(page, '/staff')
  await page.getByRole('link', { name: /запис[ьией]+ с жалобами/ }).click()
  const entry = judged(page, text)
  await expect(entry.getByRole('heading', { name: '2 жалобы' })).toBeVisible()
  await expect(entry.getByRole('list', { name: 'Кто пожаловался' })).toHaveText(
    /Вера Садовая.*Борис Лесной.*Обман: Так не бывает/s,
  )
  const hide = entry.getByRole('button', { name: 'Скрыть' })
  await hide.press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(hide).toBeFocused()
  await hide.press('Enter')
  await dialog(page).getByRole('button', { name: 'Скрыть' }).click()
  await expect(dialog(page).getByText('Напишите причину')).toBeVisible()
  await giveReason(page, 'Такого удобрения не бывает', 'Скрыть')
  await expect(page.getByText('Запись скрыта', { exact: true })).toBeVisible()
  await expect(entry).toHaveCount(0)
  await expect(post(reader, text)).toHaveCount(0)
  await open(reader, `/post/${id}`)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Такой записи нет')

  // The author's open page and the bell show it too.
  const notice = author.getByText('Запись скрыта модератором: Такого удобрения не бывает')
  await expect(notice).toBeVisible()
  await author.getByRole('link', { name: 'Уведомления, есть непрочитанные' }).click()
  await expect(author.getByText('Модератор скрыл вашу запись. Причина: Такого удобрения не бывает')).toBeVisible()
  await author.getByRole('button', { name: 'Читать' }).click()
  await expect(notice).toBeVisible()
  await expect(author).toHaveURL(new RegExp(`/post/${id}$`))
  await expect(author.getByRole('button', { name: /Нравится/ })).toHaveCount(0)
  await expect(author.getByRole('textbox')).toHaveCount(0)

  await page.getByRole('link', { name: 'Скрытые записи' }).click()
  await expect(judged(page, text)).toContainText('Запись скрыта модератором: Такого удобрения не бывает')
  await judged(page, text).getByRole('button', { name: 'Вернуть' }).click()
  await giveReason(page, 'Бывает', 'Вернуть')
  await expect(judged(page, text)).toHaveCount(0)
  await expect(notice).toHaveCount(0)
  await expect(post(author, text).getByRole('button', { name: /Нравится/ })).toBeVisible()
  await author.getByRole('link', { name: 'Уведомления, есть непрочитанные' }).click()
  await expect(author.getByText('Модератор вернул вашу запись.')).toBeVisible()

  await page.getByRole('link', { name: 'Журнал' }).click()
  await page.getByRole('combobox', { name: 'Показать' }).selectOption('Запись')
  const deeds = page.getByRole('row').filter({ hasText: text })
  await expect(deeds).toHaveText([/Мария Смотрова.*Восстановлено.*Бывает/, /Мария Смотрова.*Скрыто.*Такого удобрения/])
  await deeds.first().getByRole('link').click()
  await expect(post(page, text)).toBeVisible()
  await Promise.all([reader.context().close(), author.context().close()])
})

test('complaints about a post that stays are dismissed', async ({ page, api }) => {
  const [author, reader] = (await Promise.all([newMember(api), newMember(api)])) as [Member, Member]
  const text = `Спорное мнение ${randomUUID()}`
  const id = await write(author, text)
  await report(reader, id)
  await signIn(page, await moderator(api))
  await open(page, '/staff/reports')
  await expect(judged(page, text).getByRole('heading', { name: '1 жалоба' })).toBeVisible()
  await judged(page, text).getByRole('button', { name: 'Оставить' }).click()
  await expect(page.getByText('Жалобы закрыты, запись осталась')).toBeVisible()
  await expect(judged(page, text)).toHaveCount(0)
  await open(page, `/post/${id}`)
  await expect(post(page, text)).toBeVisible()
  expect(await apiAs(author).call('GET /notifications/')).toEqual([])
  await open(page, '/staff/journal?subject=post')
  await expect(page.getByRole('row').filter({ hasText: text })).toContainText('Жалобы закрыты')
})

test('a moderator who deletes a post gives a reason for its author and the journal', async ({ page, api }) => {
  const author = await newMember(api)
  const text = `Чужая реклама ${randomUUID()}`
  await write(author, text)
  await signIn(page, await moderator(api))
  await open(page, '/feed')
  const menu = post(page, text).getByRole('button', { name: 'Действия с записью' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Удалить запись' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Причина' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Удалить запись' }).click()
  await giveReason(page, 'Реклама', 'Удалить')
  await expect(page.getByText('Запись удалена')).toBeVisible()
  await expect(post(page, text)).toHaveCount(0)
  const [news] = await apiAs(author).call('GET /notifications/')
  expect(news?.body).toBe('Модератор удалил вашу запись. Причина: Реклама')
  await open(page, '/staff/journal?subject=post')
  await expect(page.getByRole('row').filter({ hasText: text })).toHaveText(/Мария Смотрова.*Удалено.*Реклама/)
})

for (const width of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a comment is reported and removed, and its author appeals', async ({ page, api, browser }) => {
      test.slow()
      const [anna, boris] = (await Promise.all([
        newMember(api),
        newMember(api, { name: `Борис Лесной ${width}` }),
      ])) as [Member, Member]
      const id = await write(anna, 'Кто сажал липы?')
      const text = `Дурацкий вопрос ${randomUUID()}`
      await apiAs(boris).call('POST /posts/:id/comment/', { params: { id }, body: { body: text } })
      const reader = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage()
      await signIn(reader, anna)
      await open(reader, `/post/${id}`)
      await reader.getByRole('button', { name: `Действия с комментарием: ${boris.name}` }).click()
      await reader.getByRole('menuitem', { name: 'Пожаловаться' }).click()
      await dialog(reader).getByRole('combobox', { name: 'Что не так' }).selectOption('Оскорбление')
      await expectNoViolations(reader)
      await reader.screenshot({ path: test.info().outputPath('report.png') })
      await dialog(reader).getByRole('button', { name: 'Пожаловаться' }).click()
      await expect(reader.getByText('Жалоба отправлена')).toBeVisible()

      await signIn(page, await moderator(api))
      await open(page, '/staff/reports/complaints')
      const item = page.getByRole('main').getByRole('listitem').filter({ hasText: text }).first()
      await expect(item).toContainText('Оскорбление: 1')
      await expectFits(page)
      await expectNoViolations(page)
      await page.screenshot({ path: test.info().outputPath('complaints.png'), fullPage: true })
      await item.getByRole('button', { name: 'Удалить' }).click()
      await dialog(page).getByRole('combobox', { name: 'Правило' }).selectOption('Оскорбление')
      await giveReason(page, 'Грубость', 'Удалить')
      await expect(item).toHaveCount(0)
      await open(reader, '/notifications')
      await expect(reader.getByText('Мы рассмотрели вашу жалобу на комментарий: модератор принял меры.')).toBeVisible()
      await reader.context().close()

      const author = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage()
      await signIn(author, boris)
      await open(author, '/notifications')
      await expect(author.getByText(/Модератор удалил ваш комментарий. Причина: Грубость/)).toBeVisible()
      await open(author, '/profile/edit/decisions')
      const decision = author.getByRole('list', { name: 'Решения' }).getByRole('listitem')
      await expect(decision).toContainText('Правило: оскорбление. Причина: Грубость')
      await decision.getByRole('button', { name: 'Обжаловать' }).click()
      await dialog(author).getByRole('textbox', { name: 'С чем вы не согласны' }).fill('Вопрос и правда странный')
      await dialog(author).getByRole('button', { name: 'Обжаловать' }).click()
      await expect(decision).toContainText('Обжалование рассмотрит другой модератор')
      await expectFits(author)
      await expectNoViolations(author)
      await author.screenshot({ path: test.info().outputPath('decisions.png'), fullPage: true })

      await open(page, '/staff/reports/appeals')
      const appeal = page.getByRole('main').getByRole('listitem').filter({ hasText: boris.name })
      await expect(appeal).toContainText('Вопрос и правда странный')
      await expectFits(page)
      await expectNoViolations(page)
      await page.screenshot({ path: test.info().outputPath('appeals.png'), fullPage: true })
      // There is no other moderator.
      await appeal.getByRole('button', { name: 'Оставить решение' }).click()
      await giveReason(page, 'Правила для всех', 'Оставить решение')
      await expect(appeal).toHaveCount(0)
      await open(author, '/profile/edit/decisions')
      await expect(decision).toContainText('Решение осталось в силе. Правила для всех')
      await author.context().close()
    })
  })
}
