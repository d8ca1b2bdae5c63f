import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import type { Post } from '#contract/posts.ts'
import type { Api } from '#web/lib/api.ts'
import { expectNoViolations } from './axe.ts'
import { expect, notFound, open, test } from './fixtures.ts'
import { apiAs, holdAndRefuse, type Member, newMember, signIn } from './member.ts'

const picture = fileURLToPath(new URL('../web/features/offers/images/plants-720.webp', import.meta.url))

/** A word that is in no other test's posts. */
const newWord = () => `слово${randomUUID().replaceAll('-', '').slice(0, 12)}`

const write = (
  member: Member,
  body: string,
  more: { is_request?: boolean; is_private?: boolean } = {},
): Promise<Post> => apiAs(member).call('POST /posts/create/', { body: { body, ...more } })

async function befriend(one: Member, other: Member): Promise<void> {
  await apiAs(one).call('POST /friends/:id/request/', { params: { id: other.id } })
  await apiAs(other).call('POST /friends/:id/accepted/', { params: { id: one.id } })
}

/** Another person's browser. */
async function browserOf(browser: Browser, member: Member): Promise<Page> {
  const context = await browser.newContext({ locale: 'ru-RU' })
  const page = await context.newPage()
  await signIn(page, member)
  return page
}

/** Resolves when the event stream that watches the shown posts is open; no events are missed after that. */
const connected = (page: Page) => page.waitForResponse(response => response.url().includes('/api/events/?watch='))

const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const likeOf = (page: Page, text: string) => post(page, text).getByRole('button', { name: /^Нравится/ })
const form = (page: Page) => page.getByRole('form', { name: 'Новая запись' })

async function choose(page: Page, text: string, item: string): Promise<void> {
  await post(page, text).getByRole('button', { name: 'Действия с записью' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function makeCard(api: Api, word: string): Promise<Member> {
  const member = await newMember(api, { name: `Пётр ${word}` })
  await write(member, `Липа в саду #${word}`)
  return member
}

test('a post with a picture is announced, liked and commented on without a reload', async ({ page, api, browser }) => {
  const anna = await newMember(api)
  const boris = await newMember(api, { name: 'Борис Лесной' })
  await befriend(boris, anna)
  const word = newWord()
  // A post to watch.
  await write(boris, 'Было раньше')
  const other = await browserOf(browser, boris)
  const told = connected(other)
  await open(other, '/feed')
  await signIn(page, anna)
  await open(page, '/feed')
  await told

  await form(page).getByRole('button', { name: 'Опубликовать' }).click()
  await expect(form(page).getByText('Напишите что-нибудь или добавьте снимок')).toBeVisible()
  await form(page).getByLabel('Текст записи').fill(`Ищу крупномеры, ${word}`)
  await form(page).getByLabel('Добавить снимки').setInputFiles([picture, picture])
  await form(page).getByRole('button', { name: 'Убрать снимок 2' }).click()
  await expect(form(page).getByRole('img', { name: /снимок/ })).toHaveCount(1)
  await form(page).getByRole('checkbox', { name: 'Для друзей' }).check()
  await form(page).getByRole('checkbox', { name: 'Хочу купить' }).check()
  await form(page).getByRole('button', { name: 'Опубликовать' }).click()
  const first = post(page, word)
  await expect(first).toContainText('Куплю')
  await expect(first).toContainText('Для друзей')
  await expect(first.getByText('меньше минуты назад')).toBeVisible()
  await expect(form(page).getByLabel('Текст записи')).toHaveValue('')
  await expect(form(page).getByRole('list', { name: 'Снимки новой записи' })).toHaveCount(0)
  await first.getByRole('button', { name: /Открыть во весь экран/ }).click()
  await expect(page.getByRole('dialog', { name: 'Изображения во весь экран' })).toBeVisible()
  await page.keyboard.press('Escape')

  await other.getByRole('button', { name: /\d+ нов(ая|ые|ых) запис/ }).click()
  await expect(post(other, word)).toBeVisible()
  await expect(other.getByRole('button', { name: /\d+ нов(ая|ые|ых) запис/ })).toHaveCount(0)
  await likeOf(other, word).dblclick()
  await expect(likeOf(other, word)).toHaveAttribute('aria-pressed', 'true')
  await expect(likeOf(other, word)).toHaveText('1')
  await expect(likeOf(page, word)).toHaveText('1')
  await expect(likeOf(page, word)).toHaveAttribute('aria-pressed', 'false')

  const watched = connected(page)
  await post(page, word).getByRole('link', { name: '0 комментариев' }).click()
  await expect(page).toHaveURL(/\/post\/[\w-]+#comments$/)
  await watched
  await post(other, word).getByRole('link', { name: 'назад' }).click()
  await other.getByLabel('Ваш комментарий').fill('Приезжайте в питомник')
  await other.getByRole('button', { name: 'Отправить' }).click()
  for (const side of [other, page]) {
    await expect(side.getByRole('listitem').filter({ hasText: 'Приезжайте в питомник' })).toHaveCount(1)
    await expect(post(side, word).getByRole('link', { name: '1 комментарий' })).toBeVisible()
  }
  await expect(other.getByLabel('Ваш комментарий')).toHaveValue('')
  await page.getByRole('link', { name: 'Уведомления, есть непрочитанные' }).click()
  const news = page.getByRole('main').getByRole('listitem')
  await expect(news).toHaveText([/^Борис Лесной комментирует/, /^Борис Лесной ставит «Нравится»/, /^Борис/])
  await news.first().getByRole('button', { name: 'Читать' }).click()
  await expect(page).toHaveURL(/\/post\/[\w-]+$/)
  await other.context().close()
})

test('filters and pages are in the address, and a filter goes to the first page', async ({
  page,
  api,
  context,
  problems,
}) => {
  problems.allow(notFound)
  problems.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/)
  const anna = await newMember(api)
  const word = newWord()
  // Not for everybody: so many would fill the first page of other tests' feeds.
  for (let n = 1; n <= 21; n++) await write(anna, `Запись ${n} ${word}`, { is_request: n === 5, is_private: true })
  await apiAs(anna).call('POST /posts/:id/like/', { params: { id: (await write(anna, `Любимая ${word}`)).id } })
  await write(anna, `Последняя ${word}`)
  await signIn(page, anna)
  await open(page, '/feed')
  const filters = page.getByRole('form', { name: 'Фильтры ленты' })
  const articles = page.getByRole('article')
  const pages = page.getByRole('navigation', { name: 'Страницы' })

  await filters.getByLabel('Поиск в ленте').fill(word)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/feed\?search=[^&]+$/)
  await expect(articles).toHaveCount(20)
  await expect(articles.first()).toContainText('Последняя')
  await expect(form(page)).toBeVisible()
  await expect(pages.getByRole('link', { name: 'Назад' })).toHaveCount(0)
  await pages.getByRole('link', { name: 'Дальше' }).click()
  await expect(page).toHaveURL(/&page=2$/)
  await expect(articles).toHaveCount(3)
  await expect(form(page)).toHaveCount(0)
  await expect(pages.getByRole('link', { name: 'Дальше' })).toHaveCount(0)
  await page.reload()
  await expect(articles).toHaveCount(3)

  await filters.getByLabel('Сначала популярные').check()
  await expect(page).not.toHaveURL(/page=/)
  await expect(articles.first()).toContainText('Любимая')
  const tabs = page.getByRole('navigation', { name: 'Какие записи' })
  await tabs.getByRole('link', { name: 'Куплю' }).click()
  await expect(articles).toHaveCount(1)
  await expect(articles).toContainText(`Запись 5 ${word}`)
  await filters.getByLabel('Категория').selectOption({ index: 1 })
  await expect(page.getByText('Под эти условия ничего не нашлось')).toBeVisible()
  const chips = page.getByRole('list', { name: 'Выбранные фильтры' }).getByRole('link')
  await expect(chips).toHaveCount(3)
  await chips.nth(1).click()
  await expect(articles).toHaveCount(1)
  await tabs.getByRole('link', { name: 'Все' }).click()
  await expect(articles).toHaveCount(20)
  await page.goBack()
  await expect(articles).toHaveCount(1)
  await tabs.getByRole('link', { name: 'Друзья' }).click()
  await expect(page.getByText('Под эти условия ничего не нашлось')).toBeVisible()
  await open(page, `/feed?search=${word}&page=7`)
  await page.getByRole('link', { name: 'К началу ленты' }).click()
  await expect(articles).toHaveCount(20)
  await context.setOffline(true)
  await pages.getByRole('link', { name: 'Дальше' }).click()
  await expect(page.getByRole('alert').getByText('Нет связи')).toBeVisible()
  await context.setOffline(false)
  await expect(articles).toHaveCount(3)
})

test.describe('when the server refuses', () => {
  test('a deleted post returns, a like is undone, a text stays', async ({ page, api, problems }) => {
    problems.allow(/503/)
    const anna = await newMember(api)
    const boris = await newMember(api, { name: 'Борис Лесной' })
    const word = newWord()
    await write(anna, `Моя ${word}`)
    await write(boris, `Чужая ${word}`)
    await signIn(page, anna)
    await open(page, `/feed?search=${word}`)
    await expect(page.getByRole('article')).toHaveCount(2)

    const own = post(page, `Моя ${word}`).getByRole('button', { name: 'Действия с записью' })
    await own.press('ArrowDown')
    await page.getByRole('menuitem', { name: 'Удалить запись' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Удалить запись?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(own).toBeFocused()
    const menu = post(page, `Чужая ${word}`).getByRole('button', { name: 'Действия с записью' })
    await menu.press('Enter')
    await expect(page.getByRole('menuitem')).toHaveText([
      'Скрыть запись',
      'Не показывать записи автора',
      'Пожаловаться на запись',
    ])
    await page.getByRole('menuitem', { name: 'Пожаловаться на запись' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Пожаловаться' }).click()
    await expect(page.getByText('Жалоба отправлена')).toBeVisible()

    const refuse = await holdAndRefuse(page, /\/api\/posts\/.+\/(delete|like)\/$/)
    await likeOf(page, `Чужая ${word}`).click()
    await expect(likeOf(page, `Чужая ${word}`)).toHaveAttribute('aria-pressed', 'true')
    await expect(likeOf(page, `Чужая ${word}`)).toHaveText('0')
    await refuse()
    await expect(likeOf(page, `Чужая ${word}`)).toHaveAttribute('aria-pressed', 'false')

    await choose(page, `Моя ${word}`, 'Удалить запись')
    await page.getByRole('dialog', { name: 'Удалить запись?' }).getByRole('button', { name: 'Удалить' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await refuse()
    await expect(page.getByRole('article').last()).toContainText(`Моя ${word}`)
    await page.unrouteAll()

    await page.route('**/posts/create/', route =>
      route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', detail: 'Сервер сейчас занят.' } }),
    )
    await form(page).getByLabel('Текст записи').fill('Долго писали')
    await form(page).getByRole('button', { name: 'Опубликовать' }).click()
    await expect(page.getByRole('alert').getByText('Сервер сейчас занят.').first()).toBeVisible()
    await expect(form(page).getByLabel('Текст записи')).toHaveValue('Долго писали')
    await page.unrouteAll()

    await choose(page, `Моя ${word}`, 'Удалить запись')
    await page.getByRole('dialog', { name: 'Удалить запись?' }).getByRole('button', { name: 'Удалить' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(form(page).getByLabel('Текст записи')).toHaveValue('Долго писали')
  })
})

test('the feed requests its first page once', async ({ page, api }) => {
  const anna = await newMember(api)
  await write(anna, 'Есть что смотреть')
  await signIn(page, anna)
  // Lists older than two seconds are refetched, and on a busy machine this one could be.
  await page.clock.setFixedTime(Date.now())
  let asked = 0
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/api/posts/') asked++
  })
  const watching = page.waitForResponse(response => response.url().includes('/api/events/?watch='))
  await open(page, '/feed')
  await (await watching).headerValue('content-type')
  await expect(page.getByRole('article')).not.toHaveCount(0)
  // Any request caused by the stream's first event is sent at once.
  await sleep(500)
  expect(asked).toBe(1)
})

test('an event that arrives while a post is being deleted does not bring it back', async ({ page, api }) => {
  const anna = await newMember(api)
  const word = newWord()
  await write(anna, `Остаётся ${word}`)
  await write(anna, `Уходит ${word}`)
  await signIn(page, anna)
  await open(page, `/feed?search=${word}`)
  let letGo = () => {}
  const slow = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route('**/delete/', async route => {
    await slow
    await route.continue()
  })
  await choose(page, `Уходит ${word}`, 'Удалить запись')
  await page.getByRole('dialog', { name: 'Удалить запись?' }).getByRole('button', { name: 'Удалить' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  // The list is reloaded, and the server still has the post.
  const reread = page.waitForResponse(response => new URL(response.url()).pathname === '/api/posts/')
  await form(page).getByLabel('Текст записи').fill('Ещё одна')
  await form(page).getByRole('button', { name: 'Опубликовать' }).click()
  expect(((await (await reread).json()) as { count: number }).count).toBe(2)
  await expect(form(page).getByLabel('Текст записи')).toHaveValue('')
  await expect(page.getByRole('article')).toHaveCount(1)
  letGo()
  await expect(page.getByText('Запись удалена')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a text is shown as typed, shortened in lists, and its hashtags and links work', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(notFound)
  const word = newWord()
  const anna = await makeCard(api, word)
  const text = `<b>Жирно</b> #${word} https://example.ru/a?b=1. ${'сосна '.repeat(60)}конец`
  const { id } = await write(anna, text)
  await signIn(page, anna)
  await open(page, `/search?query=${encodeURIComponent(`Пётр ${word}`)}`)
  const person = page.getByRole('listitem').filter({ hasText: '0 друзей · 2 записи' })
  await expect(person.getByRole('link', { name: anna.name })).toHaveAttribute('href', `/profile/${anna.id}`)

  const card = post(page, '<b>Жирно</b>')
  const body = (await card.getByText('<b>Жирно</b>').textContent()) ?? ''
  expect(body).toBe(`${[...text].slice(0, 300).join('').trimEnd()}…`)
  const link = card.getByRole('link', { name: 'https://example.ru/a?b=1', exact: true })
  await expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc')
  await expect(link).toHaveAttribute('target', '_blank')
  await card.getByRole('link', { name: `#${word}` }).click()
  await expect(page).toHaveTitle(`Тренд: #${word} | Дендро`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Тренд: #${word}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  await post(page, '<b>Жирно</b>').getByRole('link', { name: 'Читать дальше' }).click()
  await expect(page.getByText(/сосна конец$/)).toBeVisible()

  await choose(page, '<b>Жирно</b>', 'Удалить запись')
  await page.getByRole('dialog', { name: 'Удалить запись?' }).getByRole('button', { name: 'Удалить' }).click()
  await expect(page.getByText('Запись удалена')).toBeVisible()
  await expect(page).toHaveURL(/\/feed$/)
  await open(page, `/post/${id}`)
  await expect(page.getByRole('heading', { name: 'Такой записи нет' })).toBeVisible()
  await expect(page).toHaveTitle('Такой записи нет | Дендро')

  await open(page, '/search')
  await page.getByLabel('Поиск людей и записей').fill(newWord())
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ничего не нашлось')).toBeVisible()
  await expect(page).toHaveURL(/\/search\?query=/)
})

test('the members’ search finds plants and nurseries too, and says so when there is nothing else', async ({
  page,
  api,
}) => {
  const found = await api.call('GET /offers/suggest/', { query: { q: 'смарагд' } })
  const plants = found.filter(({ kind }) => kind !== 'company')
  expect(plants.length).toBeGreaterThan(0)
  await signIn(page, await newMember(api))
  await open(page, '/search')
  const search = page.getByLabel('Поиск людей и записей')
  await search.fill('смарагд')
  await page.keyboard.press('Enter')
  const region = page.getByRole('region', { name: 'Растения' })
  await expect(region.getByRole('link')).toHaveText(plants.map(({ name }) => name))
  await expect(page.getByRole('link', { name: 'Все предложения по запросу «смарагд»' })).toBeVisible()
  await expect(page.getByText('Ничего не нашлось')).toBeHidden()
  await region.getByRole('link').first().click()
  await expect(page).toHaveURL(plants[0]?.url ?? '')

  const suggested = await api.call('GET /offers/suggest/', { query: { q: 'Верейский косогор' } })
  const company = suggested.find(({ kind }) => kind === 'company')
  expect(company).toBeDefined()
  await open(page, `/search?${new URLSearchParams({ query: 'Верейский косогор' })}`)
  await expect(page.getByRole('region', { name: 'Питомники' }).getByRole('link')).toHaveText([company?.name ?? ''])
  await expect(page.getByText('Ничего не нашлось')).toBeHidden()
})

test('a long discussion shows its latest comments, and the earlier ones on request', async ({ page, api }) => {
  const author = await newMember(api)
  const own = apiAs(author)
  const { id } = await write(author, `Как укрыть туи на зиму? ${newWord()}`)
  for (let n = 1; n <= 24; n++)
    await own.call('POST /posts/:id/comment/', { params: { id }, body: { body: `Ответ № ${n}.` } })
  await signIn(page, author)
  await open(page, `/post/${id}`)
  const comments = page.getByRole('region', { name: /^Комментарии/ }).getByRole('listitem')
  await expect(comments).toHaveCount(20)
  await expect(comments.first()).toContainText('Ответ № 5.')
  await expectNoViolations(page)
  // What is written meanwhile, here and elsewhere, stays below.
  await page.getByRole('textbox', { name: 'Ваш комментарий' }).fill('Лутрасилом.')
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(comments).toHaveCount(21)
  await page.getByRole('button', { name: 'Показать ещё 4 комментария' }).click()
  await expect(comments).toHaveCount(25)
  await expect(comments.first()).toContainText('Ответ № 1.')
  await expect(comments.last()).toContainText('Лутрасилом.')
  await expect(page.getByRole('button', { name: /^Показать ещё/ })).toHaveCount(0)
})

test.describe('the feed', () => {
  // Themes switch without a transition.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  for (const width of [360, 1280]) {
    test(`at ${width} px everything is reachable and nothing overflows`, async ({ page, api }) => {
      const word = newWord()
      const anna = await makeCard(api, word)
      const friend = await newMember(api, { name: 'Борис Длиннофамильный-Перекатиполенский' })
      const friendsFriend = await newMember(api, { name: 'Вера Садовникова-Преображенская' })
      await befriend(anna, friend)
      await befriend(friend, friendsFriend)
      // The companies stand below the names.
      for (const person of [anna, friend])
        await apiAs(person).call('POST /teams/', {
          body: {
            company_name: `Сад ${word.slice(-6)}`,
            team_zipcode: '7707083893',
            team_phone: '+7 495 000-00-01',
            team_address: 'Поле',
            team_city: 'Москва',
          },
        })
      const { id } = await write(anna, `Сообщение ${word} https://example.ru/${'o'.repeat(80)}`, { is_request: true })
      await apiAs(friend).call('POST /posts/:id/comment/', {
        params: { id },
        body: { body: `#${word} ${'слово'.repeat(60)}` },
      })
      await page.setViewportSize({ width, height: 800 })
      await signIn(page, anna)
      for (const path of [`/feed?search=${word}`, `/post/${id}`, `/search?query=${word}`]) {
        await page.emulateMedia({ colorScheme: 'light' })
        await open(page, path)
        await expect(post(page, word).first()).toBeVisible()
        if (path.startsWith('/feed')) await expect(page.getByRole('link', { name: /^Вера Садовникова/ })).toBeVisible()
        await expectNoViolations(page)
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), path)
          .toBeLessThanOrEqual(width)
      }
      await open(page, `/trends/${'можжевельник'.repeat(8)}`)
      await expect(page.getByText('С этим хештегом ещё не писали')).toBeVisible()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  }
})
