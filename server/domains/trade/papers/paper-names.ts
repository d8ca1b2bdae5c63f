import type { PaperKind } from '#contract/papers.ts'

export const paperNames: Record<PaperKind, string> = {
  invoice: 'Счёт на оплату',
  specification: 'Спецификация к договору',
  waybill: 'Накладная',
  act: 'Акт о расхождениях',
}
