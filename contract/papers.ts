import { z } from 'zod'

/** Счёт на оплату, спецификация к договору, накладная (of a delivery), акт о расхождениях (from claims). */
export const paperKinds = ['invoice', 'specification', 'waybill', 'act'] as const
export const paperKind = z.enum(paperKinds)
export type PaperKind = z.output<typeof paperKind>

/** A paper that was issued: it never changes. */
export const paper = z
  .object({
    id: z.uuid(),
    kind: paperKind,
    /** Without gaps in the company's year. */
    number: z.int(),
    year: z.int(),
    /** Id of the delivery; `null`: it is not about one. */
    delivery: z.uuid().nullable(),
    issued_at: z.string(),
  })
  .meta({ id: 'Paper' })
export type Paper = z.output<typeof paper>

/**
 * Of `GET /deals/:id/papers/{kind}.pdf`, which is no JSON and so not in the map of calls: the paper as the deal is now,
 * issued if there is none that says the same, or one that was issued.
 */
export const paperQuery = z.object({
  /** Of a waybill; left out: the only one. */
  delivery: z.preprocess(value => (value === '' ? undefined : value), z.uuid('Нужен UUID').toLowerCase().optional()),
  /** Id of a paper that was issued. */
  paper: z.preprocess(value => (value === '' ? undefined : value), z.uuid('Нужен UUID').toLowerCase().optional()),
})
