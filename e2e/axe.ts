import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from './fixtures.ts'

/** Colours change over a moment, in which they are neither those of the one theme nor of the other. */
async function settleColours(): Promise<void> {
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const changes = document.getAnimations().filter(animation => animation instanceof CSSTransition)
  await Promise.allSettled(changes.map(change => change.finished))
}

/** Nothing that axe knows of is wrong, in either theme; only what is about colours depends on the theme. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(settleColours)
    const axe = new AxeBuilder({ page })
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
    const found = (await axe.analyze()).violations
    const problems = found.flatMap(({ id, nodes }) =>
      nodes.map(node => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
    )
    expect.soft(problems, colorScheme).toEqual([])
  }
}
