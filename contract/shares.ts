import { z } from 'zod'
import { call } from './call.ts'
import { flag, formNumber, formText, pageLinks, pageQuery, plainText, requiredLines, requiredText } from './common.ts'
import { projectLimits } from './project-limits.ts'
import { lineUnit, lineWish, sharedProject } from './projects.ts'

export const shareLimits = {
  markup: 300,
  /** Addresses of one project. */
  shares: 20,
  remark: 1000,
  remarkName: 100,
  /** Remarks on one project that are kept. */
  remarks: 500,
} as const

/** `full`: as the owner sees it; `client`: without suppliers and what is paid to them. */
export const shareKinds = ['full', 'client'] as const
export const shareKind = z.enum(shareKinds, 'Нужно одно из: full, client')
export type ShareKind = z.output<typeof shareKind>

const settings = {
  kind: shareKind,
  /** Per cent on each unit's price. */
  markup_percent: z.number(),
  hide_companies: z.boolean(),
  hide_prices: z.boolean(),
  /** In place of the project's name; empty: that. */
  title: z.string(),
}

/** What a new address shows. */
export const shareSettings = z.object({
  kind: shareKind.optional(),
  markup_percent: formNumber(
    z.number('Нужно число').min(0, 'Не меньше 0').max(shareLimits.markup, `Не больше ${shareLimits.markup}`),
  ).optional(),
  hide_companies: flag.optional(),
  hide_prices: flag.optional(),
  title: formText(projectLimits.name).optional(),
})

/** Without a body, or with an empty one: the one address of before, which a new one replaces. */
export const shareForm = z.preprocess(value => value ?? {}, shareSettings)
export type ShareForm = z.output<typeof shareForm>

export const share = z
  .object({ share_url: z.string(), token: z.string(), ...settings, created_at: z.string() })
  .meta({ id: 'ProjectShare' })
export type Share = z.output<typeof share>

/**
 * A line as others than its owner see it where something is hidden: no ids but its own, no size but the one that is
 * asked for, nothing of what was imported.
 */
export const clientLine = z
  .object({
    id: z.uuid(),
    position: z.int(),
    is_note: z.boolean(),
    name: z.string(),
    latin_name: z.string(),
    quantity: z.number().nullable(),
    unit: lineUnit.nullable(),
    wish: lineWish,
    /** `null` where companies are hidden or nothing is chosen. */
    company_name: z.string().nullable(),
    /** Whole rubles; `null` where prices are hidden or not known. */
    unit_price: z.number().nullable(),
    total: z.number().nullable(),
    warning: z.string().nullable(),
  })
  .meta({ id: 'ClientLine' })
export type ClientLine = z.output<typeof clientLine>

/** A part of a project in which something is hidden or marked up, whatever the kind of its address. */
export const clientProject = z
  .object({
    kind: z.enum(shareKinds),
    name: z.string(),
    place_name: z.string().nullable(),
    zone: z.int().nullable(),
    updated_at: z.string(),
    lines: z.array(clientLine),
    /** Of all parts; `price` is `null` where prices are hidden. */
    totals: z.object({ price: z.number().nullable(), priced_lines: z.int(), lines: z.int() }),
    ...pageLinks,
    lines_before: z.int(),
  })
  .meta({ id: 'ClientProject' })
export type ClientProject = z.output<typeof clientProject>

/** What a client has to say of a line. */
export const remark = z
  .object({ id: z.uuid(), line: z.uuid(), name: z.string(), text: z.string(), created_at: z.string() })
  .meta({ id: 'ProjectRemark' })
export type Remark = z.output<typeof remark>

export const remarkForm = z.object({
  line: z.uuid('Нужен номер строки').toLowerCase(),
  text: requiredLines('Напишите замечание', shareLimits.remark),
  name: requiredText('Напишите, как вас зовут', shareLimits.remarkName),
})
export type RemarkForm = z.output<typeof remarkForm>

const id = z.object({ id: z.uuid().toLowerCase() })
const token = plainText.max(200)
const isDone = z.object({ message: z.literal('deleted') })

/** The file beside these calls (GET /api/shared/{token}/export.pdf) is no JSON, so not in this map. */
export const shareCalls = {
  'POST /projects/:id/share/': call({
    access: 'member',
    summary:
      'Открыть проект по ссылке. С телом — ещё одна ссылка: полная или для клиента (наценка, без питомников и закупочных цен). Без тела прежняя такая ссылка перестаёт работать',
    params: id,
    body: shareForm,
    answer: z.object({ share_url: z.string(), token: z.string() }),
    status: 201,
  }),
  'GET /projects/:id/share/': call({
    access: 'member',
    summary: 'Ссылки на проект, новые первыми',
    params: id,
    answer: z.array(share),
  }),
  'DELETE /projects/:id/share/': call({
    access: 'member',
    summary: 'Закрыть проект: ссылка, созданная без настроек, перестаёт работать',
    params: id,
    answer: isDone,
  }),
  'GET /projects/:id/share/:token/': call({
    access: 'member',
    summary: 'Одна из ссылок на проект с её настройками',
    params: id.extend({ token }),
    answer: share,
  }),
  'DELETE /projects/:id/share/:token/': call({
    access: 'member',
    summary: 'Закрыть одну из ссылок',
    params: id.extend({ token }),
    answer: isDone,
  }),
  'GET /projects/shared/:token/': call({
    access: 'open',
    summary: 'Проект, открытый по ссылке, только для чтения: по сто строк; сумма — по всем строкам',
    params: z.object({ token }),
    query: z.object({ page: pageQuery.page }),
    answer: z.union([sharedProject, clientProject]),
  }),
  'POST /shared/:token/remarks/': call({
    access: 'open',
    summary: 'Замечание к строке проекта, открытого по ссылке; о нём узнает владелец',
    params: z.object({ token }),
    body: remarkForm,
    answer: z.object({ message: z.literal('remark sent') }),
  }),
  'GET /projects/:id/remarks/': call({
    access: 'member',
    summary: 'Замечания к своему проекту, новые первыми',
    params: id,
    answer: z.array(remark),
  }),
  'DELETE /projects/:id/remarks/:remark/': call({
    access: 'member',
    summary: 'Убрать замечание к своему проекту',
    params: id.extend({ remark: z.uuid().toLowerCase() }),
    answer: isDone,
  }),
}
