import { expectFits } from './axe.ts'
import { expect, open, seen, test } from './fixtures.ts'
import { apiAs, newMember } from './member.ts'
import { browserOf, nursery } from './nursery.ts'

const schedule = [
  'Деревья',
  'Липа мелколистная Greenspire, обхват 18-20, WRB 60 — 4 шт',
  'Туя западная Smaragd 80-100 C5 — 12 шт',
].join('\n')

const inFiveDays = () => new Date(Date.now() + 5 * 86_400_000).toISOString()

test('what has changed in a project since it was asked for is shown, and asked for again in one step', async ({
  browser,
  api,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const first = await nursery(api, 'Старый сад', [12_000, 900])
  const second = await nursery(api, 'Новый сад', [11_000, 950])
  const buyer = await newMember(api)
  const own = apiAs(buyer)
  const project = await own.call('POST /projects/', { body: { name: 'Двор школы', text: schedule } })
  const sent = await own.call('POST /requests/', {
    body: {
      project: project.id,
      lines: [],
      regions: [],
      companies: [first.teamId, second.teamId],
      deadline: inFiveDays(),
      note: 'Въезд со двора',
    },
  })
  const page = await browserOf(browser, buyer, { baseURL: baseURL ?? '', reducedMotion: 'reduce' })
  await open(page, `/projects/${project.id}`)
  await expect(page.getByRole('heading', { name: 'Строки' })).toBeVisible()
  const notice = page.getByRole('region', { name: 'Изменения с отправки запроса' })
  await expect(notice).toBeHidden()

  // The quantity of one line changes, another line is added.
  await page.getByRole('button', { name: /^Изменить: Туя западная/ }).click()
  await page.getByRole('textbox', { name: 'Количество', exact: true }).fill('30')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(notice).toContainText('изменилась 1 строка')
  await own.call('POST /projects/:id/lines/', {
    params: { id: project.id },
    body: { text: 'Липа мелколистная Greenspire, обхват 18-20 — 2 шт' },
  })
  await page.reload()
  await expect(notice).toContainText('изменилось 2 строки')
  await expect(notice).toContainText('Компании видят то, что было отправлено.')
  await notice.getByRole('button', { name: 'Показать изменения' }).click()
  await expect.poll(async () => seen(await notice.textContent())).toContain('количество 12 шт. → 30 шт.')
  await expect(page.getByText('Добавлена после отправки запроса')).toBeVisible()
  await expectFits(page)

  // The request itself stays, and says it too.
  await open(page, `/requests/${sent.id}`)
  await expect(notice).toContainText('изменилось 2 строки')
  await expect(page.getByRole('region', { name: 'Что просили' })).toContainText('12')
  await expectFits(page)
  await notice.getByRole('link', { name: 'Запросить изменённое' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Запросить изменённое' })).toBeVisible()
  await expect(page.getByText('Выбрано 2 из 3 строк')).toBeVisible()
  for (const { name } of [first, second])
    await expect(page.getByRole('checkbox', { name: new RegExp(name) })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Что ещё знать питомникам' })).toHaveValue('Въезд со двора')
  await expectFits(page)
  await page.getByRole('button', { name: 'Отправить запрос' }).click()
  await expect(page.getByText('Запрос отправлен 2 компаниям', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Что просили' }).getByRole('listitem')).toHaveCount(2)
  await expect(notice).toBeHidden()
  await open(page, `/requests/${sent.id}`)
  await notice.getByRole('button', { name: 'Показать изменения' }).click()
  await expect(notice.getByRole('link', { name: 'Уже спросили в другом запросе' })).toHaveCount(2)
  await expect(notice.getByRole('link', { name: 'Запросить изменённое' })).toBeHidden()
})

test('a «куплю» made from a project is answered with prices and with a listing', async ({ browser, api, baseURL }) => {
  test.setTimeout(180_000)
  const options = { baseURL: baseURL ?? '', reducedMotion: 'reduce' } as const
  const seller = await nursery(api, 'Питомник у ленты', [12_000, 900])
  const buyer = await newMember(api, { name: 'Вера Садовая' })
  const own = apiAs(buyer)
  const project = await own.call('POST /projects/', { body: { name: 'Сад в Верее', text: schedule } })
  const designer = await browserOf(browser, buyer, options)
  await open(designer, `/projects/${project.id}`)
  await designer.getByRole('link', { name: 'Спросить в ленте' }).click()
  const text = designer.getByRole('textbox', { name: 'Текст записи' })
  await expect(text).toHaveValue(/• Липа мелколистная 'Greenspire'.* — 4/)
  await expect(text).not.toHaveValue(/₽/)
  await designer.getByRole('checkbox', { name: /Липа/ }).uncheck()
  await expect(text).not.toHaveValue(/Липа/)
  await text.fill(`${await text.inputValue()}\n\nСамовывоз на неделе.`)
  await expectFits(designer)
  await designer.reload()
  await expect(designer.getByText('Восстановлен черновик.')).toBeVisible()
  await expect(text).toHaveValue(/Самовывоз на неделе\.$/)
  await expect(designer.getByRole('checkbox', { name: /Липа/ })).not.toBeChecked()
  await expectFits(designer)
  await designer.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(designer.getByRole('link', { name: 'К предложениям' })).toBeVisible()
  await expect(designer.getByText('Список из 1 строки')).toBeVisible()
  await expectFits(designer)
  const path = new URL(designer.url()).pathname

  // The nursery finds it in the feed among what is wanted, and answers with its prices.
  const nurseryman = await browserOf(browser, seller.member, options)
  await open(nurseryman, '/feed?is_request=1')
  const post = nurseryman.getByRole('article', { name: 'Вера Садовая' }).first()
  await expect(post).toContainText('Самовывоз на неделе.')
  await expectFits(nurseryman)
  await post.getByRole('button', { name: 'Ответить предложением' }).click()
  await expect(nurseryman.getByRole('heading', { level: 1, name: 'Сад в Верее' })).toBeVisible()
  await expect(nurseryman.getByRole('link', { name: 'Запись в ленте' })).toHaveAttribute('href', path)
  await nurseryman.getByRole('button', { name: 'Отправить предложение' }).click()
  await nurseryman.getByRole('dialog').getByRole('button', { name: 'Отправить' }).click()
  await expect(nurseryman.getByText('Редакция 1').first()).toBeVisible()

  // And with a listing, under the post.
  await open(nurseryman, path)
  await expect(nurseryman.getByRole('link', { name: 'Наше предложение' })).toBeVisible()
  await nurseryman.getByRole('button', { name: 'Предложить растение' }).click()
  const dialog = nurseryman.getByRole('dialog', { name: 'Предложить растение' })
  await dialog.getByRole('searchbox', { name: 'Название' }).fill('туя')
  await expectFits(nurseryman)
  await dialog.getByRole('button', { name: /Туя западная/ }).click()
  await expect(dialog).toBeHidden()
  await expect(nurseryman.getByRole('button', { name: 'Другое растение' })).toBeFocused()
  await expectFits(nurseryman)
  await nurseryman.getByRole('button', { name: 'Отправить' }).click()
  const comments = nurseryman.getByRole('region', { name: /^Комментарии/ })
  await expect(comments.getByRole('link', { name: /Туя западная/ })).toBeVisible()

  // The author sees both.
  await open(designer, '/notifications')
  await expect(designer.getByText(/предлагает растение в ответ на вашу запись/)).toBeVisible()
  await open(designer, path)
  await expect(designer.getByRole('region', { name: /^Комментарии/ }).getByRole('link', { name: /Туя/ })).toBeVisible()
  await expectFits(designer)
  await designer.getByRole('link', { name: 'К предложениям' }).click()
  await expect(designer.getByRole('region', { name: 'Кто откликнулся' })).toContainText(seller.name)
  await expectFits(designer)
  await designer.getByRole('link', { name: 'Сравнить предложения' }).click()
  await expect(designer.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a nursery states a minimum order, and projects say what it still lacks', async ({ browser, api, baseURL }) => {
  test.setTimeout(120_000)
  const options = { baseURL: baseURL ?? '', reducedMotion: 'reduce' } as const
  const seller = await nursery(api, 'Оптовый', [12_000, 900])
  const nurseryman = await browserOf(browser, seller.member, options)
  await open(nurseryman, '/teams/edit-team')
  const field = nurseryman.getByRole('textbox', { name: 'Минимальный заказ, ₽' })
  await field.fill('0')
  await nurseryman.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(nurseryman.getByText('Не меньше одного рубля').first()).toBeVisible()
  await field.fill('60000')
  await nurseryman.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(nurseryman.getByText('Информация сохранена')).toBeVisible()
  await open(nurseryman, `/teams/get_current_team/${seller.teamId}`)
  await expect.poll(async () => seen(await nurseryman.getByRole('main').textContent())).toContain('60 000 ₽')

  const buyer = await newMember(api)
  const own = apiAs(buyer)
  const project = await own.call('POST /projects/', { body: { name: 'Двор', text: schedule } })
  const line = project.lines[1]
  const offer = line?.options.find(({ company }) => company.id === seller.teamId)
  await own.call('PATCH /projects/:id/lines/:line/', {
    params: { id: project.id, line: line?.id ?? '' },
    body: { chosen: offer?.variant.id ?? null },
  })
  const page = await browserOf(browser, buyer, options)
  await open(page, `/projects/${project.id}`)
  const totals = page.getByRole('region', { name: 'Итого' })
  await expect
    .poll(async () => seen(await totals.textContent()))
    .toContain('До минимального заказа не хватает 12 000 ₽')
  await expectFits(page)
})
