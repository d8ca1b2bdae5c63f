import type { Page } from '@playwright/test'
import type { Post } from '#contract/posts.ts'
import { expectFits, expectNoViolations } from './axe.ts'
import { expect, open, test, widths } from './fixtures.ts'
import { apiAs, type Member, newMember, signIn } from './member.ts'

const write = (member: Member, body: string): Promise<Post> =>
  apiAs(member).call('POST /posts/create/', { body: { body } })
const comment = (member: Member, post: Post, body: string) =>
  apiAs(member).call('POST /posts/:id/comment/', { params: { id: post.id }, body: { body } })

async function choose(page: Page, menu: string | RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
async function lookAt(page: Page, name: string): Promise<void> {
  await expectFits(page)
  await expectNoViolations(page)
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })
}

for (const width of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })
    test.slow()

    test('a person is muted, blocked and forgiven', async ({ page, api }) => {
      const [anna, boris] = [await newMember(api), await newMember(api, { name: `Борис Грубый ${width}` })]
      await write(boris, 'Ну и сад у вас')
      await signIn(page, anna)
      await open(page, `/profile/${boris.id}`)
      await choose(page, 'Ещё', 'Не показывать записи')
      await expect(page.getByText('Записи человека больше не показываем')).toBeVisible()
      await lookAt(page, 'profile')
      await choose(page, 'Ещё', 'Заблокировать')
      await page.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click()
      await expect(page.getByText('Человек заблокирован')).toBeVisible()
      await expect(page).toHaveURL(/\/feed$/)

      await open(page, '/profile/edit')
      await page.getByRole('link', { name: 'Заблокированные и скрытые' }).click()
      const blocked = page.getByRole('region', { name: 'Заблокированные', exact: true })
      await expect(blocked.getByText(boris.name)).toBeVisible()
      await expect(page.getByRole('region', { name: 'Скрытые из лент' }).getByText(boris.name)).toBeVisible()
      await lookAt(page, 'silenced')
      await page.getByRole('button', { name: `Разблокировать: ${boris.name}` }).click()
      await page.getByRole('button', { name: `Показывать: ${boris.name}` }).click()
      await expect(page.getByText('Здесь никого нет')).toBeVisible()
    })

    test('a hashtag and a post are hidden', async ({ page, api }) => {
      const [anna, boris] = [await newMember(api), await newMember(api)]
      const tag = `тег${Date.now()}${width}`
      const post = await write(boris, `Снова #${tag}`)
      await signIn(page, anna)
      await open(page, `/trends/${tag}`)
      await expect(page.getByRole('article')).toHaveCount(1)
      await choose(page, 'Ещё', 'Не показывать записи')
      await expect(page.getByRole('article')).toHaveCount(0)
      await choose(page, 'Ещё', 'Снова показывать записи')
      await expect(page.getByRole('article')).toHaveCount(1)
      await choose(page, 'Действия с записью', 'Скрыть запись')
      await expect(page.getByRole('article')).toHaveCount(0)
      const seen = await apiAs(anna).call('GET /posts/', { query: { trend: tag } })
      expect([seen.count, post.id.length > 0]).toEqual([0, true])
    })

    test('a post and comments are edited, answered, liked and deleted', async ({ page, api }) => {
      const [anna, boris] = [await newMember(api), await newMember(api, { name: 'Борис Лесной' })]
      const post = await write(anna, 'Куплю ель')
      await comment(boris, post, 'Какую?')
      await signIn(page, anna)
      await open(page, `/post/${post.id}`)
      await choose(page, 'Действия с записью', 'Изменить запись')
      await page.getByRole('dialog').getByRole('textbox', { name: 'Текст записи' }).fill('Куплю сосну')
      await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
      await expect(page.getByRole('article').getByText('Куплю сосну')).toBeVisible()
      await expect(page.getByRole('article').getByText('Изменено')).toBeVisible()

      await page.getByRole('button', { name: 'Ответить: Борис Лесной' }).click()
      const field = page.getByRole('textbox', { name: 'Ваш комментарий' })
      await expect(field).toBeFocused()
      await field.fill('Любую, @Борис')
      await page
        .getByRole('list', { name: 'Кого упомянуть' })
        .getByRole('button', { name: 'Борис Лесной' })
        .first()
        .click()
      await page.getByRole('button', { name: 'Отправить' }).click()
      const answers = page.getByRole('list', { name: 'Ответы: Борис Лесной' })
      await expect(answers.getByRole('link', { name: '@Борис Лесной' })).toBeVisible()
      await page.getByRole('button', { name: 'Нравится комментарий, 0 отметок' }).first().click()
      await expect(page.getByRole('button', { name: 'Нравится комментарий, 1 отметка' })).toBeVisible()
      await lookAt(page, 'post')

      await choose(page, `Действия с комментарием: ${anna.name}`, 'Изменить')
      await page.getByRole('dialog').getByRole('textbox').fill('Обыкновенную')
      await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
      await expect(answers.getByText('Обыкновенную')).toBeVisible()
      await choose(page, 'Действия с комментарием: Борис Лесной', 'Удалить')
      await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
      await expect(page.getByText('Какую?')).toBeHidden()
      await expect(page.getByText('Обыкновенную')).toBeVisible()
    })
  })
}

for (const width of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a person chooses how to be told', async ({ page, api }) => {
      const anna = await newMember(api)
      await signIn(page, anna)
      await open(page, '/profile/edit')
      await page.getByRole('link', { name: 'Как мне сообщать' }).click()
      const letters = page.getByRole('checkbox', { name: 'Письмом: Сделки и отзывы' })
      await letters.uncheck()
      await page.getByRole('checkbox', { name: 'Не беспокоить' }).check()
      await page.getByRole('combobox', { name: 'Часовой пояс' }).selectOption('Asia/Omsk')
      const saved = () => apiAs(anna).call('GET /notification-settings/')
      await expect.poll(saved).toMatchObject({
        quiet: { from: '22:00', to: '08:00' },
        time_zone: 'Asia/Omsk',
        kinds: { deals: { email: false } },
      })
      // Hours are typed with 24 of them whatever the browser's language is, and what is wrong is said beside them.
      const from = page.getByRole('textbox', { name: 'С', exact: true })
      for (const [typed, error] of [
        ['25', 'Нужно время вида 22:00'],
        ['8', 'Начало и конец совпадают'],
      ] as const) {
        await from.fill(typed)
        await from.blur()
        await expect(page.getByText(error)).toBeVisible()
      }
      await from.fill('23.30')
      await from.blur()
      await expect(from).toHaveValue('23:30')
      await expect.poll(saved).toMatchObject({ quiet: { from: '23:30', to: '08:00' } })
      await lookAt(page, 'notification-settings')
      await page.reload()
      await expect(letters).not.toBeChecked()
      await expect(page.getByRole('checkbox', { name: 'Не беспокоить' })).toBeChecked()
    })
  })
}
