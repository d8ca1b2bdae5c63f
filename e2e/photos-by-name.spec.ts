import sharp from 'sharp'
import type { Product } from '#contract/products.ts'
import { expectNoViolations } from './axe.ts'
import { expect, open, type Page, phone, test } from './fixtures.ts'
import { apiAs, type Member, makeCompany, newMember, signIn } from './member.ts'

const plants = [
  { genus: 'Туя', species: "западная 'Smaragd'", sku: 'TS-100' },
  { genus: 'Туя', species: "западная 'Brabant'", sku: 'TB-7' },
  { genus: 'Ёлка', species: 'сизобокая', sku: 'ЕС 5' },
]

/** Creates a company with these plants. */
async function makePlants(member: Member): Promise<Product[]> {
  const api = apiAs(member)
  await makeCompany(api, 'Тёплый склон')
  const categories = await api.call('GET /products/short_list_categories/')
  const category = categories.find(({ slug }) => slug === 'hvoynye')
  const made: Product[] = []
  for (const { genus, species, sku } of plants) {
    const body = { category: String(category?.id), genus, species, variants: [{ sku }] }
    made.push(await api.call('POST /products/create/', { body }))
  }
  return made
}

/** Pictures of one colour each with these names. */
async function pictures(names: string[]) {
  return Promise.all(
    names.map(async (name, at) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: await sharp({
        create: { width: 320, height: 240, channels: 3, background: { r: 40 + at * 9, g: 150 - at * 5, b: 60 } },
      })
        .jpeg()
        .toBuffer(),
    })),
  )
}

const names = [
  ...[3, 1, 2].map(n => `TS-100_${n}.jpg`),
  ...[1, 2, 3, 4].map(n => `Туя западная Брабант ${n}.jpg`),
  'tuya-zapadnaya-smaragd-04.jpg',
  ...[1, 2].map(n => `еc5 (${n}).jpg`),
  ...[1, 2, 3].map(n => `elka-sizobokaya-${n + 2}.jpg`),
  ...[1, 2].map(n => `туя западная ${n}.jpg`),
  ...[1, 2, 3, 4, 5].map(n => `IMG_000${n}.jpg`),
]

const part = (page: Page, name: string) => page.getByRole('region', { name })
const group = (page: Page, { name }: Product) =>
  part(page, 'По растениям').getByRole('listitem', { name: name ?? '', exact: true })
const tilesOf = (page: Page, product: Product) => group(page, product).locator('ol > li')
const add = (page: Page) => page.getByRole('button', { name: 'Добавить фотографии' })
const photosOf = async (member: Member) =>
  (await apiAs(member).call('GET /products/my_products/')).map(({ images }) => images.length).toReversed()

async function start(page: Page, member: Member) {
  await signIn(page, member)
  await open(page, '/products/my_products')
  await page.getByRole('link', { name: 'Фотографии', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Фотографии растений')
}

test('twenty photos are sorted by their names and by hand, added, and taken back', async ({ page, api }) => {
  const member = await newMember(api)
  const [smaragd, brabant, spruce] = (await makePlants(member)) as [Product, Product, Product]
  await page.setViewportSize({ width: 1280, height: 900 })
  await start(page, member)
  await page.getByLabel('Выбрать снимки').setInputFiles(await pictures(names))
  await expect(tilesOf(page, smaragd)).toHaveText(['TS-100_1.jpg', 'TS-100_2.jpg', 'TS-100_3.jpg', /smaragd-04/])
  await expect(tilesOf(page, brabant)).toHaveCount(4)
  await expect(tilesOf(page, spruce)).toHaveText([/\(1\)/, /\(2\)/, /-3/, /-4/, /-5/])
  await expect(page.getByText('Можно добавить, когда снимки загрузятся')).toBeHidden()
  expect(await photosOf(member)).toEqual([0, 0, 0])

  // One answer by its key for both pictures with the same name.
  const question = part(page, 'Нужен ваш ответ')
  await expect(question.locator('img[loading]:not(.w-14)')).toHaveCount(2)
  await question.getByRole('button', { name: /Brabant/ }).focus()
  const key = await question.getByRole('button', { name: /Brabant/ }).getAttribute('aria-keyshortcuts')
  await page.keyboard.press(key ?? '')
  await expect(question).toBeHidden()
  await expect(tilesOf(page, brabant)).toHaveCount(6)

  // By hand: several at once with the search, and one by dragging.
  const unsorted = part(page, 'Не распознано')
  await unsorted.getByRole('checkbox', { name: 'IMG_0001.jpg' }).check()
  await unsorted.getByRole('checkbox', { name: 'IMG_0002.jpg' }).check()
  await unsorted.getByRole('button', { name: 'К какому растению?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Какому растению: 2 снимка' })
  await dialog.getByRole('searchbox').fill('сизоб')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: /Ёлка/ }).click()
  await expect(tilesOf(page, spruce)).toHaveCount(7)
  await unsorted.getByText('IMG_0003.jpg').dragTo(group(page, spruce), { targetPosition: { x: 30, y: 20 } })
  await expect(tilesOf(page, spruce)).toHaveCount(8)
  await group(page, spruce)
    .getByRole('button', { name: /^Убрать IMG_0003/ })
    .click()
  await expect(unsorted.getByRole('checkbox')).toHaveCount(3)

  // Nothing is lost by a reload.
  await page.reload()
  await expect(tilesOf(page, spruce)).toHaveCount(7)
  await expect(tilesOf(page, brabant)).toHaveCount(6)
  await expect(unsorted.getByRole('checkbox')).toHaveCount(3)
  await expectAccessible(page)

  await expect(page.getByText('17 снимков → 3 растения')).toBeVisible()
  await add(page).click()
  const result = page.getByRole('region', { name: /^Добавлено/ })
  await expect(result.getByRole('heading')).toHaveText('Добавлено: 17 снимков')
  await expect(result.getByRole('listitem')).toHaveCount(3)
  expect(await photosOf(member)).toEqual([4, 6, 7])
  await expect(result.getByRole('link', { name: smaragd.name })).toHaveAttribute('href', smaragd.get_absolute_url)
  const [shown] = await apiAs(member).call('GET /products/:product_slug/images/', {
    params: { product_slug: smaragd.slug },
  })
  const card = await apiAs(member).call('GET /products/:category_slug/:product_slug/', {
    params: { category_slug: smaragd.category.slug, product_slug: smaragd.slug },
  })
  expect(card.get_image).toBe(shown?.get_image)

  await result.getByRole('button', { name: `Убрать добавленное: ${brabant.name}` }).click()
  await expect(result.getByText('снимки убраны')).toBeVisible()
  await expect(result.getByRole('heading')).toHaveText('Добавлено: 11 снимков')
  expect(await photosOf(member)).toEqual([4, 0, 7])
  // What is not sorted stays, until it is removed.
  await page.getByRole('button', { name: 'Убрать всё' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Убрать' }).click()
  await expect(unsorted).toBeHidden()
})

test('a failed upload is repeated alone, others are stopped, and surplus photos are told', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/503/)
  const member = await newMember(api)
  const [smaragd] = (await makePlants(member)) as [Product]
  await start(page, member)
  let refused = 0
  await page.route('**/api/uploads/', route =>
    refused++ === 0
      ? route.fulfill({ status: 503, json: { detail: 'Сервер сейчас занят.', code: 'UNAVAILABLE' } })
      : route.continue(),
  )
  await page.getByLabel('Выбрать снимки').setInputFiles(await pictures(['TS-100 1.jpg']))
  const retry = page.getByRole('button', { name: 'Повторить загрузку: TS-100 1.jpg' })
  await expect(page.getByText('Сервер сейчас занят.')).toBeVisible()
  await expect(add(page)).toBeDisabled()
  await retry.click()
  await expect(retry).toBeHidden()
  await page.unrouteAll()
  await page
    .getByLabel('Выбрать снимки')
    .setInputFiles([
      ...(await pictures(Array.from({ length: 13 }, (_, n) => `TS-100 ${n + 2}.jpg`))),
      { name: 'прайс.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    ])
  await expect(page.getByText('«прайс.pdf» не похож на снимок')).toBeVisible()
  await expect(group(page, smaragd)).toContainText('последние 2 снимка не поместятся')
  await expect(page.getByText('14 снимков → 1 растение')).toBeVisible()
  await add(page).click()
  await expect(page.getByRole('region', { name: 'Добавлено: 12 снимков' })).toContainText('не поместилось: 2')
  await expect(part(page, 'Не распознано').getByRole('checkbox')).toHaveCount(2)
  expect(await photosOf(member)).toEqual([12, 0, 0])

  await page.route('**/api/uploads/', () => {})
  await page.getByLabel('Выбрать снимки').setInputFiles(await pictures(['TB-7.jpg', 'TB-7 2.jpg']))
  await page.getByRole('button', { name: 'Остановить: не загружать 2 снимка' }).click()
  await expect(part(page, 'По растениям')).toBeHidden()
})

test.describe('on a phone', () => {
  test.use(phone)
  test('photos are chosen, sorted and added with a thumb', async ({ page, api }) => {
    const member = await newMember(api)
    const [, , spruce] = (await makePlants(member)) as [Product, Product, Product]
    await start(page, member)
    await page.getByLabel('Выбрать снимки').setInputFiles(await pictures(['IMG_1.jpg', 'IMG_2.jpg', 'туя 1.jpg']))
    const unsorted = part(page, 'Не распознано')
    await unsorted.getByRole('button', { name: 'Выбрать все' }).tap()
    await unsorted.getByRole('button', { name: 'К какому растению?' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: /Ёлка/ }).tap()
    await expect(tilesOf(page, spruce)).toHaveCount(2)
    await part(page, 'Нужен ваш ответ')
      .getByRole('button', { name: /Другое растение/ })
      .tap()
    await expect(unsorted.getByRole('checkbox')).toHaveCount(1)
    await expectAccessible(page)
    await expect(page.getByText('2 снимка → 1 растение')).toBeVisible()
    await add(page).tap()
    await expect(page.getByRole('region', { name: 'Добавлено: 2 снимка' })).toBeVisible()
    expect(await photosOf(member)).toEqual([0, 0, 2])
  })
})

test('somebody without a company is told what to do first', async ({ page, api }) => {
  await signIn(page, await newMember(api))
  await open(page, '/products/my_products/photos')
  await expect(page.getByRole('link', { name: 'Создать компанию' })).toBeVisible()
})

async function expectAccessible(page: Page) {
  const { width } = page.viewportSize() ?? { width: 0 }
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  await expectNoViolations(page)
}
