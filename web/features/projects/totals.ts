import type { LineOption, Project, ProjectLine } from '#contract/projects.ts'
import { chosenOf, leftOf, plantsTaken } from './words.ts'

/* What the server computes too, so that a choice is seen before its answer. */

const noTerms = { minimum_order: null, delivery: null, unloading: false, safekeeping: false }
const kopecks = (rubles: number) => Math.round(rubles * 100)
const sum = (options: readonly LineOption[]) => options.reduce((all, { total }) => all + kopecks(total ?? 0), 0) / 100

/** `before`: what is known of the companies' terms; of one that is new among them the server's answer says them. */
export function totalsOf(lines: readonly ProjectLine[], before?: Project['totals']): Project['totals'] {
  const chosen = lines.flatMap(line => chosenOf(line) ?? [])
  const byCompany = Map.groupBy(chosen, ({ company }) => company.id)
  return {
    price: sum(chosen),
    priced_lines: chosen.filter(({ total }) => total !== null).length,
    lines: lines.filter(({ state }) => state !== 'note').length,
    companies: [...byCompany]
      .map(([id, options]) => {
        const price = sum(options)
        const terms = before?.companies.find(({ company }) => company.id === id)?.terms ?? noTerms
        return {
          company: { id, company_name: options[0]?.company.company_name ?? '' },
          lines: options.length,
          price,
          short_of_minimum: Math.max(0, kopecks(terms.minimum_order ?? 0) - kopecks(price)) / 100,
          terms,
        }
      })
      .toSorted(
        (one, other) => other.lines - one.lines || other.price - one.price || one.company.id - other.company.id,
      ),
  }
}

/** The lines with what the choices of the others leave of each offer; those of which it is the same are the same objects. */
function withLeft(lines: ProjectLine[]): ProjectLine[] {
  const taken = plantsTaken()
  for (const line of lines) if (line.chosen !== null) taken.take(line.chosen, line)
  return lines.map(line => {
    const left = line.options.map(option => {
      const { id } = option.variant
      return leftOf(option, line, taken.of(id) - (id === line.chosen ? taken.own(line) : 0))
    })
    if (line.options.every(({ left_quantity: before }, at) => before === left[at])) return line
    return { ...line, options: line.options.map((option, at) => ({ ...option, left_quantity: left[at] ?? null })) }
  })
}

/** The project with other lines. */
export const withLines = (project: Project, lines: ProjectLine[]): Project => ({
  ...project,
  lines: withLeft(lines),
  totals: totalsOf(lines, project.totals),
})

/** The project with one line changed; the others are the same objects. */
export const withLine = (project: Project, id: string, change: Partial<ProjectLine>): Project =>
  withLines(
    project,
    project.lines.map(line => (line.id === id ? { ...line, ...change } : line)),
  )

/** The lines with the numbers that they will have. */
export const numbered = (lines: ProjectLine[]) =>
  lines.map((line, at) => (line.position === at + 1 ? line : { ...line, position: at + 1 }))

/** The price of a heading's lines, which are those up to the next heading. */
export function sectionPrices(lines: readonly ProjectLine[]): Map<string, { lines: number; price: number }> {
  const sections = new Map<string, { lines: number; price: number }>()
  let current: { lines: number; price: number } | null = null
  for (const line of lines) {
    if (line.state === 'note') {
      current = { lines: 0, price: 0 }
      sections.set(line.id, current)
    } else if (current) {
      current.lines++
      current.price += chosenOf(line)?.total ?? 0
    }
  }
  return sections
}
