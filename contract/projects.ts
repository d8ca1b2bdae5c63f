import { z } from 'zod'
import { call } from './call.ts'
import {
  flag,
  formId,
  formJson,
  formNumber,
  formText,
  integerId,
  lookup,
  pageLinks,
  pageQuery,
  plainText,
} from './common.ts'
import { offer } from './offer-search.ts'
import { place } from './places.ts'
import { plantCard } from './plant-catalogue.ts'
import { plantRef } from './plants.ts'
import { lineStates, lineUnits, projectLimits } from './project-limits.ts'
import { transportForm, transportPlan, vehiclesForm } from './transport.ts'
import { forms, roots } from './variants.ts'

export const lineUnit = z.enum(lineUnits, 'Нужно одно из: шт, м2, п.м., м3, кг, уп')
export type LineUnit = z.output<typeof lineUnit>

export type LineState = (typeof lineStates)[number]

export const fits = ['exact', 'larger', 'smaller', 'other'] as const
export const lineFit = z.enum(fits)
export type LineFit = z.output<typeof lineFit>

const centimetres = z.number().nullable()

/** What a line asks for; `null`: nothing. Lengths are centimetres. */
export const lineWish = z
  .object({
    form: z.enum(forms).nullable(),
    height_from: centimetres,
    height_to: centimetres,
    spread_from: centimetres,
    spread_to: centimetres,
    girth_from: centimetres,
    girth_to: centimetres,
    stem_height: centimetres,
    stems: z.int().nullable(),
    transplants: z.int().nullable(),
    root: z.enum(roots).nullable(),
    root_size_from: z.number().nullable(),
    root_size_to: z.number().nullable(),
  })
  .meta({ id: 'LineWish' })
export type LineWish = z.output<typeof lineWish>

/** An offer as it answers a line. */
export const lineOption = z
  .object({
    ...offer.shape,
    fit: lineFit,
    /** Rubles for the line's quantity; `null` where the price or the number of pieces is not known. */
    total: z.number().nullable(),
    /**
     * How many there are for this line, without what is chosen for the others, where that is fewer than it asks for:
     * then the total is not what can be had. `null`: enough, as far as is known.
     */
    left_quantity: z.int().nullable(),
  })
  .meta({ id: 'LineOption' })
export type LineOption = z.output<typeof lineOption>

export const projectLine = z
  .object({
    id: z.uuid(),
    /** From 1. */
    position: z.int(),
    /** The line of the schedule; cells of a table are set apart by ` | `. */
    text: z.string(),
    name: z.string(),
    /** `null`: the schedule does not say, or not clearly. */
    quantity: z.number().nullable(),
    unit: lineUnit.nullable(),
    wish: lineWish,
    plant: plantRef.nullable(),
    candidates: z.array(z.object({ plant: plantRef, confidence: z.number() })),
    state: z.enum(lineStates),
    /** The best first: by fit, then by total. */
    options: z.array(lineOption).max(projectLimits.options),
    /** Id of a variant among the options. */
    chosen: integerId.nullable(),
    /** Where nothing is offered of the plant. */
    substitutes: z.array(plantCard),
    /** Why each of them, in their order, and what it does not keep. */
    substitute_reasons: z.array(z.string()),
    /** Why the plant is not for the project's zone. */
    warning: z.string().nullable(),
  })
  .meta({ id: 'ProjectLine' })
export type ProjectLine = z.output<typeof projectLine>

/** On which a company sells, as it states them. */
const companyTerms = z.object({
  /** Rubles; `null`: it does not say. */
  minimum_order: z.number().nullable(),
  /** How it delivers, in the words of the list; `null`: it does not say. */
  delivery: z.string().nullable(),
  unloading: z.boolean(),
  safekeeping: z.boolean(),
})
export type CompanyTerms = z.output<typeof companyTerms>

const totals = z.object({
  /** Rubles, of the lines that are chosen and priced. */
  price: z.number(),
  priced_lines: z.int(),
  /** Without remarks. */
  lines: z.int(),
  companies: z.array(
    z.object({
      company: z.object({ id: integerId, company_name: z.string() }),
      lines: z.int(),
      price: z.number(),
      /** Rubles that the minimum order is more than the price; 0: nothing is missing, or it states none. */
      short_of_minimum: z.number(),
      terms: companyTerms,
    }),
  ),
})

const head = {
  id: z.uuid(),
  name: z.string(),
  region: lookup.nullable(),
  /** USDA zone. */
  zone: z.int().nullable(),
  place: place.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
}

export const project = z
  .object({
    ...head,
    lines: z.array(projectLine),
    totals,
    /** Where it may be read without signing in; `null`: nowhere. Only its owner is told. */
    share_url: z.string().nullable(),
  })
  .meta({ id: 'Project' })
export type Project = z.output<typeof project>

/** A part of a project that is opened by its address; `count`, `next` and `previous` are of its lines. */
export const sharedProject = z
  .object({
    ...project.shape,
    kind: z.literal('full'),
    ...pageLinks,
    /** Lines of earlier parts, without remarks. */
    lines_before: z.int(),
    /** Lines of all parts for which an offer is chosen. */
    chosen_count: z.int(),
  })
  .meta({ id: 'SharedProject' })
export type SharedProject = z.output<typeof sharedProject>

export const projectSummary = z
  .object({
    ...head,
    /** Without remarks. */
    lines_count: z.int(),
    chosen_count: z.int(),
    is_shared: z.boolean(),
  })
  .meta({ id: 'ProjectSummary' })
export type ProjectSummary = z.output<typeof projectSummary>

export const strategies = ['cheapest', 'fewest_companies', 'nearest', 'cheapest_delivered'] as const
export type Strategy = (typeof strategies)[number]

export const chosenProject = z
  .object({
    ...project.shape,
    /** Not proven to be the best choice: too many companies could be combined. */
    is_approximate: z.boolean(),
    /** The lorries that were chosen with the plants, for `cheapest_delivered`. */
    transport: transportPlan.nullable(),
  })
  .meta({ id: 'ChosenProject' })

const known = z.number().nullable()

/** What a way of choosing comes to; `null`: the project has no place, without which it is not known. */
const strategySummary = z
  .object({
    strategy: z.enum(strategies),
    /** Rubles: plants + transport = total. */
    plants: known,
    transport: known,
    total: known,
    /** How many nurseries. */
    companies: z.int().nullable(),
    /** Lines for which something is chosen, those of them that count in `plants`, and those that no lorry takes whole. */
    lines: z.int().nullable(),
    priced_lines: z.int().nullable(),
    unplaced_lines: z.int().nullable(),
    is_approximate: z.boolean(),
  })
  .meta({ id: 'StrategySummary' })
export type StrategySummary = z.output<typeof strategySummary>

const zoneNumber = formNumber(
  z.number('Нужна зона от 1 до 13').int('Нужна зона от 1 до 13').min(1, 'Не меньше 1').max(13, 'Не больше 13'),
)
const name = formText(projectLimits.name)

const number = (max: number) => formNumber(z.number('Нужно число').positive('Больше нуля').max(max, 'Слишком много'))

/** Of what lines are made: a text with a plant in each line, or one offer or one plant and how many are wanted of it. */
const lineSource = {
  text: plainText.max(projectLimits.text, `Не длиннее ${projectLimits.text.toLocaleString('ru-RU')} знаков`).optional(),
  variant: formId.optional(),
  plant: formId.optional(),
  quantity: number(projectLimits.quantity).optional(),
}
export const newLines = z.object(lineSource)
export type NewLines = z.output<typeof newLines>

const position = z.int('Нужен номер строки').min(1, 'Не меньше 1').max(projectLimits.lines, 'Столько строк нет')

const wishForm = z
  .object({
    form: z.enum(forms).nullable(),
    height_from: number(4000),
    height_to: number(4000),
    spread_from: number(3000),
    spread_to: number(3000),
    girth_from: number(600),
    girth_to: number(600),
    stem_height: number(1000),
    stems: formNumber(z.number('Нужно число').int('Нужно целое число').min(1, 'Не меньше 1').max(50, 'Слишком много')),
    transplants: formNumber(
      z.number('Нужно число').int('Нужно целое число').min(1, 'Не меньше 1').max(12, 'Слишком много'),
    ),
    root: z.enum(roots).nullable(),
    root_size_from: number(5000),
    root_size_to: number(5000),
  })
  .partial()

/** What a person corrects of a line; fields of the wish that are left out stay as they are. */
const corrections = {
  quantity: number(projectLimits.quantity).optional(),
  unit: lineUnit.nullable().optional(),
  wish: wishForm.optional(),
  plant: formId.optional(),
  chosen: formId.optional(),
}

/** What was answered in the preview about a line of the same schedule. A choice that is not offered any more is left out. */
const lineAnswer = z.object({ position, ...corrections })
export type LineAnswer = z.output<typeof lineAnswer>

/** A line's source or a `file`; without a name it takes the file's. */
export const projectForm = z.object({
  ...lineSource,
  name: name.optional(),
  region: formId.optional(),
  zone: zoneNumber.optional(),
  place: formId.optional(),
  answers: formJson(z.array(lineAnswer, 'Нужен список ответов').max(projectLimits.lines, 'Слишком много')).optional(),
})
export type ProjectForm = z.output<typeof projectForm>

export const projectChanges = z.object({
  name: name.pipe(z.string().min(1, 'Не заполнено название')).optional(),
  region: formId.optional(),
  zone: zoneNumber.optional(),
  place: formId.optional(),
})
export type ProjectChanges = z.output<typeof projectChanges>

/** What a person says of a line; what is left out stays. `plant: null`: none of the directory. */
export const lineChanges = z.object({
  ...corrections,
  /** From 1; the lines between move up or down. */
  position: position.optional(),
})
export type LineChanges = z.output<typeof lineChanges>

const id = z.object({ id: z.uuid().toLowerCase() })
const lineId = z.object({ id: z.uuid().toLowerCase(), line: z.uuid().toLowerCase() })
const isDone = z.object({ message: z.literal('deleted') })

/** The files beside these calls (export.xlsx, export.pdf) are no JSON, so not in this map. */
export const projectCalls = {
  'POST /projects/preview/': call({
    access: 'public',
    summary: 'Прочитать ассортиментную ведомость и подобрать предложения, ничего не сохраняя',
    body: projectForm,
    files: { field: 'file', max: 1, kind: 'table' },
    answer: project,
  }),
  'POST /projects/': call({
    access: 'member',
    summary:
      'Проект из ведомости: текст (растение в строке) или файл (xlsx, xls, ods, docx, pdf, html, csv, tsv; до 10 МБ)',
    body: projectForm,
    files: { field: 'file', max: 1, kind: 'table' },
    answer: project,
    status: 201,
  }),
  'GET /projects/': call({
    access: 'member',
    summary: 'Мои проекты, изменённые последними первыми',
    query: z.object(pageQuery),
    answer: z.object({ ...pageLinks, results: z.array(projectSummary) }),
  }),
  'GET /projects/:id/': call({
    access: 'member',
    summary: 'Проект с предложениями для каждой строки',
    params: id,
    answer: project,
  }),
  'PATCH /projects/:id/': call({
    access: 'member',
    summary: 'Название, регион, зона и место проекта',
    params: id,
    body: projectChanges,
    answer: project,
  }),
  'DELETE /projects/:id/': call({ access: 'member', summary: 'Удалить проект', params: id, answer: isDone }),
  'POST /projects/:id/lines/': call({
    access: 'member',
    summary: 'Добавить в конец строки текста (растение в строке), предложение (variant) или растение (plant)',
    params: id,
    body: newLines,
    answer: project,
    status: 201,
  }),
  'PATCH /projects/:id/lines/:line/': call({
    access: 'member',
    summary: 'Поправить строку или выбрать для неё предложение',
    params: lineId,
    body: lineChanges,
    answer: project,
  }),
  'DELETE /projects/:id/lines/:line/': call({
    access: 'member',
    summary: 'Удалить строку',
    params: lineId,
    answer: project,
  }),
  'POST /projects/:id/choose/': call({
    access: 'member',
    summary:
      'Выбрать предложения для всех строк: cheapest, fewest_companies, nearest или cheapest_delivered (вместе с доставкой; vehicles — вместо машин сайта и компаний)',
    params: id,
    body: z.object({
      strategy: z.enum(strategies, `Нужно одно из: ${strategies.join(', ')}`),
      vehicles: vehiclesForm.nullish(),
    }),
    answer: chosenProject,
  }),
  'GET /projects/:id/strategies/': call({
    access: 'member',
    summary: 'Во что обойдётся каждый способ выбора: растения, доставка, итого и сколько питомников; ничего не выбирая',
    params: id,
    answer: z.object({ strategies: z.array(strategySummary) }),
  }),
  'POST /projects/:id/transport/': call({
    access: 'member',
    summary:
      'Какими машинами привезти выбранное: рейсы по нескольким питомникам; расстояния по прямой × 1,3. Нужно место проекта',
    params: id,
    body: transportForm,
    answer: transportPlan,
  }),
}

/** Whether the exported schedule has prices. */
export const exportQuery = z.object({ prices: z.optional(flag) })
