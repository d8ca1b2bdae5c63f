import { z } from 'zod'
import { attachedFilesMax } from './attached-files.ts'
import { call } from './call.ts'
import { messageFile } from './chat.ts'
import { formJson, formLines, formNumber, integerIdText, requiredLines } from './common.ts'
import { projectLimits } from './project-limits.ts'
import { personRef, requestLimits } from './requests.ts'
import { price } from './variants.ts'

export const deliveryLimits = {
  note: 1000,
  claimText: 2000,
  /** Of one deal. */
  deliveries: 100,
  claims: 500,
  /** How often a buyer may refuse an answer to one claim. */
  disputes: 3,
  /** Days after a receipt in which a buyer may still complain. */
  claimDays: 14,
} as const

/** Too few, damaged, another plant, another size, did not live. */
export const claimReasons = ['short', 'damaged', 'wrong_plant', 'wrong_size', 'dead'] as const
export type ClaimReason = (typeof claimReasons)[number]

/** `offered`: the company has answered; `settled`: the buyer accepts the answer. */
export const claimStates = ['open', 'offered', 'settled', 'withdrawn'] as const
export type ClaimState = (typeof claimStates)[number]

export const answerKinds = ['replace', 'refund', 'discount', 'reject'] as const
export type AnswerKind = (typeof answerKinds)[number]
/** Answers that are a sum of money. */
export const isPaid = (kind: AnswerKind) => kind === 'refund' || kind === 'discount'

/** What a buyer complains of. */
export const claim = z
  .object({
    id: z.uuid(),
    /** Ids of the deal and of its line. */
    deal: z.uuid(),
    line: z.uuid(),
    quantity: z.number(),
    reason: z.enum(claimReasons),
    text: z.string(),
    files: z.array(messageFile),
    state: z.enum(claimStates),
    /** The company's last one; it stays when the buyer refuses it. `amount`: rubles. */
    answer: z.object({ kind: z.enum(answerKinds), amount: z.number().nullable(), text: z.string() }).nullable(),
    /** Why the buyer has refused answers, the oldest first. */
    disputes: z.array(z.object({ text: z.string(), created_at: z.string() })),
    created_at: z.string(),
    can: z.object({ answer: z.boolean(), accept: z.boolean(), withdraw: z.boolean(), dispute: z.boolean() }),
  })
  .meta({ id: 'Claim' })
export type Claim = z.output<typeof claim>

/** Plants that a company has handed over at once. */
export const delivery = z
  .object({
    id: z.uuid(),
    /** From 1. */
    number: z.int(),
    handed_at: z.string(),
    by: personRef.nullable(),
    /** `line`: id of the deal's line. */
    lines: z.array(z.object({ line: z.uuid(), quantity: z.number() })),
    note: z.string(),
    received_at: z.string().nullable(),
    /** What arrived in order, and what was complained of then; empty until it is received. */
    receipt: z.array(z.object({ line: z.uuid(), quantity: z.number(), claim: claim.nullable() })),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.output<typeof delivery>

/** What a company has to show from five deals on; shares are from 0 to 1, `null` where there is nothing to count. */
export const dealRecord = z
  .object({
    deals: z.int(),
    /** Of the deals that were confirmed or ended unconfirmed. */
    confirmed_in_time: z.number().nullable(),
    /** Of the lines that were received. */
    received_in_full: z.number().nullable(),
    /** Of the claims that were not withdrawn. */
    claims_settled: z.number().nullable(),
    /** Mean days from a claim to its settlement. */
    settled_in_days: z.number().nullable(),
  })
  .meta({ id: 'DealRecord' })
export type DealRecord = z.output<typeof dealRecord>

const twoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
const amount = z
  .number('Нужно число')
  .max(projectLimits.quantity, 'Слишком много')
  .refine(twoDecimals, 'Не больше двух знаков после запятой')
const typed = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? Number(value.replace(',', '.')) : value
/** Less would be kept as nothing. */
const leastQuantity = 0.01
const someQuantity = z.preprocess(
  typed,
  amount.min(leastQuantity, `Не меньше ${leastQuantity.toLocaleString('ru-RU')}`),
)
const anyQuantity = z.preprocess(
  typed,
  amount
    .min(0, 'Не меньше нуля')
    .refine(
      value => value === 0 || value >= leastQuantity,
      `Ноль или не меньше ${leastQuantity.toLocaleString('ru-RU')}`,
    ),
)
const lineId = z.uuid('Нужен номер строки').toLowerCase()
const text = (max: number) => z.preprocess(value => value ?? '', formLines(max))
/** Old clients send nothing. */
const orNothing = <Form extends z.ZodType>(form: Form) => z.preprocess(value => value ?? {}, form)
const perhaps = <Field extends z.ZodType>(field: Field) =>
  z.preprocess(value => (value === null || value === '' ? undefined : value), field.optional())

const noLines = 'Назовите хотя бы одну строку'
const linesOf = <Line extends z.ZodType<{ line: string }>>(line: Line, least = 1) =>
  perhaps(
    formJson(
      z
        .array(line, 'Нужен список строк')
        .min(least, noLines)
        .max(requestLimits.lines, `Не больше ${requestLimits.lines.toLocaleString('ru-RU')}`),
    ),
  )

/** Made by the client, makes sending idempotent: the same one again changes nothing, and gets the same answer. */
const ownId = perhaps(z.uuid('Нужен UUID').toLowerCase())

export const handOverForm = orNothing(
  z
    .object({
      /** Of the delivery. */
      id: ownId,
      /** Left out: all that is left, or none where the rest is given up, as an empty list says too. */
      lines: linesOf(z.object({ line: lineId, quantity: someQuantity }), 0),
      note: text(deliveryLimits.note),
      /** What is not handed over now never will be. */
      rest: perhaps(z.literal('cancelled', 'Можно только отменить: cancelled')),
      reason: text(deliveryLimits.note),
    })
    .superRefine(({ lines, rest, reason }, context) => {
      if (lines?.length === 0 && !rest) context.addIssue({ code: 'custom', path: ['lines'], message: noLines })
      if (rest && reason === '')
        context.addIssue({
          code: 'custom',
          path: ['reason'],
          message: 'Напишите, почему',
          params: { code: 'required' },
        })
    }),
)
export type HandOverForm = z.output<typeof handOverForm>

const complaint = {
  quantity: someQuantity,
  reason: z.enum(claimReasons, 'Выберите, что не так'),
  text: text(deliveryLimits.claimText),
}

export const receiveForm = orNothing(
  z.object({
    /** Left out: the only one that was not received; without lines all of them, in full. */
    delivery: perhaps(z.uuid('Нужен номер поставки').toLowerCase()),
    /** All of the delivery; left out: in full. */
    lines: linesOf(
      z.object({
        line: lineId,
        /** What arrived in order. */
        quantity: anyQuantity,
        claim: z
          .object({
            ...complaint,
            /** Which of the files, from 0; left out: all. */
            files: z
              .array(
                z
                  .int()
                  .min(0)
                  .max(attachedFilesMax - 1),
              )
              .max(attachedFilesMax)
              .optional(),
          })
          .nullish(),
      }),
    ),
  }),
)
export type ReceiveForm = z.output<typeof receiveForm>

export const claimForm = z.object({ id: ownId, line: lineId, ...complaint })
export type ClaimForm = z.output<typeof claimForm>

export const answerForm = z
  .object({
    kind: z.enum(answerKinds, 'Выберите ответ'),
    /** Rubles, of a refund or a discount: more than nothing, and no more than the claimed plants cost without delivery. */
    amount: formNumber(price).optional(),
    text: text(deliveryLimits.claimText),
  })
  .superRefine(({ kind, amount: sum, text: said }, context) => {
    const issue = (path: string, message: string, code: string) =>
      context.addIssue({ code: 'custom', path: [path], message, params: { code } })
    if (kind === 'reject' && said === '') issue('text', 'Напишите, почему', 'required')
    if (isPaid(kind) && sum == null) issue('amount', 'Укажите сумму', 'required')
    else if (isPaid(kind) && sum === 0) issue('amount', 'Больше нуля', 'too_small')
    else if (!isPaid(kind) && sum) issue('amount', 'Сумма бывает у возврата и скидки', 'not_wanted')
  })
export type AnswerForm = z.output<typeof answerForm>

export const disputeForm = z.object({ text: requiredLines('Напишите, что не так', deliveryLimits.claimText) })

const ofClaim = z.object({ id: z.uuid().toLowerCase() })
const files = { field: 'files', max: attachedFilesMax, kind: 'file' } as const

export const claimCalls = {
  'GET /teams/:id/record/': call({
    access: 'public',
    summary: 'Как шли сделки компании; null, пока их меньше пяти',
    params: z.object({ id: integerIdText }),
    answer: dealRecord.nullable(),
  }),
  'POST /deals/:id/claims/': call({
    access: 'member',
    summary: 'Претензия к тому, что уже принято, в течение двух недель; снимки — files',
    params: ofClaim,
    body: claimForm,
    files,
    answer: claim,
  }),
  'GET /claims/:id/': call({
    access: 'member',
    summary: 'Претензия: обеим сторонам сделки и модераторам',
    params: ofClaim,
    answer: claim,
  }),
  'POST /claims/:id/answer/': call({
    access: 'member',
    summary: 'Компания отвечает на претензию',
    params: ofClaim,
    body: answerForm,
    answer: claim,
  }),
  'POST /claims/:id/accept/': call({
    access: 'member',
    summary: 'Покупатель согласен с ответом: претензия закрыта',
    params: ofClaim,
    answer: claim,
  }),
  'POST /claims/:id/withdraw/': call({
    access: 'member',
    summary: 'Покупатель отзывает претензию',
    params: ofClaim,
    answer: claim,
  }),
  'POST /claims/:id/dispute/': call({
    access: 'member',
    summary: 'Покупатель не согласен с ответом, не больше трёх раз',
    params: ofClaim,
    body: disputeForm,
    answer: claim,
  }),
}
