import axe from 'axe-core'
import { expect, type Page, widths } from './fixtures.ts'

/** During a transition, colours belong to neither theme. The end of one may begin that of an element inside. */
async function settleColours(): Promise<void> {
  for (;;) {
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const changes = document.getAnimations().filter(animation => animation instanceof CSSTransition)
    if (changes.length === 0) return
    await Promise.allSettled(changes.map(change => change.finished))
  }
}

/** The only rules whose result depends on the theme. */
const aboutColours = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds on the page as it is, by all its rules or by these. It runs inside the page, where it is loaded once:
 * its package for Playwright loads it again for each run, and once more into a second page that collects the results.
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async values => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const runOnly = values && { runOnly: { type: 'rule' as const, values } }
    const { violations } = await run(document, { resultTypes: ['violations'], ...runOnly })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(node => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
    )
  }, rules)
}

/** Expects no violations in either theme; only the rules about colours run twice. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(settleColours)
    expect.soft(await violationsOf(page, colorScheme === 'dark' ? aboutColours : undefined), colorScheme).toEqual([])
  }
}

/**
 * Expects no violations in either theme and nothing that overflows, at every width, on the page as it is: loading it again
 * for each width would take longer than all checks. Transitions must be off.
 */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(page)
  }
  if (before) await page.setViewportSize(before)
}
