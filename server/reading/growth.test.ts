import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/common.ts'
import { placeIndex } from '#server/domains/reference/places/find-places.ts'
import { matchName } from '#server/reading/names/match-name.ts'
import { suggestNames } from '#server/reading/names/suggest-names.ts'
import { nameReader } from '#server/reading/price-lists/names.ts'
import { seededPlants } from '#server/reading/price-lists/test-layouts/seeded-plants.ts'
import { meaningOfTitle } from '#server/reading/price-lists/titles.ts'
import { understandSheets } from '#server/reading/price-lists/understand-sheets.ts'
import { readSchedule } from '#server/reading/schedules/read-schedule.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'
import {
  fewPatterns,
  hostilePatterns,
  type Pattern,
  piecesIn,
  plainPatterns,
  type Read,
  steepest,
  textFunctions,
  worstGrowth,
} from '#server/test/growth.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))

/** Whether a file looks into texts: what only passes them on is as quick as what it calls. */
const looksIntoTexts = (file: string) =>
  /\.(?:match|matchAll|replace|replaceAll|split|search|test|exec|indexOf|charAt|codePointAt)\(|for \(|while \(/.test(
    readFileSync(pathOf(file), 'utf8'),
  )

/** Every exported function that takes a text first. */
const functions = globSync(
  ['contract/**/*.ts', 'server/{domains,platform,policy,reading}/**/*.ts', 'web/{app,features,lib,ui}/**/*.{ts,tsx}'],
  { cwd: root },
)
  .filter(file => !/\.test\.tsx?$|\/test-(?:forms|layouts|schedules)\/|\.d\.ts$/.test(file) && looksIntoTexts(file))
  .toSorted()
  .flatMap(file => textFunctions(pathOf(file)).map(one => ({ ...one, file, key: `${file}#${one.name}` })))

/** Functions that take a text and read none that a person or a file hands in. */
const others: Record<string, string[]> = {
  'reads by another reader of the table, and nothing besides': [
    'server/reading/queries/understand.ts#meantPlants',
    'server/domains/publications/markdown/read-markdown.ts#readMarkdown',
    'server/domains/publications/markdown/read-text.ts#readStoredText',
  ],
  'makes a shape of the contract, whose fields are measured below': [
    'contract/accounts.ts#givenPassword',
    'contract/accounts.ts#newPassword',
    'contract/common.ts#emailText',
    'contract/common.ts#requiredLines',
    'contract/common.ts#requiredText',
  ],
  'puts together what the server made itself': [
    'server/domains/price-lists/price-lists.queries.ts#placeKey',
    'contract/products.ts#productName',
    'contract/media.ts#pictureAt',
    'server/domains/publications/plan-article.ts#freeAddress',
    'server/domains/offers/index/columns.ts#codes',
    'server/platform/numbered.ts#firstFree',
    'server/platform/numbered.ts#numbered',
    'web/features/live/use-live.ts#useWatchedPosts',
    'web/features/trade/ask/use-candidates.ts#useCandidates',
    'web/ui/row-keys.ts#nextFocus',
    'server/domains/accounts/second-factor/second-factor-codes.ts#uriOf',
    'server/domains/accounts/sign-in/device-cookie.ts#deviceCookie',
    'server/reading/tables/cells.ts#refuse',
    'server/reading/price-lists/understand-sheets.ts#skipKey',
    'server/domains/projects/new-lines.ts#invalid',
    'server/domains/projects/new-lines.ts#noSuchPlant',
    'server/domains/publications/markdown/addresses.ts#pathOfKey',
    'server/platform/events.ts#domainEvent',
    'server/platform/http/cache/call-address.ts#callAddress',
    'server/platform/http/field-errors.ts#fieldError',
    'server/platform/media/media.ts#avifOf',
    'server/platform/media/media.ts#fileOf',
    'server/platform/media/media.ts#filesOfKey',
    'web/features/products/form/values.ts#emptyValues',
    'web/features/publications/article-data.ts#articleData',
  ],
  'signs, opens a folder or a connection, or keeps in the browser': [
    'server/domains/accounts/sign-up/sign-up-cookie.ts#signUpCookies',
    'server/domains/products/freshness/confirm-tokens.ts#confirmTokens',
    'server/domains/projects/sharing/share-tokens.ts#shareTokens',
    'server/domains/saved-searches/unsubscribe-tokens.ts#unsubscribeTokens',
    'server/domains/telling/unsubscribe-links.ts#unsubscribeLinks',
    'server/platform/database/database.ts#openPglite',
    'server/platform/database/folder-lock.ts#lockFolder',
    'server/platform/exports/exports.ts#exportsOf',
    'server/platform/http/bodies/received-files.ts#temporaryFolderOf',
    'server/platform/jobs/job-queue.ts#jobQueue',
    'server/platform/media/folder-store.ts#folderStore',
    'server/platform/media/private-addresses.ts#privateAddresses',
    'server/platform/observability/request-log.ts#loggerSettings',
    'server/platform/private-files.ts#closeContent',
    'server/platform/private-files.ts#closeToOthers',
    'web/features/accounts/first-steps-state.ts#keepChoice',
    'web/features/accounts/first-steps-state.ts#readChoice',
    'web/features/accounts/next-path.ts#keepNext',
    'web/features/live/live.ts#watchPost',
    'web/lib/session.ts#saveAccess',
    'web/ui/drafts.ts#readDraft',
    'web/ui/drafts.ts#writeDraft',
  ],
}

const plants = seededPlants()
const regions = ['Московская область', 'Пермский край', 'Москва'].map((name, at) => ({ id: at + 1, name }))
const categories = [
  { id: 1, name: 'Хвойные', slug: 'hvoynye' },
  { id: 2, name: 'Плодовые и ягодные', slug: 'plodovye-i-yagodnye' },
]
const style = { face: 'text', size: 10 }

const findPlace = placeIndex(
  ['Москва', 'Пермь', 'Нижний Новгород'].map((name, at) => ({
    ...{ id: at, name, regionId: 1, population: 1000, latitude: 55, longitude: 37 },
    near: null,
  })),
)
const sheetOf = (rows: string[][]) => ({ name: 'Лист', isHidden: false, merges: [], rows })
const piecesOf = (text: string) => text.match(/.{1,40}/gsu) ?? []

const priceTitle = meaningOfTitle('Цена')

/** What readers of more than a text need beside it. */
const more: Record<string, unknown[]> = {
  'server/reading/price-lists/name-cells.ts#withNameAbove': ["Туя западная 'Смарагд'"],
  'server/reading/sizes/contracted.ts#inFull': [['высота', 'контейнер']],
  'contract/mentions.ts#replaceMentions': [({ name }: { name: string }) => name],
  'contract/bank-account.ts#correspondentAccountError': ['044525225'],
  'contract/bank-account.ts#settlementAccountError': ['044525225'],
  'contract/inn.ts#isImpossibleInn': ['Россия'],
  'contract/inn.ts#isSameCountry': ['Россия'],
  'server/domains/companies/invitations/invitation-email.ts#invitationEmail': ['https://dendro.example', 'key', null],
  'server/reading/price-lists/section-headings.ts#isUnclearHeading': [false],
  'server/reading/price-lists/title-certainty.ts#strangeWordsOf': ['', priceTitle],
  'server/reading/price-lists/title-certainty.ts#needsAsking': ['', priceTitle, { filled: 0, samples: [] }],
  'server/domains/accounts/profile/drawn-avatar.ts#drawnAvatarPath': ['Анна Полевая'],
  'server/domains/accounts/second-factor/second-factor-codes.ts#stepOf': ['123456'],
  'server/domains/accounts/sign-in/device-cookie.ts#deviceKeyIn': ['https://dendro.example'],
  'server/reading/queries/name-region.ts#nameRegion': [regions, () => false],
  'server/reading/queries/take-phrases.ts#takePhrases': [{ categories, isOfPlants: () => false, ignored: [] }],
  'server/reading/queries/understand.ts#isOfPlants': [plants],
  'server/reading/queries/understand.ts#strangeWords': [plants],
  'server/reading/queries/understand.ts#takeRegion': [plants, regions],
  'server/reading/queries/understand.ts#understand': [plants],
  'server/reading/names/russian-forms.ts#mayBeAdjective': ['туя'],
  'server/reading/price-lists/values.ts#readPrice': [1],
  'server/reading/price-lists/answers.ts#keyOf': [{ index: 1, title: 'Цена' }],
  'server/reading/price-lists/leftovers.ts#stretchesOf': [new Set(['туя'])],
  'server/reading/price-lists/leftovers.ts#without': [[/туя/giu]],
  'server/reading/price-lists/number-account.ts#lostInName': [[]],
  'server/reading/price-lists/size-labels.ts#labelsIn': [() => true],
  'server/reading/price-lists/size-labels.ts#withSaidLabels': [{ get: () => 'height' }],
  'server/reading/price-lists/size-pieces.ts#isKnownWord': ['root'],
  'server/reading/price-lists/word-account.ts#stemFromRemark': [[]],
  'server/reading/price-lists/section-headings.ts#headingAs': ['Контейнер 5 л'],
  'server/reading/price-lists/section-headings.ts#questionOfHeading': [{ get: () => undefined }],
  'server/reading/price-lists/stock-headings.ts#questionOfStockRemark': [{ get: () => undefined }],
  'server/reading/price-lists/questions.ts#questionOfNames': [
    { columns: [] },
    ['Туя западная'],
    { get: () => undefined },
  ],
  'server/reading/sizes/codes.ts#fits': [{ start: 'c', open: true }],
  'server/reading/lines/read-lines.ts#readLines': [null],
  'server/reading/schedules/column-cells.ts#namesIn': [nameReader(plants)],
  'server/reading/schedules/column-cells.ts#share': [() => true],
  'server/reading/schedules/column-cells.ts#usualOf': [3],
  'server/reading/schedules/column-cells.ts#withoutWord': ['кустов'],
  'server/reading/schedules/schedule-titles.ts#isPartOfSite': [''],
  'server/reading/schedules/schedule-titles.ts#roleOf': ['', null],
  'server/reading/schedules/quantities.ts#readQuantityCell': [null],
  'server/reading/schedules/several-plants.ts#plantsIn': [nameReader(plants)],
  'server/domains/publications/markdown/addresses.ts#withPaths': ['https://dendro.example'],
  'server/domains/publications/pdf/runs.ts#codeRuns': [style],
  'server/domains/publications/pdf/runs.ts#outsideAddress': ['https://dendro.example'],
  'server/domains/statistics/searched-text.ts#textOf': [''],
  'server/platform/media/attached/file-name.ts#cleanFileName': ['pdf'],
  'server/platform/print/letters.ts#inFaces': [style.face],
  'server/platform/trim-signs.ts#trimSigns': [/[\s,.]/],
  'web/features/accounts/next-path.ts#withNext': ['/'],
  'web/features/companies/new-company-form.tsx#innHint': ['Россия'],
  'web/features/offers/filter-state.ts#filtersHref': [new Map()],
  'web/features/products/excerpt.ts#excerpt': [200],
  'web/features/products/form/api.ts#zoneName': ['Средний минимум года −40'],
  'web/features/products/page/product-address.ts#isOwnAddress': [{ get_absolute_url: '/' }],
  'web/features/trade/dates.ts#datesText': ['2026-01-01'],
  'web/features/trade/quoting/quote-values.ts#nameOfLine': [['1']],
  'web/ui/combobox-options.ts#matchingOptions': ['туя'],
}

/** The most letters that a reader gets from whoever calls it, where it sets no bound itself. */
const longest: Record<string, number> = Object.fromEntries(
  ['isOfPlants', 'strangeWords', 'takeRegion', 'understand'].map(name => [
    `server/reading/queries/understand.ts#${name}`,
    limits.shortText,
  ]),
)

const usually = 3000

/** Take long for a letter, mostly in other readers: they get fewer patterns. */
const isSlow = (key: string) => /#(?:strangeWords|takeRegion|understand|tokenize|readText)$/.test(key)
const isOther = new Set(Object.values(others).flat())

const readers = functions.filter(({ key }) => !isOther.has(key))

/** The titles of columns are remembered: each must be another. */
let titles = 0

async function readerOf({ file, name, key, takesList }: (typeof functions)[number]): Promise<Read> {
  if (name === 'meaningOfTitle') return text => meaningOfTitle(text, String(++titles))
  const read = (await import(pathToFileURL(pathOf(file)).href))[name]
  return text => read(takesList ? text.split('\n') : text, ...(more[key] ?? []))
}

async function expectFlat(read: Read, patterns: Map<string, Pattern>, most: number): Promise<void> {
  const worst = await worstGrowth(read, patterns, most)
  expect(
    worst?.power ?? 0,
    worst ? `${worst.pattern}, ${worst.letters} letters: ${worst.time.toFixed(1)} ms` : '',
  ).toBeLessThanOrEqual(steepest)
}

/** The readers of whole lists, and of names: they call most of the functions above, and take longer for a letter. */
const whole: Record<string, Read> = {
  'the name of a plant': text => matchName(plants.index, text),
  'the beginning of a name': text => suggestNames(plants.index, text, 10),
  'the name of a place': text => findPlace(text, () => 'Московская область', 10),
  'a cell of a price list': text =>
    understandSheets([sheetOf([['Название', 'Размер', 'Цена'], [text, text, text], [text]])], plants),
  'a title of a price list': text =>
    understandSheets(
      [
        sheetOf([
          ['Название', text, 'Цена'],
          ['Туя западная', '80-100', '900'],
        ]),
      ],
      plants,
    ),
  'a price list in many lines': text =>
    understandSheets([sheetOf(piecesOf(text).map(piece => [piece, '80-100', '900']))], plants),
  'a file of text': text => readTables(Buffer.from(text)),
  'a line of a schedule': text => readSchedule({ text }, plants),
  'a schedule in many lines': text => readSchedule({ text: piecesOf(text).join('\n') }, plants),
}

/** The fields of the contract that are no objects or lists of others. */
function fieldsOf(shape: z.ZodType): z.ZodType[] {
  if (shape instanceof z.ZodObject) return Object.values(shape.shape as Record<string, z.ZodType>).flatMap(fieldsOf)
  if (shape instanceof z.ZodArray) return fieldsOf(shape.element as z.ZodType)
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable) return fieldsOf(shape.unwrap() as z.ZodType)
  if (shape instanceof z.ZodUnion) return (shape.options as z.ZodType[]).flatMap(fieldsOf)
  return [shape]
}

const fields = new Set(
  Object.values<Call>(calls).flatMap(({ params, query, body }) =>
    [params, query, body].flatMap(shape => (shape ? fieldsOf(shape) : [])),
  ),
)

describe('the time of a reader grows with the length of its text, and no faster', () => {
  it.each(readers.map(one => [one.key, one] as const))('%s', async (_, one) => {
    const pieces = piecesIn(pathOf(one.file))
    const patterns = isSlow(one.key) ? plainPatterns(pieces) : hostilePatterns(pieces)
    await expectFlat(await readerOf(one), patterns, longest[one.key] ?? usually)
  })

  it.each(Object.entries(whole))('%s', async (_, read) => {
    await expectFlat(read, fewPatterns(), usually / 2)
  })

  it('of every field of every call', async () => {
    for (const field of fields) await expectFlat(text => field.safeParse(text), plainPatterns(), usually)
  })
})

it('knows every function that takes a text', () => {
  const known = new Set(functions.map(({ key }) => key))
  expect([...isOther, ...Object.keys(more), ...Object.keys(longest)].filter(key => !known.has(key))).toEqual([])
  expect(readers.filter(({ key, needed }) => needed > 1 && !more[key]).map(({ key }) => key)).toEqual([])
})

it('finds a reader that is steep', async () => {
  const steep: Read = text => /[,;]+$/.test(text)
  expect((await worstGrowth(steep, hostilePatterns(), usually))?.power).toBeGreaterThan(steepest)
})
