import { randomUUID } from 'node:crypto'
import type { Product } from '#contract/products.ts'
import type { Api } from '#web/lib/api.ts'
import { expectFits } from './axe.ts'
import { expect, notFound, open, type Page, phone, test } from './fixtures.ts'
import { apiAs, type Member, newMember, signIn } from './member.ts'
import { moderator } from './moderator.ts'

// The server renders for visitors and answers 404 for the admin; the browser then loads the page again.
test.beforeEach(({ problems }) => problems.allow(notFound))

/** Refusals by the server: an invalid form, or a conflict with another moderator. */
const refused = /^(?:status 4(?:00|09)|console error: Failed to load resource: .* 4(?:00|09))/

/** A unique name. */
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`
const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, name: string) => page.getByRole('main').getByRole('article', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })

async function supplier(api: Api, company_name = unique('Питомник')): Promise<Member> {
  const member = await newMember(api, { name: 'Олег Питомников' })
  await apiAs(member).call('POST /teams/', {
    body: { company_name, team_zipcode: '1', team_phone: '2', team_address: '3', team_city: 'Тверская область' },
  })
  return member
}

async function conifers(api: Api): Promise<number> {
  const categories = await api.call('GET /products/short_list_categories/')
  return categories.find(({ slug }) => slug === 'hvoynye')?.id ?? 0
}

async function list(member: Member, genus: string, species: string): Promise<Product> {
  const own = apiAs(member)
  return own.call('POST /products/create/', { body: { category: await conifers(own), genus, species } })
}

const addressOf = ({ category, slug }: Product) => ({ category_slug: category.slug, product_slug: slug })

/** The present name of a product. */
async function nameOf(member: Member, { id }: Product): Promise<string | undefined> {
  const own = await apiAs(member).call('GET /products/my_products/')
  return own.find(product => product.id === id)?.name
}

/** Search fields for products, genera and plants: the screens are distinguished by the field's label. */
const searches = {
  listings: 'Название, компания или номер',
  genera: 'Род по-русски, по-латыни или семейство',
  plants: 'Название, латинское имя или синоним',
}

async function find(page: Page, what: keyof typeof searches, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: searches[what] }).fill(text)
  await page.getByRole('main').getByRole('button', { name: 'Найти' }).click()
}

async function giveReason(page: Page, reason: string, label: string): Promise<void> {
  await field(page, 'Причина').fill(reason)
  await dialog(page).getByRole('button', { name: label, exact: true }).click()
  await expect(dialog(page)).toBeHidden()
}

/** Fills in the supplier's form with a plant in free text and saves it. */
async function offer(page: Page, genus: string, species: string, verdict: RegExp): Promise<void> {
  await open(page, '/products/create')
  await page.getByLabel('Категория').selectOption({ label: 'Хвойные растения' })
  await page.getByRole('combobox', { name: 'Род' }).fill(genus)
  await page.keyboard.press('Tab')
  await page.getByRole('combobox', { name: 'Вид или сорт' }).fill(species)
  await page.keyboard.press('Tab')
  await expect(page.getByText(verdict)).toBeVisible()
  await page.getByRole('button', { name: /^(?:Сохранить|Опубликовать)$/ }).click()
  await expect(page).toHaveURL(/\/products\/my_products\/?$/)
}

test('a product is published with a new plant for the directory, and the next product of the plant at once', async ({
  page,
  api,
  browser,
  problems,
}) => {
  test.slow()
  problems.allow(refused)
  const [member, reader] = [await supplier(api), await newMember(api)]
  const genus = unique('Ёлочник')
  const species = "мохнатый 'Север'"
  const name = `${genus} ${species}`
  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, member)
  await offer(theirs, genus, species, /^Будет ждать проверки/)
  await expect(row(theirs, genus)).toContainText('Уже опубликуется')
  const [submitted] = await apiAs(member).call('GET /products/my_products/')
  const path = submitted?.get_absolute_url ?? ''
  const visitor = await (await browser.newContext()).newPage()
  expect((await visitor.request.get(path)).status()).toBe(404)

  await signIn(page, await moderator(api))
  await open(page, '/staff')
  await expect(page.getByText(/^\d+ работ.* очереди, 0 не удались за последнюю неделю\.$/)).toBeVisible()
  await page.getByRole('link', { name: /^\d+ объявлени.+ публикации$/ }).click()
  await find(page, 'listings', genus)
  // What resembles each of a page of products is looked up meanwhile.
  await expect(card(page, name)).toContainText('Олег Питомников', { timeout: 20_000 })
  await expect(card(page, name)).toContainText('В справочнике ничего похожего нет.')
  await card(page, name).getByRole('link', { name: 'Как увидит покупатель' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goBack()
  await card(page, name).getByRole('button', { name: 'В справочник и опубликовать' }).click()
  const add = dialog(page).getByRole('button', { name: 'Добавить и опубликовать' })
  await expect(field(page, 'Род')).toHaveValue(genus)
  await expect(field(page, 'Вид, сорт')).toHaveValue(species)
  await add.click()
  await expect(dialog(page).getByText('Напишите латинское название')).toBeVisible()
  await field(page, 'Латинское название').fill("Ficta villosa 'Sever'")
  await add.click()
  await expect(dialog(page).getByText('Рода ещё нет в справочнике: напишите семейство')).toBeVisible()
  await expect(field(page, 'Семейство')).toBeFocused()
  await field(page, 'Семейство').fill('Pinaceae')
  await add.click()
  await expect(page.getByText('Растение добавлено в справочник, объявление опубликовано')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(card(page, name)).toHaveCount(0)

  await open(visitor, path)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(visitor.getByText("Ficta villosa 'Sever'").first()).toBeVisible()
  await signIn(visitor, reader)
  await open(visitor, '/feed')
  await expect(visitor.getByRole('article').filter({ hasText: name })).toHaveCount(1)

  await open(theirs, '/notifications')
  await expect(theirs.getByText(`Растение «${name}» опубликовано`)).toBeVisible()
  // The same plant in another letter case and other quotes.
  await offer(theirs, genus.toUpperCase(), 'Мохнатый «север»', /^Опубликуется сразу/)
  await expect(theirs.getByRole('img', { name: 'Опубликовано', exact: true })).toHaveCount(2)
  await expect(theirs.getByText('Уже опубликуется')).toHaveCount(0)
  const [second] = await apiAs(member).call('GET /products/my_products/')
  expect((await visitor.request.get(second?.get_absolute_url ?? '')).status()).toBe(200)

  await page.getByRole('link', { name: 'Журнал' }).click()
  const deeds = row(page, genus)
  await expect(deeds).toHaveText([
    /Мария Смотрова.*Опубликовано.*Объявление/,
    /Мария Смотрова.*Добавлено.*Вид или сорт/,
    /Мария Смотрова.*Добавлено.*Род/,
  ])
  for (const [deed, shown] of [
    [0, card(page, name)],
    [1, row(page, "Ficta villosa 'Sever'")],
    [2, page.getByRole('heading', { name: genus })],
  ] as const) {
    await deeds.nth(deed).getByRole('link').click()
    await expect(shown).toBeVisible()
    await page.goBack()
  }
  await Promise.all([theirs.context().close(), visitor.context().close()])
})

test('a product is returned with a reason, its supplier reads it and corrects the product, which waits again', async ({
  page,
  api,
  browser,
  problems,
}) => {
  test.slow()
  problems.allow(refused)
  const member = await supplier(api)
  const genus = unique('Ель')
  const submitted = await list(member, genus, 'кривая')
  const { name } = submitted
  const reason = 'Такого вида нет.\nПроверьте этикетку.'
  await signIn(page, await moderator(api))
  await open(page, `/staff/listings?${new URLSearchParams({ search: name })}`)
  await card(page, name).getByRole('button', { name: 'Вернуть' }).click()
  await dialog(page).getByRole('button', { name: 'Вернуть' }).click()
  await expect(dialog(page).getByText('Напишите причину')).toBeVisible()
  await giveReason(page, reason, 'Вернуть')
  await expect(page.getByText('Объявление возвращено')).toBeVisible()
  await expect(card(page, name)).toHaveCount(0)
  await page.getByRole('link', { name: 'Возвращены' }).click()
  await expect(card(page, name)).toContainText('Такого вида нет.')

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, member)
  await open(theirs, '/notifications')
  await expect(theirs.getByText(`Растение «${name}» вернули на доработку: Такого вида нет`)).toBeVisible()
  await theirs.getByRole('button', { name: 'Читать' }).click()
  await expect(theirs).toHaveURL(/\/products\/my_products\/?$/)
  await expect(row(theirs, genus)).toContainText('Вернули на доработку')
  await expect(row(theirs, genus)).toContainText('Причина: Такого вида нет.')
  await theirs.getByRole('link', { name: `Изменить: ${name}` }).click()
  await expect(theirs.getByRole('region', { name: 'Вернули на доработку' })).toContainText('Проверьте этикетку.')
  await expect(theirs.getByText('Когда вы сохраните изменения, объявление снова проверят.')).toBeVisible()
  await theirs.getByLabel('О растении своими словами').fill('На этикетке так и написано')
  await theirs.getByRole('button', { name: /^(?:Сохранить|Опубликовать)$/ }).click()
  await expect(row(theirs, genus)).toContainText('Уже опубликуется')
  await expect(row(theirs, genus)).not.toContainText('Такого вида нет')

  await page.getByRole('link', { name: 'Ждут' }).click()
  await expect(card(page, name)).toContainText('На этикетке так и написано')
  // The supplier changes it again while the moderator is reading.
  const params = addressOf(submitted)
  await apiAs(member).call('POST /products/:category_slug/:product_slug/edit/', {
    params,
    body: { description: 'Снимок приложу завтра' },
  })
  await card(page, name).getByRole('button', { name: 'Опубликовать', exact: true }).click()
  await expect(page.getByText('Пока вы смотрели, объявление изменили. Прочитайте его ещё раз.')).toBeVisible()
  await expect(card(page, name)).toContainText('Снимок приложу завтра')
  await apiAs(member).call('DELETE /products/:category_slug/:product_slug/delete/', { params })
  await card(page, name).getByRole('button', { name: 'Опубликовать', exact: true }).click()
  await expect(page.getByText('Такого объявления нет.')).toBeVisible()
  await expect(page.getByText('Здесь ничего не нашлось')).toBeVisible()
  await theirs.context().close()
})

test('a published product is taken down with a reason and published again by a moderator', async ({
  page,
  api,
  browser,
}) => {
  const companyName = unique('Питомник')
  const member = await supplier(api, companyName)
  const submitted = await list(member, 'Туя', "западная 'Brabant'")
  const reason = unique('Снимок чужой')
  await signIn(page, await moderator(api))
  // Its number may stand in the name of another company.
  await open(page, `/staff/listings/published?search=${encodeURIComponent(companyName)}`)
  await card(page, submitted.name).getByRole('button', { name: 'Снять' }).click()
  await giveReason(page, reason, 'Снять')
  await expect(card(page, submitted.name)).toHaveCount(0)
  await page.getByRole('link', { name: 'Искать среди всех' }).click()
  await expect(card(page, submitted.name)).toContainText('Снято')
  await expect(card(page, submitted.name)).toContainText(reason)

  const theirs = await (await browser.newContext()).newPage()
  expect((await theirs.request.get(submitted.get_absolute_url)).status()).toBe(404)
  await signIn(theirs, member)
  await open(theirs, '/products/my_products')
  await expect(row(theirs, submitted.name)).toContainText(`Снято с публикацииТуя западная 'Brabant'Причина: ${reason}`)
  await open(theirs, `/products${submitted.get_absolute_url}edit`)
  await expect(theirs.getByRole('region', { name: 'Снято с публикации' })).toContainText(reason)
  await theirs.getByLabel('О растении своими словами').fill('Снимок заменю')
  await theirs.getByRole('button', { name: /^(?:Сохранить|Опубликовать)$/ }).click()
  await expect(row(theirs, submitted.name)).toContainText('Уже опубликуется')

  await page.getByRole('link', { name: 'Ждут' }).click()
  // The earlier reason is shown; its plant is in the directory and need not be added.
  await expect(card(page, submitted.name)).toContainText('Снимали, исправлено')
  await expect(card(page, submitted.name)).toContainText(reason)
  await expect(card(page, submitted.name)).toContainText('Растение есть в справочнике.')
  await expect(card(page, submitted.name).getByRole('button', { name: 'В справочник и опубликовать' })).toHaveCount(0)
  await card(page, submitted.name).getByRole('button', { name: 'Опубликовать', exact: true }).click()
  await expect(page.getByText('Объявление опубликовано')).toBeVisible()
  expect((await theirs.request.get(submitted.get_absolute_url)).status()).toBe(200)
  await theirs.context().close()
})

test('genera and plants are added, renamed, merged, hidden and restored; products follow', async ({
  page,
  api,
  problems,
}) => {
  test.slow()
  problems.allow(refused)
  const member = await supplier(api)
  const [genus, renamed] = [unique('Лжетуя'), unique('Туевик')]
  await signIn(page, await moderator(api))
  await open(page, '/staff/directory')
  await page.getByRole('button', { name: 'Добавить род' }).click()
  await field(page, 'Русское название').fill('ТУЯ')
  await field(page, 'Латинское название').fill('Thujopsis')
  await dialog(page).getByRole('button', { name: 'Добавить' }).click()
  await expect(field(page, 'Русское название')).toHaveAccessibleDescription(/Такой род уже есть/)
  await expect(field(page, 'Русское название')).toBeFocused()
  await field(page, 'Русское название').fill(genus)
  await dialog(page).getByRole('button', { name: 'Добавить' }).click()
  await expect(page.getByText('Род добавлен')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await find(page, 'genera', genus)
  await page.getByRole('link', { name: genus }).click()

  const addPlant = async (name: string) => {
    await page.getByRole('button', { name: 'Добавить вид или сорт' }).click()
    await field(page, 'Вид, сорт').fill(name)
    await field(page, 'Латинское название').fill(`Thujopsis ${name} ${genus}`)
    await dialog(page).getByRole('button', { name: 'Добавить' }).click()
    await expect(dialog(page).getByText('Выберите хотя бы одну категорию')).toBeVisible()
    await dialog(page).getByRole('checkbox', { name: 'Хвойные растения' }).check()
    await dialog(page).getByRole('button', { name: 'Добавить' }).click()
    await expect(dialog(page)).toBeHidden()
  }
  await addPlant('первая')
  await addPlant('вторая')
  const submitted = await list(member, genus, 'первая')
  expect(submitted.is_active).toBe(true)

  // By keyboard: the focus returns to the button that opened the dialog.
  const edit = page.getByRole('button', { name: 'Изменить: первая' })
  await edit.focus()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Вид, сорт')).toHaveValue('первая')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(edit).toBeFocused()
  await edit.click()
  await field(page, 'Вид, сорт').fill('вторая')
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expect(field(page, 'Вид, сорт')).toHaveAccessibleDescription(/Такой вид или сорт уже есть/)
  await field(page, 'Вид, сорт').fill('третья')
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expect(row(page, 'третья')).toBeVisible()
  expect(await nameOf(member, submitted)).toBe(`${genus} третья`)

  await page.getByRole('button', { name: 'Объединить: третья' }).click()
  await dialog(page).getByRole('button', { name: 'Объединить' }).click()
  await expect(dialog(page).getByText('Выберите запись')).toBeVisible()
  await dialog(page)
    .getByRole('radio', { name: `${genus} вторая` })
    .check()
  await giveReason(page, 'Это одно растение', 'Объединить')
  await expect(row(page, 'третья')).toContainText(`объединено с «${genus} вторая»`)
  await expect(row(page, 'третья').getByRole('button')).toHaveCount(0)
  // The button is gone, so the list has the focus.
  await expect(page.locator('div:focus', { has: page.getByRole('table') })).toHaveCount(1)
  expect(await nameOf(member, submitted)).toBe(`${genus} вторая`)

  await page.getByRole('button', { name: 'Скрыть: вторая' }).click()
  await dialog(page).getByRole('button', { name: 'Скрыть' }).click()
  await expect(dialog(page).getByText('Напишите причину')).toBeVisible()
  await giveReason(page, 'Сомнительно', 'Скрыть')
  await expect(row(page, 'вторая').first()).toContainText('скрыто')
  expect((await list(member, genus, 'вторая')).is_active).toBe(false)
  expect(await nameOf(member, submitted)).toBe(`${genus} вторая`)
  await page.getByRole('button', { name: 'Вернуть: вторая' }).click()
  await expect(page.getByRole('button', { name: 'Скрыть: вторая' })).toBeVisible()
  expect((await list(member, genus, 'вторая')).is_active).toBe(true)

  await page.getByRole('link', { name: 'Виды и сорта' }).click()
  await find(page, 'plants', `Thujopsis вторая ${genus}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Роды', exact: true }).click()
  await find(page, 'genera', genus)
  await page.getByRole('button', { name: `Изменить: ${genus}` }).click()
  await field(page, 'Русское название').fill(renamed)
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog(page)).toBeHidden()
  expect(await nameOf(member, submitted)).toBe(`${renamed} вторая`)
  await page.getByRole('link', { name: 'Журнал' }).click()
  await expect(row(page, genus)).toHaveText([
    new RegExp(`Переименовано.*${genus} → ${renamed}`),
    new RegExp(`Восстановлено.*${genus} вторая`),
    new RegExp(`Скрыто.*${genus} вторая.*Сомнительно`),
    new RegExp(`Объединено.*${genus} третья → ${genus} вторая.*Это одно растение`),
    new RegExp(`Переименовано.*${genus} первая → ${genus} третья`),
    new RegExp(`Добавлено.*${genus} вторая`),
    new RegExp(`Добавлено.*${genus} первая`),
    new RegExp(`Добавлено.*${genus}`),
  ])
})

test('two moderators rename a category at once: the second gets a conflict', async ({ page, api, problems }) => {
  problems.allow(refused)
  const staff = await moderator(api)
  await signIn(page, staff)
  await open(page, '/staff/directory/categories')
  const categories = await apiAs(staff).call('GET /staff/directory/categories/')
  const last = categories.at(-1)
  if (!last) throw new Error('no categories')
  const other = unique(last.name)
  const rename = (was: string, name: string) =>
    apiAs(staff).call('POST /staff/directory/categories/:id/edit/', {
      params: { id: String(last.id) },
      body: { was, name },
    })
  await page.getByRole('button', { name: `Изменить: ${last.name}` }).click()
  await field(page, 'Название').fill('хвойные растения')
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expect(field(page, 'Название')).toHaveAccessibleDescription(/Такая категория уже есть/)
  await rename(last.name, other)
  try {
    await field(page, 'Название').fill('Иначе')
    await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByText(`Запись уже переименовали: теперь это «${other}».`)).toBeVisible()
    await expect(row(page, other)).toBeVisible()
  } finally {
    await rename(other, last.name)
  }
})

test('entries of the lookups are added, renamed, merged and hidden; products that use them keep them', async ({
  page,
  api,
  problems,
}) => {
  test.slow()
  problems.allow(refused)
  const member = await supplier(api)
  const submitted = await list(member, 'Туя', "западная 'Smaragd'")
  const [bag, sack, box] = [unique('Мешок'), unique('Куль'), unique('Ящик')]
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Добавить запись' }).click()
    await field(page, 'Название').fill(name)
    await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
    await expect(row(page, name)).toBeVisible()
  }
  const packaging = async () => {
    const own = await apiAs(member).call('GET /products/my_products/')
    return own.find(({ id }) => id === submitted.id)?.rsp?.name
  }
  await signIn(page, await moderator(api))
  await open(page, '/staff/directory/lookups')
  await add(bag)
  await page.getByRole('button', { name: 'Добавить запись' }).click()
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expect(field(page, 'Название')).toHaveAccessibleDescription(/Напишите название/)
  await field(page, 'Название').fill(bag.toUpperCase())
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expect(field(page, 'Название')).toHaveAccessibleDescription(/Такая запись уже есть/)
  await page.keyboard.press('Escape')
  await add(box)

  const offered = await api.call('GET /products/rsp/')
  const rsp = offered.find(({ name }) => name === bag)?.id ?? 0
  await apiAs(member).call('POST /products/:category_slug/:product_slug/edit/', {
    params: addressOf(submitted),
    body: { rsp },
  })
  await page.reload()
  await page.getByRole('searchbox', { name: 'Найти в списке' }).fill(bag.toLowerCase())
  await expect(page.getByRole('row')).toHaveText([/Название/, new RegExp(`${bag}\\s*1`)])
  await page.getByRole('button', { name: `Изменить: ${bag}` }).click()
  await field(page, 'Название').fill(sack)
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog(page)).toBeHidden()
  expect(await packaging()).toBe(sack)

  await page.getByRole('searchbox', { name: 'Найти в списке' }).fill('')
  await page.getByRole('button', { name: `Объединить: ${sack}` }).click()
  await dialog(page).getByRole('searchbox', { name: 'С чем объединить' }).fill(box)
  await dialog(page).getByRole('radio', { name: box }).check()
  await giveReason(page, 'Одно и то же', 'Объединить')
  await expect(row(page, sack)).toContainText(`объединено с «${box}»`)
  expect(await packaging()).toBe(box)

  await page.getByRole('button', { name: `Скрыть: ${box}` }).click()
  await giveReason(page, 'Так не возят', 'Скрыть')
  await expect(row(page, box).last()).toContainText('скрыто')
  expect((await api.call('GET /products/rsp/')).map(({ name }) => name)).not.toContain(box)
  expect(await packaging()).toBe(box)
  await page.getByRole('link', { name: 'Журнал' }).click()
  await page.getByRole('combobox', { name: 'Показать' }).selectOption('Значение списка')
  await expect(row(page, `${sack} → ${box}`)).toContainText('Одно и то же')
  await expect(page.getByRole('row', { name: /Скрыто/ }).filter({ hasText: box })).toContainText('Так не возят')
})

test.describe('axe finds nothing at any width, and nothing overflows,', () => {
  test.use({ viewport: phone.viewport })

  const expectEachFits = async (page: Page, screens: readonly (readonly [path: string, sign: string])[]) => {
    for (const [path, sign] of screens) {
      await open(page, path)
      await expect(page.getByRole('main').getByText(sign).first()).toBeVisible()
      await expectFits(page)
    }
  }
  /** Opens each dialog and submits it unchanged, so that its errors are shown. */
  const expectDialogsFit = async (
    page: Page,
    dialogs: readonly (readonly [path: string, button: string | RegExp, send: string])[],
  ) => {
    for (const [path, button, send] of dialogs) {
      await open(page, path)
      await page.getByRole('main').getByRole('button', { name: button }).first().click()
      await dialog(page).getByRole('button', { name: send, exact: true }).click()
      await expect(dialog(page).locator('[aria-invalid=true], fieldset [id$=-error]').first()).toBeVisible()
      await expectFits(page)
    }
  }
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  test('where products are reviewed and where their supplier reads the reason', async ({ page, api }) => {
    test.setTimeout(150_000)
    const [member, staff] = [await supplier(api), await moderator(api)]
    const long = 'Псевдотсугакрупноцветковаядлинноименная'
    const reason = 'Длинноеисовершенноневыносимоесловобезпробеловвпричине'
    const [waiting, returned, taken] = [
      await list(member, unique(long), "мензиса 'Glauca Pendula Compacta Nana'"),
      await list(member, unique(long), 'неведомая'),
      await list(member, 'Туя', "западная 'Brabant'"),
    ]
    const params = ({ id }: Product) => ({ id: String(id) })
    const { updated_at } = returned
    await apiAs(staff).call('POST /staff/listings/:id/return/', {
      params: params(returned),
      body: { updated_at, state: 'new', reason },
    })
    await apiAs(staff).call('POST /staff/listings/:id/hide/', { params: params(taken), body: { reason } })
    await signIn(page, staff)
    await expectEachFits(page, [
      [`/staff/listings?search=${waiting.id}`, waiting.name],
      [`/staff/listings/returned?search=${returned.id}`, reason],
      [`/staff/listings/all?search=${taken.id}`, 'Снято'],
      ['/staff/listings?search=nothing-like-that', 'Здесь ничего не нашлось'],
    ])
    await expectDialogsFit(page, [
      [`/staff/listings?search=${waiting.id}`, 'В справочник и опубликовать', 'Добавить и опубликовать'],
      [`/staff/listings?search=${waiting.id}`, 'Вернуть', 'Вернуть'],
    ])
    await signIn(page, member)
    await expectEachFits(page, [
      ['/products/my_products', `Причина: ${reason}`],
      [`/products${returned.get_absolute_url}edit`, reason],
    ])
  })

  test('in the directory and the lists', async ({ page, api }) => {
    test.setTimeout(150_000)
    await signIn(page, await moderator(api))
    await expectEachFits(page, [
      ['/staff/directory', 'Абелия'],
      ['/staff/directory?search=nothing-like-that', 'Такого рода нет'],
      ['/staff/directory/species?search=smaragd', "западная 'Smaragd'"],
      ['/staff/directory/genera/1', 'Добавить вид или сорт'],
      ['/staff/directory/categories', 'Хвойные растения'],
      ['/staff/directory/lookups', 'Контейнер (С)'],
    ])
    await expectDialogsFit(page, [
      ['/staff/directory', 'Добавить род', 'Добавить'],
      ['/staff/directory/genera/1', 'Добавить вид или сорт', 'Добавить'],
      ['/staff/directory/species?search=smaragd', /^Объединить/, 'Объединить'],
      ['/staff/directory/lookups', /^Скрыть/, 'Скрыть'],
    ])
  })
})
