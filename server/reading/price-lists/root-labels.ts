import { type Root, roots } from '#contract/variants.ts'

/** The packings as a person chooses among them. */
const rootLabels: Record<Root, string> = {
  bare_root: 'Открытые корни (ОКС)',
  container: 'Контейнер',
  pot: 'Горшок',
  tray: 'Кассета',
  ball: 'Ком',
  wire_ball: 'Ком в сетке',
}

/** The packings as options of a question. */
export const rootOptions = roots.map(value => ({ value, label: rootLabels[value] }))
