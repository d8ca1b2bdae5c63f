import type { Root } from '#contract/variants.ts'

/** The packings as a person chooses among them. */
export const rootLabels: Record<Root, string> = {
  bare_root: 'Открытые корни (ОКС)',
  container: 'Контейнер',
  pot: 'Горшок',
  tray: 'Кассета',
  ball: 'Ком',
  wire_ball: 'Ком в сетке',
}
