import sharp from 'sharp'
import { expectFits, expectNoViolations } from './axe.ts'
import { expect, type Locator, notFound, open, type Page, phone, test, widths } from './fixtures.ts'
import { apiAs, type Member, newMember, signIn } from './member.ts'

/** A photo without noise, so that it is encoded and uploaded fast; photos differ in hue. */
function photo(hue: number, width = 800, height = 600): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g"><stop stop-color="hsl(${hue},60%,40%)"/><stop offset="1" stop-color="hsl(${hue},50%,80%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

const asFile = async (hue: number, width?: number, height?: number) => ({
  name: `${hue}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await photo(hue, width, height),
})

/** Pastes or drops a file like a browser. */
async function deliver(page: Page, how: 'paste' | 'drop', picture: Buffer): Promise<void> {
  await page.evaluate(
    ([kind, base64]) => {
      const bytes = Uint8Array.from(atob(base64 ?? ''), letter => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], `${kind}.jpg`, { type: 'image/jpeg' }))
      const options = { bubbles: true, cancelable: true }
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data })
      document.body.dispatchEvent(event)
    },
    [how, picture.toString('base64')],
  )
}

/** A signed-in person with a company. */
async function supplier(page: Page, api: Parameters<typeof newMember>[0]): Promise<Member> {
  const member = await newMember(api)
  await apiAs(member).call('POST /teams/', {
    body: {
      company_name: 'Питомник «Тихая роща»',
      team_zipcode: '7707083893',
      team_phone: '+7 495 000-00-02',
      team_address: 'Лесная, 1',
      team_city: 'Московская область',
    },
  })
  await signIn(page, member)
  return member
}

const tiles = (page: Page) => page.getByRole('list', { name: 'Снимки растения' }).getByRole('listitem')
const stored = (page: Page) => tiles(page).locator('img[src*="/media/"]')
const sources = (page: Page) => stored(page).evaluateAll(images => images.map(image => (image as HTMLImageElement).src))
const choose = (page: Page) => page.getByLabel('Выбрать снимки')
const save = (page: Page) => page.getByRole('button', { name: /^(?:Сохранить|Опубликовать)$/ })

/** Fills in a plant of the directory. */
async function namePlant(page: Page, species = "западная 'Smaragd'"): Promise<void> {
  await page.getByLabel('Категория').selectOption({ label: 'Хвойные растения' })
  await page.getByRole('combobox', { name: 'Род' }).fill('Туя')
  await page.keyboard.press('Tab')
  await page.getByRole('combobox', { name: 'Вид или сорт' }).fill(species)
  await page.keyboard.press('Tab')
}

/** Category 2 is conifers. */
async function newProduct(member: Member) {
  const categories = await apiAs(member).call('GET /products/short_list_categories/')
  return apiAs(member).call('POST /products/create/', {
    body: {
      category: categories.find(({ slug }) => slug === 'hvoynye')?.id,
      genus: 'Туя',
      species: "западная 'Smaragd'",
      price: 1500,
      item_city: 'Тверь',
    },
  })
}

test('a product with a plant of the directory and three photos is published at once', async ({ page, api }) => {
  const member = await supplier(page, api)
  const sentWidths: Promise<number>[] = []
  await page.route('**/api/uploads/', async route => {
    const body = route.request().postDataBuffer() ?? Buffer.of()
    const picture = sharp(body.subarray(body.indexOf(Buffer.of(0xff, 0xd8, 0xff))))
    sentWidths.push(picture.metadata().then(({ width }) => width))
    await route.continue()
  })
  await open(page, '/products/create')

  // Saving too early shows and focuses the missing field.
  await save(page).click()
  await expect(page.getByText('Не выбрана категория')).toBeVisible()
  await expect(page.getByText('Не заполнен род')).toBeVisible()
  await expect(page.getByLabel('Категория')).toBeFocused()

  await page.getByLabel('Категория').selectOption({ label: 'Хвойные растения' })
  await page.getByRole('combobox', { name: 'Род' }).focus()
  await page.keyboard.type('ТУЯ')
  await expect(page.getByRole('option')).toHaveText(['Туя'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Род' })).toHaveValue('Туя')
  await page.keyboard.press('Tab')
  await page.keyboard.type('зап «smar')
  await page.getByRole('option', { name: "западная 'Smaragd'", exact: true }).click()

  await expect(page.getByText('Опубликуется сразу: растение есть в справочнике')).toBeVisible()
  await expect(page.getByText("Thuja occidentalis 'Smaragd'")).toBeVisible()
  await expect(page.getByLabel('Морозостойкость')).toHaveValue(/\d/)
  await expect(page.getByLabel('Освещение')).not.toHaveValue('')

  await choose(page).setInputFiles(await asFile(10, 4000, 3000))
  await deliver(page, 'paste', await photo(120))
  await deliver(page, 'drop', await photo(240))
  await expect(stored(page)).toHaveCount(3)
  expect(Math.max(...(await Promise.all(sentWidths)))).toBe(2560)

  // The last photo becomes the cover by keyboard, the second and third are swapped by mouse.
  const before = await sources(page)
  await page.getByRole('button', { name: /^Переставить снимок 3/ }).focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('Снимок теперь первый из 3, это обложка')).toBeAttached()
  await expect(page.getByRole('button', { name: /^Переставить снимок 1/ })).toBeFocused()
  const from = await page.getByRole('img', { name: 'Снимок 2' }).boundingBox()
  const to = await page.getByRole('img', { name: 'Снимок 3' }).boundingBox()
  if (!from || !to) throw new Error('no pictures to drag')
  await page.mouse.move(from.x + 30, from.y + 30)
  await page.mouse.down()
  await page.mouse.move(to.x + 30, to.y + 30, { steps: 4 })
  await page.mouse.up()
  const after = await sources(page)
  expect(after).toEqual([before[2], before[1], before[0]])
  // Published photos get other addresses, so they are compared by content.
  const contentOf = async (address: string) => (await (await page.request.get(address)).body()).toString('base64')
  const contents = await Promise.all(after.map(contentOf))

  const price = page.getByRole('textbox', { name: /^Цена/ })
  await price.fill('12500,5')
  await price.blur()
  await expect(price).toHaveValue('12\u00a0500,5')
  await page.getByRole('textbox', { name: 'от', exact: true }).fill('80')
  await page.getByRole('textbox', { name: 'до', exact: true }).fill('100')
  await page.getByLabel('Упаковка корневой системы').selectOption({ label: 'Контейнер (С)' })
  await page.getByLabel('Размер упаковки').fill('7,5')
  await page.getByLabel('Ссылка на видео').fill('youtu.be/abc')
  await page.getByLabel('Сотрудник').selectOption({ label: `${member.name} (${member.email})` })
  await save(page).click()
  await expect(page.getByText('Нужна ссылка, которая начинается с http')).toBeVisible()
  await expect(page.getByLabel('Ссылка на видео')).toBeFocused()
  await page.getByLabel('Ссылка на видео').fill('https://youtu.be/abcdefghijk')
  await save(page).click()

  await expect(page.getByText('Успешно сохранен')).toBeVisible()
  await expect(page).toHaveURL(/\/products\/my_products\/?$/)
  const [product] = await apiAs(member).call('GET /products/my_products/')
  expect(product).toMatchObject({
    name: "Туя западная 'Smaragd'",
    is_active: true,
    price: 12500.5,
    s_height_from: 80,
    s_height_to: 100,
    rsp: { name: 'Контейнер (С)' },
    rsp_metric: 7.5,
    rsp_measure: 'LITR',
    item_country: 'Россия',
    assigned_to: { id: member.id },
  })
  expect(product?.light_requirements).not.toBe('')
  const shown = product?.images.map(({ get_thumbnail }) => get_thumbnail) ?? []
  expect(await Promise.all(shown.map(contentOf))).toEqual(contents)
})

test('a cultivar is suggested as it sounds, also with a typo', async ({ page, api }) => {
  await supplier(page, api)
  await open(page, '/products/create')
  await page.getByLabel('Категория').selectOption({ label: 'Лиственные деревья' })
  await page.getByRole('combobox', { name: 'Род' }).fill('Клён')
  await page.keyboard.press('Tab')
  for (const typed of ['кримсон', 'кримсан кинг']) {
    await page.getByRole('combobox', { name: 'Вид или сорт' }).fill(typed)
    await page.getByRole('option', { name: "остролистный 'Crimson King'", exact: true }).click()
    await expect(page.getByRole('combobox', { name: 'Вид или сорт' })).toHaveValue("остролистный 'Crimson King'")
  }
})

test('an edit sends only the changes, and the form says that another plant will wait for approval', async ({
  page,
  api,
}) => {
  const member = await supplier(page, api)
  const product = await newProduct(member)
  await open(page, `/products${product.get_absolute_url}edit`)
  await expect(page.getByText('Опубликовано. Изменения увидят сразу.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Цена/ })).toHaveValue('1\u00a0500')
  await page.getByRole('textbox', { name: /^Цена/ }).fill('')
  await page.getByLabel('О растении своими словами').fill('Стрижены дважды')
  await choose(page).setInputFiles(await asFile(60))

  await page.getByRole('combobox', { name: 'Вид или сорт' }).fill("западная 'Новинка'")
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^Будет ждать проверки/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Вид или сорт' }).fill(product.species)
  await page.keyboard.press('Tab')
  await expect(page.getByText('Опубликовано. Изменения увидят сразу.')).toBeVisible()

  await expect(stored(page)).toHaveCount(1)
  const sent = page.waitForRequest(request => request.url().endsWith('/edit/'))
  await save(page).click()
  const body = (await sent).postDataJSON()
  expect(body).toMatchObject({ price: null, description: 'Стрижены дважды', photos: [expect.any(String)] })
  for (const untouched of ['genus', 'species', 'category', 'item_city', 'rsp', 'assigned_to'])
    expect(body).not.toHaveProperty(untouched)
  await expect(page.getByText('Информация сохранена')).toBeVisible()
  await expect(page).toHaveURL(/\/products\/my_products\/?$/)
})

test('a photo that failed to upload blocks saving until it is sent again', async ({ page, api, problems }) => {
  problems.allow(/401|503/)
  const member = await supplier(page, api)
  await open(page, '/products/create')
  await namePlant(page)
  let tries = 0
  let refreshes = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/refresh/')) refreshes++
  })
  await page.route('**/api/uploads/', async route => {
    tries++
    // First the token is expired, then the server is unavailable.
    if (tries === 1) await route.fulfill({ status: 401, json: {} })
    else if (tries === 2) await route.fulfill({ status: 503, json: { detail: 'Сервер отдыхает' } })
    else await route.continue()
  })
  await choose(page).setInputFiles(await asFile(200))
  await expect(page.getByText('Сервер отдыхает')).toBeVisible()
  expect(refreshes).toBe(1)

  await choose(page).setInputFiles({ name: 'прайс.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByText(/«прайс\.pdf» не похож на снимок/)).toBeVisible()

  await save(page).click()
  await expect(page.getByText(/^Не все снимки загрузились/)).toBeVisible()
  await page.getByRole('button', { name: 'Повторить загрузку: снимок 1' }).click()
  await expect(stored(page)).toHaveCount(1)
  await save(page).click()
  await expect(page.getByText('Успешно сохранен')).toBeVisible()
  const [product] = await apiAs(member).call('GET /products/my_products/')
  expect(product?.images).toHaveLength(1)
})

test('unsaved changes survive a reload and can be discarded', async ({ page, api }) => {
  await supplier(page, api)
  page.on('dialog', dialog => void dialog.accept())
  await open(page, '/products/create')
  await namePlant(page)
  await expect(page.getByText(/^Опубликуется сразу/)).toBeVisible()
  await page.getByRole('textbox', { name: /^Цена/ }).fill('990')
  await choose(page).setInputFiles(await asFile(300))
  await expect(stored(page)).toHaveCount(1)

  await page.reload()
  await expect(page.getByText('Восстановлен черновик')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Вид или сорт' })).toHaveValue("западная 'Smaragd'")
  await expect(page.getByRole('textbox', { name: /^Цена/ })).toHaveValue('990')
  await expect(page.getByLabel('Морозостойкость')).toHaveValue(/\d/)
  await expect(stored(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Начать заново' }).click()
  await expect(page.getByText('Восстановлен черновик')).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Род' })).toHaveValue('')
  await expect(page.getByLabel('Морозостойкость')).toHaveValue('')
  await expect(tiles(page)).toHaveCount(0)
  await page.waitForFunction(() => !Object.keys(localStorage).some(key => key.startsWith('draft.product.')))
})

test('a changed form asks before it is left, an unchanged one does not', async ({ page, api }) => {
  await supplier(page, api)
  await open(page, '/products/create')
  const away = page.getByRole('link', { name: 'Отмена' })
  await away.click()
  await expect(page).toHaveURL(/my_products/)

  await open(page, '/products/create')
  await page.getByRole('textbox', { name: /^Цена/ }).fill('100')
  await away.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Остаться' }).click()
  await expect(page).toHaveURL(/create$/)
  await expect(page.getByRole('textbox', { name: /^Цена/ })).toHaveValue('100')
  await away.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Уйти' }).click()
  await expect(page).toHaveURL(/my_products/)
})

test('without a company the form links to creating one; other companies’ products cannot be edited', async ({
  page,
  api,
  problems,
}) => {
  const owner = await supplier(page, api)
  const product = await newProduct(owner)
  await signIn(page, await newMember(api))
  await open(page, '/products/create')
  await expect(page.getByRole('link', { name: 'Создать компанию' })).toHaveAttribute('href', '/teams/add-team')
  await open(page, `/products${product.get_absolute_url}edit`)
  await expect(page.getByText('Это растение меняют другие')).toBeVisible()
  await expect(save(page)).toBeHidden()
  problems.allow(notFound)
  await open(page, '/products/hvoynye/net-takogo/edit')
  await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
})

const row = (page: Page, number: number) => page.getByRole('group', { name: `Размер ${number}`, exact: true })
const toTable = (page: Page) => page.getByRole('button', { name: 'Ещё размеры и цены' })
const addSize = (page: Page) => page.getByRole('button', { name: 'Добавить размер' })
const openRow = (page: Page, number: number) => page.getByRole('button', { name: `Все поля: размер ${number}` }).click()

/** Pastes text as from a spreadsheet. */
async function pasteInto(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.evaluate((node, pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    node.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))
  }, text)
}

test('one size becomes three, which are saved and edited', async ({ page, api }) => {
  test.slow()
  const member = await supplier(page, api)
  await open(page, '/products/create')
  await namePlant(page)
  await page.getByRole('textbox', { name: /^Цена/ }).fill('1500')
  await page.getByRole('textbox', { name: 'от', exact: true }).fill('0,8')
  await page.getByRole('textbox', { name: 'до', exact: true }).fill('1')
  await page.getByLabel('единица').first().selectOption('M')
  await page.getByLabel('Упаковка корневой системы').selectOption({ label: 'Контейнер (С)' })
  await page.getByLabel('Размер упаковки').fill('5')

  // Switching to the table and back loses nothing.
  await toTable(page).click()
  await expect(row(page, 2).getByLabel('Обхват, см')).toBeFocused()
  await expect(row(page, 1).getByLabel('Высота, см')).toHaveValue('80–100')
  await expect(row(page, 1).getByLabel('Упаковка')).toHaveValue('container')
  await expect(row(page, 1).getByLabel('Её размер')).toHaveValue('5')
  await openRow(page, 2)
  await page.getByRole('button', { name: 'Убрать: размер 2' }).click()
  await page.getByRole('button', { name: 'Оставить один размер' }).click()
  await expect(page.getByRole('textbox', { name: /^Цена/ })).toHaveValue('1\u00a0500')
  await expect(page.getByRole('textbox', { name: 'до', exact: true })).toHaveValue('100')
  await expect(page.getByLabel('Размер упаковки')).toHaveValue('5')

  await toTable(page).click()
  await row(page, 2).getByLabel('Высота, см').fill('100-120')
  await row(page, 2).getByLabel('Упаковка').selectOption('container')
  await row(page, 2).getByLabel('Её размер').fill('7,5')
  await row(page, 2).getByLabel('Цена, ₽').fill('2 200')
  await addSize(page).click()
  await row(page, 3).getByLabel('Обхват, см').fill('16/18')
  await row(page, 3).getByLabel('Высота, см').fill('300+')
  await row(page, 3).getByLabel('Цена, ₽').fill('12500,5')
  await row(page, 3).getByLabel('Наличие').selectOption('expected')
  await openRow(page, 3)
  await row(page, 3).getByLabel('Ожидается с').fill('2027-04-15')
  await row(page, 3).getByLabel('Сколько есть, шт.').fill('100')
  await row(page, 3).getByLabel('не меньше').check()
  await row(page, 3).getByLabel('Артикул').fill('Т-16')
  await row(page, 3).getByRole('button', { name: 'Добавить оптовую цену' }).click()
  await row(page, 3).getByLabel('Цена 1: от скольких штук').fill('50')
  await row(page, 3).getByLabel('Цена 1: рублей за штуку').fill('11 000')
  await row(page, 3).getByLabel('Примечание').fill('от земли')
  await expect(row(page, 3).getByLabel('Высота, см')).toHaveValue('от 300')
  // A blank row is not sent.
  await addSize(page).click()

  // Typed values survive a reload.
  page.on('dialog', dialog => void dialog.accept())
  await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes('от земли'))
  await page.reload()
  await expect(page.getByText('Восстановлен черновик')).toBeVisible()
  await expect(row(page, 3).getByLabel('Обхват, см')).toHaveValue('16–18')
  await save(page).click()
  await expect(page.getByText('Успешно сохранен')).toBeVisible()
  const [product] = await apiAs(member).call('GET /products/my_products/')
  expect(product?.variants).toMatchObject([
    { height_from: 80, height_to: 100, root: 'container', root_size: 5, price: 1500, sku: null, stock: 'in_stock' },
    { height_from: 100, height_to: 120, root: 'container', root_size: 7.5, price: 2200 },
    {
      girth_from: 16,
      girth_to: 18,
      height_from: 300,
      height_to: null,
      price: 12500.5,
      stock: 'expected',
      available_from: '2027-04-15',
      stock_quantity: 100,
      stock_is_minimum: true,
      sku: 'Т-16',
      price_tiers: [{ quantity_from: 50, price: 11000 }],
      note: 'от земли',
    },
  ])

  await open(page, `/products${product?.get_absolute_url}edit`)
  await expect(row(page, 3).getByLabel('Цена, ₽')).toHaveValue('12\u00a0500,5')
  await row(page, 3).getByLabel('Высота, см').press('Alt+ArrowUp')
  await expect(row(page, 2).getByLabel('Высота, см')).toHaveValue('от 300')
  await expect(row(page, 2).getByLabel('Высота, см')).toBeFocused()
  await openRow(page, 2)
  await page.getByRole('button', { name: 'Копировать: размер 2' }).click()
  await expect(row(page, 3).getByLabel('Высота, см')).toHaveValue('от 300')
  await row(page, 3).getByLabel('Высота, см').fill('350-300')
  await row(page, 1).getByLabel('Цена, ₽').fill('1 600')
  await openRow(page, 4)
  await page.getByRole('button', { name: 'Убрать: размер 4' }).click()

  // Errors are shown in their row.
  await save(page).click()
  await expect(row(page, 3).getByText('«До» меньше, чем «от»')).toBeVisible()
  await expect(row(page, 3).getByLabel('Высота, см')).toBeFocused()
  await row(page, 3).getByLabel('Высота, см').fill('300-350')
  await expect(row(page, 3).getByText('«До» меньше, чем «от»')).toBeHidden()
  const sent = page.waitForRequest(request => request.url().endsWith('/edit/'))
  await save(page).click()
  const body = (await sent).postDataJSON()
  for (const untouched of ['price', 'rsp', 's_height_from', 'genus']) expect(body).not.toHaveProperty(untouched)
  await expect(page.getByText('Информация сохранена')).toBeVisible()
  const [edited] = await apiAs(member).call('GET /products/my_products/')
  expect(edited?.variants).toMatchObject([
    { id: product?.variants[0]?.id, price: 1600 },
    { id: product?.variants[2]?.id, sku: 'Т-16', height_from: 300, height_to: null },
    { sku: null, height_from: 300, height_to: 350, note: 'от земли' },
  ])
})

test('a product of one size is sent with the fields of one size', async ({ page, api }) => {
  const member = await supplier(page, api)
  await newProduct(member)
  const [product] = await apiAs(member).call('GET /products/my_products/')
  await open(page, `/products${product?.get_absolute_url}edit`)
  await page.getByRole('textbox', { name: 'от', exact: true }).fill('90')
  const sent = page.waitForRequest(request => request.url().endsWith('/edit/'))
  await save(page).click()
  expect((await sent).postDataJSON()).toEqual({ s_height_from: 90, photos: [] })
})

test.describe('the table on a phone', () => {
  test.use(phone)
  test('opens the row whose article number is taken by another product', async ({ page, api, problems }) => {
    problems.allow(/409/)
    const member = await supplier(page, api)
    const other = await newProduct(member)
    await apiAs(member).call('POST /products/:category_slug/:product_slug/edit/', {
      params: { category_slug: other.category.slug, product_slug: other.slug },
      body: { variants: [{ id: other.variants[0]?.id, sku: 'Т-1' }] },
    })
    await open(page, '/products/create')
    await namePlant(page, "западная 'Brabant'")
    await page.getByRole('textbox', { name: /^Цена/ }).fill('700')
    await toTable(page).click()
    await expect(row(page, 2).getByLabel('Обхват, см')).toBeFocused()
    await row(page, 2).getByLabel('Высота, см').fill('80-100')
    await row(page, 2).getByLabel('Артикул').fill('Т-1')
    // Only one row is open.
    await page.getByRole('button', { name: /^Размер 1\./ }).click()
    await expect(row(page, 2).getByLabel('Высота, см')).toBeHidden()
    await expect(page.getByRole('button', { name: /^Размер 2\./ })).toContainText('Выс. 80–100')
    await save(page).click()
    await expect(row(page, 2).getByText(/Smaragd/)).toBeVisible()
    await expect(row(page, 2).getByLabel('Артикул')).toBeFocused()
    await expect(row(page, 2).getByLabel('Артикул')).toHaveValue('Т-1')
    await row(page, 2).getByLabel('Артикул').fill('Т-2')
    await save(page).click()
    await expect(page.getByText('Успешно сохранен')).toBeVisible()
  })
})

test('pasted lines become rows, and ambiguous ones give questions', async ({ page, api }) => {
  const member = await supplier(page, api)
  await open(page, '/products/create')
  await namePlant(page)
  await toTable(page).click()
  await pasteInto(row(page, 1).getByLabel('Обхват, см'), 'C5\t80-100\t450\nC10\t100-120\t900\nTolko imya\n')
  await expect(row(page, 2).getByLabel('Высота, см')).toHaveValue('100–120')
  // The pasted text stays in the field.
  await expect(page.getByLabel('Строки из таблицы или прайс-листа')).toHaveValue('Tolko imya')
  await expect(row(page, 1).getByText('«450»: что это за число?')).toBeVisible()
  await row(page, 1).getByRole('button', { name: 'цена 450 ₽' }).click()
  await page.getByRole('button', { name: 'Ответить на все так же' }).click()
  await expect(row(page, 2).getByLabel('Цена, ₽')).toHaveValue('900')
  await expect(page.getByText('что это за число?')).toHaveCount(0)

  await pasteInto(page.getByLabel('Строки из таблицы или прайс-листа'), 'x')
  await page.getByLabel('Строки из таблицы или прайс-листа').fill('')
  await pasteInto(
    page.getByLabel('Строки из таблицы или прайс-листа'),
    'Высота\tКонтейнер\tЦена\tКол-во\n120-140\t15\t1500\t100+',
  )
  await expect(row(page, 3).getByLabel('Её размер')).toHaveValue('15')
  await save(page).click()
  await expect(page.getByText('Успешно сохранен')).toBeVisible()
  const [product] = await apiAs(member).call('GET /products/my_products/')
  expect(product?.variants).toMatchObject([
    { root_size: 5, height_from: 80, price: 450 },
    { root_size: 10, height_from: 100, price: 900 },
    { root_size: 15, height_to: 140, price: 1500, stock_quantity: 100, stock_is_minimum: true },
  ])
})

test('a copy has everything but photos and article numbers', async ({ page, api }) => {
  const member = await supplier(page, api)
  const original = await newProduct(member)
  await apiAs(member).call('POST /products/:category_slug/:product_slug/edit/', {
    params: { category_slug: original.category.slug, product_slug: original.slug },
    body: {
      description: 'Стрижены дважды',
      variants: [
        { sku: 'К-1', height_from: 80, height_to: 100, price: 10 },
        { sku: 'К-2', price: 20 },
      ],
    },
  })
  await open(page, '/products/my_products')
  await page.getByRole('link', { name: `Копировать: ${original.name}` }).click()
  await expect(page.getByText('Копия объявления')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Род' })).toHaveValue('Туя')
  await expect(page.getByLabel('О растении своими словами')).toHaveValue('Стрижены дважды')
  await expect(row(page, 1).getByLabel('Высота, см')).toHaveValue('80–100')
  await openRow(page, 1)
  await expect(row(page, 1).getByLabel('Артикул')).toHaveValue('')
  await save(page).click()
  await expect(page.getByText('Успешно сохранен')).toBeVisible()
  const products = await apiAs(member).call('GET /products/my_products/')
  expect(products.map(({ variants }) => variants.map(({ sku, price }) => [sku, price]))).toEqual([
    [
      [null, 10],
      [null, 20],
    ],
    [
      ['К-1', 10],
      ['К-2', 20],
    ],
  ])

  const stranger = await supplier(page, api)
  expect(stranger.id).not.toBe(member.id)
  await open(page, `/products/create?copy=${original.category.slug}/${original.slug}`)
  await expect(page.getByText('у вашей компании нет')).toBeVisible()
  await expect(page.getByLabel('О растении своими словами')).toHaveValue('')
})

for (const width of widths)
  test(`axe finds nothing in the table of sizes at ${width} px`, async ({ page, api }) => {
    await supplier(page, api)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/products/create')
    await toTable(page).click()
    await page.getByRole('button', { name: 'Вставить из таблицы' }).click()
    await pasteInto(
      page.getByLabel('Строки из таблицы или прайс-листа'),
      '16-18 3xv WRB 60 штамб 220 17 500 ₽\n18-20, 500-550, WRB80, 32000 ₽, 12 шт\n20-25 WRB 90 нестандарт\nпросто имя',
    )
    await expect(page.getByText('«20-25»')).toBeVisible()
    if (width < 500) await page.getByRole('button', { name: /^Размер 2\./ }).click()
    else await openRow(page, 2)
    await row(page, 2).getByRole('button', { name: 'Добавить оптовую цену' }).click()
    await row(page, 2).getByLabel('Цена 1: рублей за штуку').fill('30 000')
    await row(page, 2).getByLabel('Наличие').selectOption('expected')
    await save(page).click()
    await expect(page.getByText('Не выбрана категория')).toBeVisible()
    await expect(row(page, 2).getByText('Напишите, с какого числа')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(page)
  })

test('axe finds nothing in the form at any width in either theme, and nothing overflows', async ({ page, api }) => {
  await supplier(page, api)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/products/create')
  await save(page).click()
  await expect(page.getByText('Не выбрана категория')).toBeVisible()
  await choose(page).setInputFiles([await asFile(90), await asFile(180)])
  await expect(stored(page)).toHaveCount(2)
  await namePlant(page)
  await expect(page.getByText(/^Опубликуется сразу/)).toBeVisible()
  await expectFits(page)
})

test.describe('on a phone', () => {
  test.use(phone)
  test('a finger moves a photo by its handle', async ({ page, api }) => {
    await supplier(page, api)
    await open(page, '/products/create')
    await choose(page).setInputFiles([await asFile(90), await asFile(180)])
    await expect(stored(page)).toHaveCount(2)
    const before = await sources(page)
    await page.getByRole('button', { name: 'Позже: снимок 1' }).tap()
    expect(await sources(page)).toEqual(before.toReversed())

    const grip = page.getByRole('button', { name: /^Переставить снимок 2/ })
    await grip.scrollIntoViewIfNeeded()
    const from = await grip.boundingBox()
    const to = await page.getByRole('img', { name: 'Снимок 1, обложка' }).boundingBox()
    if (!from || !to) throw new Error('no photos to drag')
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
    await touch('touchStart', from.x + 20, from.y + 20)
    await touch('touchMove', from.x + 10, from.y - 10)
    await touch('touchMove', to.x + 40, to.y + to.height - 40)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => sources(page)).toEqual(before)
  })
})
