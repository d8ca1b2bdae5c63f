import type { Api } from '#web/lib/api.ts'
import { expect, type Locator, open, type Page, phone, test } from './fixtures.ts'
import { emailTo, newEmail, newMember, signIn } from './member.ts'

/** A person's hand: what it clicks is counted, and what the keyboard reaches with one Tab needs no click. */
class Hand {
  clicks = 0
  readonly #begun = Date.now()
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    await target.click()
    this.clicks++
  }

  /** Types into a field, which has the focus, or is next to the field that has it, or is clicked. */
  async write(field: Locator, text: string): Promise<void> {
    const isFocused = () => field.evaluate(element => element === document.activeElement)
    if (!(await isFocused()) && (await this.page.evaluate(() => document.activeElement?.matches('input, select'))))
      await this.page.keyboard.press('Tab')
    if (!(await isFocused())) await this.click(field)
    await field.fill(text)
  }

  /** What a journey took: the seconds are the machine's, and said for comparison only. */
  done(name: string): void {
    const seconds = Math.round((Date.now() - this.#begun) / 1000)
    const description = `${this.clicks} clicks, ${seconds} s`
    test.info().annotations.push({ type: name, description })
    console.log(`${name}: ${description}`)
  }
}

/** Fills in the sign-up, opens the letter's link in the same tab, as a phone does, and is where it leads. */
async function signUp(hand: Hand, name: string): Promise<void> {
  const { page } = hand
  const email = newEmail()
  await hand.write(page.getByLabel('Имя'), name)
  await hand.write(page.getByLabel('Email'), email)
  await hand.write(page.getByLabel(/^Пароль/), 'syringa-vulgaris-3')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Загляните в почту' })).toBeVisible()
  await page.goto((await emailTo(email)).link)
  hand.clicks++
}

const slowly = expect.configure({ timeout: 90_000 })

test('a designer comes from the home page to requests that are sent', async ({ page }) => {
  test.setTimeout(240_000)
  await open(page, '/')
  const hand = new Hand(page)
  const invitation = page.getByRole('region', { name: 'Есть ассортиментная ведомость?' })
  await hand.write(
    invitation.getByRole('textbox'),
    ['Липа мелколистная, обхват 18-20, WRB — 12 шт', 'Туя западная Смарагд 160-180, 20 шт'].join('\n'),
  )
  await hand.click(invitation.getByRole('button', { name: 'Подобрать', exact: true }))
  await slowly(page.getByRole('region', { name: 'Итого' })).toContainText('Выбрано 2 из 2 строк')
  await hand.click(page.getByRole('link', { name: 'Сохранить проект' }))
  await signUp(hand, 'Анна Полевая')
  await slowly(page).toHaveURL(/\/projects\/[\da-f-]{36}$/)
  await slowly(page.getByText('Выбрано 2 из 2 строк').first()).toBeVisible()
  await hand.click(page.getByRole('link', { name: 'Запросить цены' }))
  // The nurseries whose offers were chosen are asked already, and stand first.
  const whom = page.getByRole('region', { name: 'Кого спросить' })
  await slowly(whom.getByText(/^Выбрано [12], можно до/)).toBeVisible()
  await expect(whom.getByRole('checkbox').first()).toBeChecked()
  await expect(whom.getByRole('listitem').first()).toContainText(/выбрано в проекте: \d/)
  await hand.click(page.getByRole('button', { name: 'Отправить запрос' }))
  await slowly(page.getByText('Пока никто не ответил.')).toBeVisible()
  await expect(page).toHaveURL(/\/requests\/[\da-f-]{36}$/)
  hand.done('designer, from the home page to sent requests')
  expect(hand.clicks).toBeLessThanOrEqual(15)
})

/** A list of 300 sizes that the directory knows, with titles as they are usual. */
async function listOf300(api: Api): Promise<string> {
  const { results } = await api.call('GET /plants/', { query: { category: 'hvoynye', page_size: 60 } })
  const rows = results
    .filter(({ category }) => category?.slug === 'hvoynye')
    .slice(0, 50)
    .flatMap(({ name }, plant) =>
      ['20-30 C2', '30-40 C3', '40-60 C5', '60-80 C7,5', '80-100 C10', '100-125 C15'].map(
        (size, at) => `${name};${size};${500 + 100 * at + plant};${10 + at}`,
      ),
    )
  return ['Наименование;Размер;Цена, руб.;Остаток, шт', ...rows].join('\n')
}

test('a nursery comes from the home page to a published catalogue of 300 rows', async ({ page, api }) => {
  test.setTimeout(300_000)
  const csv = await listOf300(api)
  expect(csv.split('\n')).toHaveLength(301)
  await open(page, '/')
  const hand = new Hand(page)
  await hand.click(page.getByRole('link', { name: 'Проверьте свой прайс-лист' }))
  const file = { name: 'Весна.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  // The home page, which is there until this screen has been loaded, takes files too: a designer's lists.
  await page.getByRole('region', { name: 'Загрузка прайс-листа' }).getByLabel('Выбрать файл').setInputFiles(file)
  // The button, and the file in the system's window.
  hand.clicks += 2
  await hand.click(page.getByRole('link', { name: /^Опубликовать \d+ строк/ }).first())
  await signUp(hand, 'Вера Лесная')
  await slowly(page).toHaveURL(/\/price-list$/)
  await hand.click(page.getByRole('link', { name: 'Создать компанию' }))
  await hand.write(page.getByLabel('Наименование компании'), `Питомник «Журнал ${crypto.randomUUID().slice(0, 4)}»`)
  await hand.write(page.getByLabel('ИНН'), '7707083893')
  // One click opens the list, the other is on a name in it: an open list would take the next Tab for the person's choice.
  await page.getByLabel('Регион').selectOption('Московская область')
  hand.clicks += 2
  await hand.write(page.getByLabel('Адрес'), 'Береговая, 3')
  await hand.write(page.getByLabel('Телефон компании'), '+7 495 000-00-07')
  await hand.click(page.getByRole('button', { name: 'Готово' }))
  await slowly(page).toHaveURL(/\/price-list\/[\da-f-]{36}$/)
  await slowly(page.getByRole('button', { name: 'Применить прайс-лист' })).toBeVisible()
  await hand.click(page.getByRole('button', { name: 'Применить прайс-лист' }))
  await slowly(page.getByRole('heading', { name: 'Прайс-лист применён' })).toBeVisible()
  hand.done('nursery, from the home page to a published catalogue')
  expect(hand.clicks).toBeLessThanOrEqual(20)
})

test.describe('on a phone', () => {
  test.use(phone)
  test('a gardener comes from the home page to a phone number', async ({ page }) => {
    await open(page, '/')
    const hand = new Hand(page)
    await hand.write(page.getByRole('searchbox', { name: 'Поиск растений' }), 'туя смарагд')
    await page.keyboard.press('Enter')
    await hand.click(page.getByRole('main').locator('tbody th a').first())
    await expect(page.getByRole('link', { name: /^\+7/ }).first()).toBeVisible()
    hand.done('gardener, from the home page to a phone number')
    expect(hand.clicks).toBeLessThanOrEqual(3)
  })
})

test('a member changes the place once, in the bar, and a new project has it', async ({ page, api }) => {
  await signIn(page, await newMember(api))
  await open(page, '/projects/new')
  await page.getByRole('banner').getByRole('button', { name: 'Место' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ваше место' })
  await dialog.getByRole('combobox').pressSequentially('твер')
  await page.getByRole('option', { name: 'Тверь, Тверская область' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Место: Тверь' })).toBeVisible()
  await expect(page.getByText('Пусто: ваше место, Тверь')).toBeVisible()
  await page.getByRole('textbox', { name: /^Список растений/ }).fill('Липа мелколистная 18-20 — 12 шт')
  await page.getByRole('button', { name: 'Подобрать' }).click()
  await expect(page).toHaveURL(/\/projects\/[\da-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await expect
    .poll(async () => {
      const access = await page.evaluate(() => localStorage.getItem('user.access'))
      const answer = await page.request.get(`/api/projects/${id}/`, { headers: { authorization: `Bearer ${access}` } })
      return (await answer.json()).place?.name
    })
    .toBe('Тверь')
})
