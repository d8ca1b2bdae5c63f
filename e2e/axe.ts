import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from './fixtures.ts'

/** During a transition, colours belong to neither theme. */
async function settleColours(): Promise<void> {
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const changes = document.getAnimations().filter(animation => animation instanceof CSSTransition)
  await Promise.allSettled(changes.map(change => change.finished))
}

/** Expects no violations in either theme; only the rules about colours run twice. */
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
