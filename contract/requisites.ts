import { z } from 'zod'
import { bicError, correspondentAccountError, settlementAccountError } from './bank-account.ts'
import { call } from './call.ts'
import { formText, integerIdText, requiredText } from './common.ts'
import { innError } from './inn.ts'

export const requisitesLimits = { name: 255, address: 500, number: 60 } as const

/** Per cent that are in the prices; `none`: no VAT. */
export const vatRates = ['none', 5, 7, 10, 20, 22] as const
export const vatRate = z.literal(vatRates, 'Выберите ставку из списка')
export type VatRate = z.output<typeof vatRate>

/** Whose papers these are: how they are called officially, and where they are paid. Empty: not stated. */
export const requisites = z
  .object({
    full_name: z.string(),
    inn: z.string(),
    kpp: z.string(),
    /** ОГРН or ОГРНИП. */
    ogrn: z.string(),
    legal_address: z.string(),
    bank_name: z.string(),
    bic: z.string(),
    account: z.string(),
    correspondent_account: z.string(),
    /** Who signs: position and name. */
    signatory: z.string(),
    vat: vatRate,
  })
  .meta({ id: 'Requisites' })
export type Requisites = z.output<typeof requisites>

/** In the order of a form. */
export const requisiteNames = {
  full_name: 'полное название',
  inn: 'ИНН',
  kpp: 'КПП',
  ogrn: 'ОГРН или ОГРНИП',
  legal_address: 'юридический адрес',
  bank_name: 'название банка',
  bic: 'БИК',
  account: 'расчётный счёт',
  correspondent_account: 'корреспондентский счёт',
  signatory: 'кто подписывает',
  vat: 'ставка НДС',
} as const satisfies Record<keyof Requisites, string>

/** What each side states if it states anything; the rest depends on the INN. */
export const requiredRequisites = {
  company: [
    'full_name',
    'inn',
    'ogrn',
    'legal_address',
    'bank_name',
    'bic',
    'account',
    'correspondent_account',
    'signatory',
    'vat',
  ],
  buyer: ['full_name', 'legal_address'],
} as const satisfies Record<string, (keyof Requisites)[]>

/** Length of a number, its divisor and its first digits: of an organisation, and of a sole trader. */
const ogrnKinds = { 13: { divisor: 11, first: /^[15]/ }, 15: { divisor: 13, first: /^3/ } }

/** Why a text cannot be the state registration number (ОГРН, ОГРНИП), with its check digit; otherwise `null`. */
export function ogrnError(ogrn: string): string | null {
  if (/[^0-9]/.test(ogrn)) return 'В ОГРН бывают только цифры'
  if (ogrn.length !== 13 && ogrn.length !== 15)
    return `В ОГРН 13 цифр у организации или 15 у предпринимателя, а здесь ${ogrn.length}`
  const { divisor, first } = ogrnKinds[ogrn.length]
  const isPossible = first.test(ogrn) && (Number(ogrn.slice(0, -1)) % divisor) % 10 === Number(ogrn.at(-1))
  return isPossible ? null : 'Такого ОГРН не бывает: проверьте цифры'
}

/** Two letters or digits in the middle say why an organisation is registered there; the rest are digits. */
export const kppError = (kpp: string): string | null =>
  /^(?!00)\d{4}[\dA-Z]{2}\d{3}$/.test(kpp) ? null : 'В КПП 9 знаков, например 770101001'

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')
/** A number as it is copied from elsewhere: in groups. */
const number = () => formText(requisitesLimits.number).overwrite(withoutSpaces)
const optional = <T extends z.ZodType<string>>(shape: T) => shape.nullish().transform(text => text ?? '')

type Numbers = Pick<
  Requisites,
  'full_name' | 'inn' | 'kpp' | 'ogrn' | 'legal_address' | 'bank_name' | 'bic' | 'account' | 'correspondent_account'
>

/** What is wrong with each field, by what they say of each other. */
function* faults(form: Numbers, isCompany: boolean): Generator<[field: keyof Numbers, message: string, code: string]> {
  const { inn, kpp, ogrn, bic, account, correspondent_account: correspondent } = form
  const innIs = inn === '' ? null : innError(inn)
  if (innIs !== null) yield ['inn', innIs, 'invalid']
  const isFirm = innIs === null && inn.length === 10
  const isPerson = innIs === null && inn.length === 12
  if (isFirm && kpp === '') yield ['kpp', 'У организации есть КПП', 'required']
  if (isPerson && kpp !== '') yield ['kpp', 'У предпринимателя нет КПП: оставьте пустым', 'not_wanted']
  else if (kpp !== '' && kppError(kpp) !== null) yield ['kpp', kppError(kpp) ?? '', 'invalid']
  const ogrnIs = ogrn === '' ? null : ogrnError(ogrn)
  if (ogrnIs !== null) yield ['ogrn', ogrnIs, 'invalid']
  else if (ogrn === '' && (isFirm || isCompany)) yield ['ogrn', 'Не заполнен ОГРН', 'required']
  else if (ogrn !== '' && ((isFirm && ogrn.length !== 13) || (isPerson && ogrn.length !== 15)))
    yield ['ogrn', isFirm ? 'У организации в ОГРН 13 цифр' : 'У предпринимателя в ОГРНИП 15 цифр', 'invalid']
  const hasBank = [form.bank_name, bic, account, correspondent].some(text => text !== '')
  if (!hasBank) return
  if (form.bank_name === '') yield ['bank_name', 'Не заполнено название банка', 'required']
  if (bic === '') yield ['bic', 'Не заполнен БИК', 'required']
  else if (bicError(bic) !== null) yield ['bic', bicError(bic) ?? '', 'invalid']
  if (account === '') yield ['account', 'Не заполнен расчётный счёт', 'required']
  else {
    const wrong = settlementAccountError(account, bic)
    if (wrong !== null) yield ['account', wrong, 'invalid']
  }
  if (correspondent === '') yield ['correspondent_account', 'Не заполнен корреспондентский счёт', 'required']
  else {
    const wrong = correspondentAccountError(correspondent, bic)
    if (wrong !== null) yield ['correspondent_account', wrong, 'invalid']
  }
}

const vat = z.preprocess(value => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value), vatRate)
const fullName = requiredText('Не заполнено полное название', requisitesLimits.name)
const legalAddress = requiredText('Не заполнен адрес', requisitesLimits.address)

/** A company is paid by what it states, so it states everything. */
export const companyRequisitesForm = z
  .object({
    full_name: fullName,
    inn: z.string({ error: 'Не заполнен ИНН' }).pipe(number()).pipe(z.string().min(1, 'Не заполнен ИНН')),
    kpp: optional(number().overwrite(text => text.toUpperCase())),
    ogrn: optional(number()),
    legal_address: legalAddress,
    bank_name: requiredText('Не заполнено название банка'),
    bic: z.string({ error: 'Не заполнен БИК' }).pipe(number()).pipe(z.string().min(1, 'Не заполнен БИК')),
    account: z.string({ error: 'Не заполнен расчётный счёт' }).pipe(number()),
    correspondent_account: z.string({ error: 'Не заполнен корреспондентский счёт' }).pipe(number()),
    signatory: requiredText('Не заполнено, кто подписывает'),
    vat,
  })
  .superRefine((form, { addIssue }) => {
    for (const [field, message, code] of faults(form, true))
      addIssue({ code: 'custom', path: [field], message, params: { code } })
  })

/** A buyer is a firm, or a person, who has a name and an address at least. */
export const buyerRequisitesForm = z
  .object({
    full_name: fullName,
    inn: optional(number()),
    kpp: optional(number().overwrite(text => text.toUpperCase())),
    ogrn: optional(number()),
    legal_address: legalAddress,
    bank_name: optional(formText()),
    bic: optional(number()),
    account: optional(number()),
    correspondent_account: optional(number()),
    signatory: optional(formText()),
    vat: vat.nullish().transform(rate => rate ?? 'none'),
  })
  .superRefine((form, { addIssue }) => {
    for (const [field, message, code] of faults(form, false))
      addIssue({ code: 'custom', path: [field], message, params: { code } })
  })

/** Of the two sides of a deal; `null`: not stated. */
export const dealRequisites = z.object({ company: requisites.nullable(), buyer: requisites.nullable() })

export const requisitesCalls = {
  'GET /teams/:id/requisites/': call({
    access: 'member',
    summary: 'Реквизиты своей компании; null, пока не указаны',
    params: z.object({ id: integerIdText }),
    answer: requisites.nullable(),
  }),
  'PUT /teams/:id/requisites/': call({
    access: 'member',
    summary: 'Указать реквизиты компании; для её создателя. Увидят покупатели, с которыми есть сделка',
    params: z.object({ id: integerIdText }),
    body: companyRequisitesForm,
    answer: requisites,
  }),
  'GET /me/requisites/': call({
    access: 'member',
    summary: 'Мои реквизиты как покупателя; null, пока не указаны',
    answer: requisites.nullable(),
  }),
  'PUT /me/requisites/': call({
    access: 'member',
    summary: 'Указать свои реквизиты, человека или фирмы. Увидят компании, с которыми есть сделка',
    body: buyerRequisitesForm,
    answer: requisites,
  }),
}
