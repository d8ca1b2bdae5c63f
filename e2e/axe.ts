import axe from 'axe-core'
import { expect, type Page, widths } from './fixtures.ts'

/**
 * During a transition, colours belong to neither theme. The end of one may begin that of an element inside. What is
 * about to be replaced is dimmed while its successor is on the way, as inactive content may be: the successor is
 * waited for, as long as the test may last.
 */
async function settleColours(): Promise<void> {
  for (;;) {
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const changes = document.getAnimations().filter(animation => animation instanceof CSSTransition)
    await Promise.allSettled(changes.map(change => change.finished))
    const isDimmed = [...document.querySelectorAll('[aria-busy="true"]')].some(
      element => getComputedStyle(element).opacity !== '1',
    )
    if (changes.length === 0 && !isDimmed) return
  }
}

/** The only rules whose result depends on the theme. */
const aboutColours = ['color-contrast', 'link-in-text-block']

/**
 * Axe, with the same results at two thirds of its cost. It keeps the numbers of its colours in weak maps, which are
 * expensive for the garbage collector: while it loads, a class that uses properties stands in for them. It parses the
 * few dozen colours of a page anew for every element: here each is parsed once. And it copies the source of every
 * element that it looks at: it is left out, as violations are told by selectors.
 */
const lighterAxe = `(() => {
  class Properties {
    key = Symbol()
    get(owner) { return owner[this.key] }
    has(owner) { return this.key in owner }
    set(owner, value) { owner[this.key] = value }
    add(owner) { owner[this.key] = true }
  }
  let WeakMap = Properties
  let WeakSet = Properties
  ;${axe.source}
  WeakMap = window.WeakMap
  WeakSet = window.WeakSet

  const colours = axe.commons.color.Color.prototype
  const parse = colours.parseString
  const known = new Map()
  colours.parseString = function (text) {
    const colour = known.get(text)
    if (colour) return Object.assign(this, colour)
    parse.call(this, text)
    const { r, g, b, alpha } = this
    known.set(text, { r, g, b, alpha })
    return this
  }
  axe.configure({ noHtml: true })
})()`

/** Targets of at least 24 px or with that much space (WCAG 2.5.8), which axe does not check by itself. */
const optional = { 'target-size': { enabled: true } }

/**
 * What axe finds on the page as it is, by all its rules or by these. It runs inside the page, where it is loaded once:
 * its package for Playwright loads it again for each run, and once more into a second page that collects the results.
 * Targets covered by the bar at the lower edge are left out: scrolling uncovers them.
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(settleColours)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(lighterAxe)
  const chosen = rules ? { runOnly: { type: 'rule' as const, values: rules } } : { rules: optional }
  return page.evaluate(async options => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run(document, { resultTypes: ['violations'], ...options })
    return violations
      .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')} ${node.failureSummary}`))
      .filter(text => !text.startsWith('target-size') || !text.includes('partially obscured'))
  }, chosen)
}

/** Expects no violations in either theme; only the rules about colours run twice. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect.soft(await violationsOf(page, colorScheme === 'dark' ? aboutColours : undefined), colorScheme).toEqual([])
  }
}

/** Main actions that are too small for a thumb. */
function smallMainActions(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main .bg-accent:is(a, button)')]
    .filter(({ offsetWidth, offsetHeight }) => offsetWidth > 0 && Math.min(offsetWidth, offsetHeight) < 44)
    .map(({ innerText, offsetWidth, offsetHeight }) => `${innerText}: ${offsetWidth} × ${offsetHeight}`)
}

/** The narrowest phones. */
const narrowest = 320

/**
 * Expects no violations in either theme and nothing that overflows, at every width, on the page as it is: loading it again
 * for each width would take longer than all checks. Transitions must be off.
 */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: narrowest, height: 800 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), 'width at 320 px').toBe(narrowest)
  expect(await page.evaluate(smallMainActions), 'small main actions').toEqual([])
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(page)
  }
  if (before) await page.setViewportSize(before)
}
