import { expectFits, expectNoViolations } from './axe.ts'
import {
  complete,
  expect,
  notFound,
  open,
  type Page,
  phone,
  screens,
  settled,
  shiftLimit,
  test,
  watchShifts,
  withPictures,
} from './fixtures.ts'

for (const [name, address] of Object.entries(screens))
  test(`${name}: nothing shifts or overflows, and axe finds nothing at any width in either theme`, async ({
    page,
    api,
    problems,
  }) => {
    test.slow()
    if (name === 'not found') problems.allow(notFound)
    // Without transitions, during which colours would be measured.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize(phone.viewport)
    const shift = await watchShifts(page)
    await open(page, await address(api))
    await settled(page)
    expect(await shift()).toBeLessThan(shiftLimit)
    await expectFits(page)
  })

test('axe finds nothing in the full-screen pictures', async ({ page, api }) => {
  const product = await withPictures(api)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, product.get_absolute_url)
  await page.getByRole('list', { name: 'Изображения растения' }).getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolations(page)
})

test.describe('on a phone', () => {
  test.use(phone)
  test('axe finds nothing in the open filters', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/products/hvoynye?zone=4')
    await page.getByRole('button', { name: /^Фильтры/ }).tap()
    await expect(page.getByRole('form', { name: 'Фильтры' })).toBeVisible()
    await expectNoViolations(page)
  })
})

interface Stop {
  name: string
  isMarked: boolean
  isInSight: boolean
}

/** The focused element: its name, and whether its focus is visible. */
function currentStop(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const isOutlined = (style: CSSStyleDeclaration) =>
      style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
    // The focus is shown on the element, on the card that its link covers, or on the label around a radio button.
    const marks = [getComputedStyle(element), getComputedStyle(element, '::after')]
    const label = element.closest('label')
    if (label) marks.push(getComputedStyle(label))
    const { top, bottom, left, right } = (label ?? element).getBoundingClientRect()
    const bar = document.querySelector('header')
    const isAbove = element.closest('header, dialog') || getComputedStyle(element).position === 'fixed'
    const under = isAbove ? 0 : (bar?.getBoundingClientRect().bottom ?? 0)
    const named =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels?.[0] : element
    return {
      name: element.getAttribute('aria-label') ?? (named as HTMLElement | undefined)?.innerText.trim() ?? '',
      isMarked: marks.some(isOutlined),
      isInSight: bottom > under && top < innerHeight && right > 0 && left < innerWidth,
    }
  })
}

/** All elements that Tab reaches on a page, until it leaves the page. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await currentStop(page)
    if (!stop) return stops
    stops.push(stop)
    if (stops.length > 400) throw new Error('Tab never leaves the page')
  }
}

const mainActions: Record<string, string[]> = {
  home: ['Поиск растений', 'Искать', 'липа 18–20', 'Описание', 'Подробнее', 'Контакты', 'О проекте'],
  category: [
    'Название',
    'Цена, ₽ от',
    'Высота, см до',
    'Зона зимостойкости участка',
    'Применить',
    'Дешевле',
    'Подробнее',
    'Контакты',
  ],
  'product with pictures': [
    'Следующее изображение',
    'Показать изображение 2',
    'Написать',
    'Товары',
    'О компании',
    'Подробнее',
  ],
  company: ['Товары', 'Прайс-лист', 'О компании', 'Подробнее', 'Связаться с нами'],
}
for (const [name, actions] of Object.entries(mainActions))
  test(`${name}: the Tab key reaches everything in order, and the focus is always visible`, async ({ page, api }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, (await screens[name]?.(api)) ?? '')
    const stops = await walk(page)
    expect(stops[0]?.name).toBe('К содержанию')
    expect(stops.slice(1, 8).map(stop => stop.name)).toEqual([
      'Дендро',
      'Поиск растений',
      'Искать',
      'Место',
      'Подбор по списку',
      'Войти',
      'Регистрация',
    ])
    const names = stops.map(stop => stop.name)
    // In this order; each is found after the one before.
    let place = 0
    for (const action of actions) {
      const next = names.findIndex((stop, index) => index >= place && stop.startsWith(action))
      expect(next, `${action} among ${names.slice(place).join(' · ')}`).toBeGreaterThan(-1)
      place = next
    }
    expect(stops.filter(stop => !stop.isMarked).map(stop => stop.name)).toEqual([])
    expect(stops.filter(stop => !stop.isInSight).map(stop => stop.name)).toEqual([])
  })

test('the skip link skips the top bar', async ({ page }) => {
  await open(page, '/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'К содержанию' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused()
})

test('after a link is followed by keyboard, the focus is at the start of the new screen', async ({ page, api }) => {
  const product = await complete(api)
  await open(page, product.get_absolute_url)
  await page.getByRole('link', { name: 'О компании' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.team.company_name)
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('navigation', { name: 'Навигационная цепочка' }).getByRole('link', { name: 'Каталог' }),
  ).toBeFocused()
})

test('the full-screen pictures trap the focus and return it', async ({ page, api }) => {
  const product = await withPictures(api)
  await open(page, product.get_absolute_url)
  const opener = page.getByRole('list', { name: 'Изображения растения' }).getByRole('link').first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const reached = new Set<string>()
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    const stop = await currentStop(page)
    // Between the last and the first element the focus is in the browser's own bar.
    if (!stop) continue
    expect(await dialog.evaluate(element => element.contains(document.activeElement))).toBe(true)
    expect(stop).toMatchObject({ isMarked: true, isInSight: true })
    reached.add(stop.name)
  }
  expect([...reached]).toEqual(expect.arrayContaining(['Предыдущее изображение', 'Следующее изображение', 'Закрыть']))
  await dialog.getByRole('button', { name: 'Закрыть' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test.describe('at 360 px', () => {
  test.use({ viewport: phone.viewport })
  test('the filters take the focus and return it', async ({ page }) => {
    await open(page, '/products/hvoynye')
    const button = page.getByRole('button', { name: /^Фильтры/ })
    await button.focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name: 'Фильтры' })
    await expect(form).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(form.getByRole('button', { name: 'Закрыть' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(form.getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(button).toBeFocused()
  })
})

test('reduced motion is respected', async ({ page, api }) => {
  const product = await withPictures(api)
  // Whether the strip of pictures scrolls smoothly, and how long the frame of a thumbnail changes its colour.
  const motion = () =>
    page.getByRole('link', { name: 'Показать изображение 2' }).evaluate(thumbnail => {
      const { transitionProperty, transitionDuration } = getComputedStyle(thumbnail)
      const strip = document.querySelector('ul[aria-label="Изображения растения"]') ?? thumbnail
      return {
        scroll: getComputedStyle(strip).scrollBehavior,
        isGradual: transitionProperty !== 'none' && Number.parseFloat(transitionDuration) > 0.001,
      }
    })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, product.get_absolute_url)
  expect(await motion()).toEqual({ scroll: 'smooth', isGradual: true })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await motion()).toEqual({ scroll: 'auto', isGradual: false })
  // The next picture is shown at once.
  const next = page.getByRole('button', { name: 'Следующее изображение' })
  expect(
    await next.evaluate((button: HTMLElement) => {
      const list = document.querySelector('ul[aria-label="Изображения растения"]')
      button.click()
      return (list?.scrollLeft ?? 0) / (list?.clientWidth ?? 1)
    }),
  ).toBeCloseTo(1, 1)
})
