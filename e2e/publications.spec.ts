import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expectFits } from './axe.ts'
import { article, expect, mark, notFound, open, type Page, phone, test } from './fixtures.ts'
import { apiAs, type Member, signIn } from './member.ts'
import { moderator } from './moderator.ts'

const path = `/publications/${article.slug}`
const sectionPath = (section: string) => `${path}?section=${section}`
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('the sections of an article open without a page load, forwards and backwards', async ({ page, api }) => {
  const params = { article_slug: article.slug }
  const { section: sections } = await api.call('GET /publications/:article_slug/', { params })
  const names = sections.map(({ name }) => name)
  await open(page, '/publications')
  const stays = await mark(page)
  await page.getByRole('article').getByRole('link', { name: 'Как читать прайс питомника' }).click()
  await expect(title(page)).toHaveText('Как читать прайс питомника')
  const contents = page.getByRole('navigation', { name: 'Содержание' })
  await expect(contents.getByRole('link')).toContainText(['О статье', ...names])
  await contents.getByRole('link', { name: names[3] ?? '' }).click()
  await expect(page).toHaveURL(sectionPath(sections[3]?.slug ?? ''))
  await expect(title(page)).toHaveText(names[3] ?? '')
  await expect(page).toHaveTitle(`${names[3]} — Как читать прайс питомника | Дендро`)
  await expect(page.getByRole('article', { name: names[3] ?? '' })).toBeFocused()
  await expect(contents.getByRole('link', { name: names[3] ?? '' })).toHaveAttribute('aria-current', 'page')

  await page.getByRole('link', { name: 'Следующий раздел' }).click()
  await expect(title(page)).toHaveText(names[4] ?? '')
  await page.goBack()
  await expect(title(page)).toHaveText(names[3] ?? '')
  await page.goBack()
  await expect(title(page)).toHaveText('Как читать прайс питомника')
  await page.goForward()
  await expect(title(page)).toHaveText(names[3] ?? '')
  expect(await stays()).toBe(true)
})

test('a section has an address to share, also as a hash; an unknown one is 404', async ({
  page,
  request,
  problems,
}) => {
  problems.allow(notFound)
  const html = await (await request.get(sectionPath(article.withTable))).text()
  expect(html).toContain('Что обычно стоит в контейнере')
  expect(html).toMatch(/<link rel="canonical" href="[^"]+\?section=korni-i-upakovka"/)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'Article',
    headline: 'Как читать прайс питомника',
    inLanguage: 'ru',
    author: { '@type': 'Person' },
    datePublished: expect.stringMatching(/^\d{4}-/),
    image: expect.stringMatching(/^http/),
  })
  await open(page, `${path}#${article.withTable}`)
  await expect(page).toHaveURL(sectionPath(article.withTable))
  await expect(title(page)).toHaveText('Корни и упаковка')

  for (const wrong of ['/publications/net-takoy', sectionPath('net-takogo')]) {
    expect((await request.get(wrong)).status()).toBe(404)
    await page.goto(wrong)
    await expect(title(page)).toHaveText('Такой страницы нет')
  }
})

test('the PDF of an article is downloaded as a file', async ({ page }) => {
  await open(page, path)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Скачать PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Как читать прайс питомника\.pdf$/)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the contents expand, link to a section and collapse again', async ({ page }) => {
    await open(page, sectionPath(article.withTable))
    const contents = page.getByRole('navigation', { name: 'Содержание' })
    const link = contents.getByRole('link', { name: 'Название и сорт' })
    await expect(link).toBeHidden()
    await contents.locator('summary', { hasText: '4 из 7' }).tap()
    await link.tap()
    await expect(title(page)).toHaveText('Название и сорт')
    await expect(link).toBeHidden()
  })
})

test.describe('a moderator', () => {
  // The server renders for visitors and answers 404; a moderator's browser then loads the page again.
  test.beforeEach(({ problems }) => problems.allow(notFound))

  const newName = () => `Как хранить саженцы ${randomUUID().slice(0, 8)}`
  const text = (page: Page) => page.getByRole('textbox', { name: 'Текст' })
  const preview = (page: Page) => page.getByRole('region', { name: 'Так увидят читатели' })
  const save = (page: Page) => page.getByRole('button', { name: 'Сохранить', exact: true })

  const makeDraft = (staff: Member, name: string) =>
    apiAs(staff).call('POST /staff/publications/', {
      body: {
        name,
        summary: 'О прикопе и погребе.',
        author: 'Мария Ветлугина, агроном',
        sections: [{ name: 'Прикоп', text: 'Первый вариант.', picture: '', picture_alt: '' }],
      },
    })

  test('writes an article with pictures, previews, publishes and withdraws it', async ({
    page,
    api,
    browser,
    problems,
  }) => {
    test.slow()
    // Publishing the incomplete draft.
    problems.allow(/^(?:status 400: .*\/publish\/$|console error: Failed to load resource: .* 400)/)
    const name = newName()
    const picture = 'docs/pictures/home.webp'
    await signIn(page, await moderator(api))
    await open(page, '/staff/publications')
    await page.getByRole('link', { name: 'Новая статья' }).click()
    await page.getByRole('textbox', { name: 'Название', exact: true }).fill(name)
    await page.getByRole('textbox', { name: 'Название раздела' }).fill('Прикоп')
    await text(page).fill('Держите корни влажными')
    await text(page).selectText()
    await page.getByRole('button', { name: 'Жирный' }).click()
    await expect(text(page)).toHaveValue('**Держите корни влажными**')
    await expect(preview(page).locator('strong')).toHaveText('Держите корни влажными')
    await page.getByLabel('Картинка в тексте').setInputFiles(picture)
    await expect(text(page)).toHaveValue(/\n\n!\[Что на картинке\]\(\S+\.webp\)$/)
    // The placeholder is selected.
    await page.keyboard.type('Канава с саженцами')
    await expect(preview(page).getByRole('img', { name: 'Канава с саженцами' })).toBeVisible()
    await page.getByLabel('Выбрать картинку').setInputFiles(picture)
    await page.getByRole('button', { name: 'Сохранить черновик' }).click()
    await expect(page).toHaveURL(/\/staff\/publications\/\d+$/)

    // A draft may be incomplete; publishing shows errors at the fields.
    await page.getByRole('button', { name: 'Опубликовать' }).click()
    await expect(page.getByText('Назовите автора')).toBeVisible()
    await expect(page.getByText('Опишите картинку для тех, кто её не видит')).toBeVisible()
    await page.getByRole('textbox', { name: 'О чём статья' }).fill('О прикопе и погребе.')
    await page.getByRole('textbox', { name: 'Автор' }).fill('Мария Ветлугина, агроном')
    await page.getByRole('textbox', { name: 'Что на картинке' }).fill('Наклонная канава')
    await page.getByRole('button', { name: 'Добавить раздел' }).click()
    await page.getByRole('textbox', { name: 'Название раздела' }).fill('Погреб')
    await text(page).fill('Не выше +5 °C.')
    await page.getByRole('button', { name: 'Выше: Погреб' }).click()
    await expect(page.getByRole('button', { name: 'Выше: Погреб' })).toBeFocused()
    await page.getByRole('button', { name: 'Опубликовать' }).click()
    await expect(page.getByText('Статья опубликована', { exact: true })).toBeVisible()

    const reader = await (await browser.newContext()).newPage()
    await open(reader, '/publications')
    await reader.getByRole('link', { name }).click()
    const contents = reader.getByRole('navigation', { name: 'Содержание' })
    await expect(contents.getByRole('link')).toContainText(['О статье', 'Погреб', 'Прикоп'])
    await contents.getByRole('link', { name: 'Прикоп' }).click()
    await expect(reader.getByRole('img', { name: 'Канава с саженцами' })).toBeVisible()
    await expect(reader.getByRole('img', { name: 'Наклонная канава' })).toBeVisible()
    const address = reader.url()

    await page.getByRole('button', { name: 'Вернуть в черновики' }).click()
    const dialog = page.getByRole('dialog', { name: 'Вернуть в черновики?' })
    await dialog.getByRole('button', { name: 'Вернуть в черновики' }).click()
    await expect(dialog.getByText('Напишите, почему статья снята')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Причина' }).fill('Нужны другие сроки')
    await dialog.getByRole('button', { name: 'Вернуть в черновики' }).click()
    await expect(dialog).toBeHidden()
    expect((await reader.request.get(address)).status()).toBe(404)
    await page.getByRole('button', { name: 'Удалить черновик' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
    await expect(page).toHaveURL('/staff/publications')
    await expect(page.getByRole('link', { name })).toHaveCount(0)
  })

  test('loses nothing when leaving, or when another moderator has saved first', async ({ page, api, problems }) => {
    test.slow()
    problems.allow(/^(?:status 409|console error: Failed to load resource: .* 409)/)
    const staff = await moderator(api)
    const draft = await makeDraft(staff, newName())
    const params = { id: String(draft.id) }
    const address = `/staff/publications/${draft.id}`
    await signIn(page, staff)
    await open(page, address)
    await text(page).fill('Мой вариант.')
    await page.getByRole('link', { name: 'Все публикации' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Уйти' }).click()
    await expect(page).toHaveURL('/staff/publications')
    await page.getByRole('link', { name: draft.name }).click()
    await expect(page.getByText('Восстановлена несохранённая правка.')).toBeVisible()
    await expect(text(page)).toHaveValue('Мой вариант.')

    const body = { ...draft, sections: draft.sections.map(section => ({ ...section, text: 'Чужой вариант.' })) }
    await apiAs(staff).call('PATCH /staff/publications/:id/', { params, body })
    await save(page).click()
    await expect(page.getByText('Пока вы правили, статью изменил кто-то другой.')).toBeVisible()
    await expect(text(page)).toHaveValue('Мой вариант.')
    await page.getByRole('button', { name: 'Что сохранено' }).click()
    const dialog = page.getByRole('dialog', { name: draft.name })
    await dialog.getByText('Прикоп', { exact: true }).click()
    await expect(dialog.getByText('Чужой вариант.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Закрыть' }).click()
    await page.getByRole('button', { name: 'Сохранить моё поверх' }).click()
    await expect(page.getByText('Сохранено', { exact: true })).toBeVisible()
    const now = await apiAs(staff).call('GET /staff/publications/:id/', { params })
    expect(now.sections.map(section => section.text)).toEqual(['Мой вариант.'])
    expect(now.sections[0]?.id).toBe(draft.sections[0]?.id)

    // Saved, so leaving asks no question.
    await page.getByRole('link', { name: 'Все публикации' }).click()
    await expect(page).toHaveURL('/staff/publications')
    await page.getByRole('link', { name: draft.name }).click()
    await expect(text(page)).toHaveValue('Мой вариант.')
    await expect(page.getByText('Восстановлена несохранённая правка.')).toHaveCount(0)
  })

  test('axe finds nothing in the list and the editor, and nothing overflows', async ({ page, api }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const staff = await moderator(api)
    const draft = await makeDraft(staff, newName())
    await signIn(page, staff)
    for (const address of ['/staff/publications', `/staff/publications/${draft.id}`]) {
      await open(page, address)
      await expect(title(page)).toHaveText(address.endsWith('s') ? 'Публикации' : draft.name)
      if (!address.endsWith('s')) await expect(preview(page)).toHaveText('Первый вариант.')
      await expectFits(page)
    }
  })
})
