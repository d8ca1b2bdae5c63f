import { setImmediate as endOfTurn } from 'node:timers/promises'
import { encode } from 'uqr'
import type { Requisites } from '#contract/requisites.ts'
import { dayInMoscow } from '#server/platform/moscow-day.ts'
import { inSentences, paperDay, paperMoney, paperNumber } from '#server/platform/print/paper-figures.ts'
import { longestOf, type PaperColumn, TablePaper } from '#server/platform/print/table-paper.ts'
import { rublesOf } from '../money.ts'
import type { PaperClaim, PaperContent, PaperLine } from './paper-content.ts'
import { paperNames } from './paper-names.ts'
import { paymentText } from './payment-code.ts'
import { rublesInWords } from './rubles-in-words.ts'

/** Rows between which others have their turn. */
const rowsInTurn = 20
/** Points of the side of the QR code: some three centimetres and a half, as banks' apps want it. */
const codeSide = 104
/** White modules around it, which cameras need. */
const codeMargin = 4

const money = (kopecks: number) => paperMoney.format(rublesOf(kopecks))
const dayOf = (iso: string) => paperDay.format(new Date(iso))

const reasons: Record<PaperClaim['reason'], string> = {
  short: 'недостача',
  damaged: 'повреждено',
  wrong_plant: 'не то растение',
  wrong_size: 'не тот размер',
  dead: 'не прижилось',
}
const states: Record<PaperClaim['state'], string> = {
  open: 'рассматривается',
  offered: 'предложено решение',
  settled: 'урегулировано',
  withdrawn: 'отозвано',
}
const answers = { replace: 'замена', refund: 'возврат денег', discount: 'скидка', reject: 'отказ' } as const

/** Who it is, in one line. */
function partyOf({ full_name, inn, kpp, ogrn, legal_address }: Requisites): string {
  const isTrader = ogrn.length === 15
  return [
    full_name,
    inn && `ИНН\u00a0${inn}`,
    kpp && `КПП\u00a0${kpp}`,
    ogrn && `${isTrader ? 'ОГРНИП' : 'ОГРН'}\u00a0${ogrn}`,
    legal_address,
  ]
    .filter(Boolean)
    .join(', ')
}

const bankOf = ({ bank_name, bic, account, correspondent_account }: Requisites): string =>
  account === ''
    ? ''
    : `счёт\u00a0${account} в ${bank_name}, БИК\u00a0${bic}, корр.\u00a0счёт\u00a0${correspondent_account}`

function priceColumns(lines: PaperLine[]): PaperColumn[] {
  const longest = (of: (line: PaperLine) => string) => longestOf(lines.map(of))
  return [
    { title: '№', width: 4, isNumber: true, longest: String(lines.length) },
    { title: 'Наименование', width: 34 },
    { title: 'Размер', width: 28 },
    {
      title: 'Кол-во',
      width: 8,
      isNumber: true,
      longest: longest(({ quantity }) => paperNumber.format(quantity)),
    },
    { title: 'Ед.', width: 7, longest: 'услуга' },
    { title: 'Цена, ₽', width: 12, isNumber: true, longest: longest(({ price }) => money(price)) },
    { title: 'в т. ч. НДС, ₽', width: 11, isNumber: true, longest: longest(({ vat }) => money(vat)) },
    { title: 'Сумма, ₽', width: 13, isNumber: true, longest: longest(({ total }) => money(total)) },
  ]
}

function claimColumns(claims: PaperClaim[]): PaperColumn[] {
  return [
    { title: '№', width: 4, isNumber: true, longest: String(claims.length) },
    { title: 'Наименование, размер', width: 32 },
    {
      title: 'Кол-во',
      width: 8,
      isNumber: true,
      longest: longestOf(claims.map(({ quantity }) => paperNumber.format(quantity))),
    },
    { title: 'Ед.', width: 7, longest: 'услуга' },
    { title: 'Расхождение', width: 26 },
    { title: 'Решение', width: 26 },
    { title: 'Сумма, ₽', width: 13, isNumber: true, longest: longestOf(claims.map(({ total }) => money(total))) },
  ]
}

const claimCells = (claim: PaperClaim, at: number): string[] => [
  String(at + 1),
  [claim.name, claim.label].filter(Boolean).join(', '),
  paperNumber.format(claim.quantity),
  claim.unit,
  [reasons[claim.reason], claim.text].filter(Boolean).join(': '),
  [
    states[claim.state],
    claim.answer && answers[claim.answer.kind],
    claim.answer?.amount != null && `${money(claim.answer.amount)}\u00a0₽`,
    claim.answer?.text,
  ]
    .filter(Boolean)
    .join('; '),
  money(claim.total),
]

const lineCells = (line: PaperLine, at: number): string[] => [
  String(at + 1),
  line.name,
  line.label,
  paperNumber.format(line.quantity),
  line.unit,
  money(line.price),
  money(line.vat),
  money(line.total),
]

/** Of which day and what the paper is about, below its name. */
function subjectOf({ kind, deal, delivery }: PaperContent): string[] {
  const place = [deal.project, deal.place].filter(Boolean).join(', ')
  const agreed = `Сделка от ${dayOf(deal.createdAt)}`
  if (kind === 'specification')
    return [`к договору поставки. ${agreed}`, place, deal.from || deal.to ? `Срок поставки: ${termOf(deal)}` : '']
  if (delivery) return [inSentences(`Поставка ${delivery.number} от ${dayOf(delivery.handedAt)}`, agreed), place]
  return [agreed, place]
}

const termOf = ({ from, to }: PaperContent['deal']) =>
  [from && `с ${dayOf(`${from}T12:00:00+03:00`)}`, to && `по ${dayOf(`${to}T12:00:00+03:00`)}`]
    .filter(Boolean)
    .join(' ')

/** A paper as it is printed. The same content, number and date give the same file. */
export async function printPaper(
  content: PaperContent,
  { number, issuedAt }: { number: number; issuedAt: Date },
): Promise<Buffer> {
  const { kind, company, buyer, lines, claims, total, vat } = content
  const isAct = kind === 'act'
  const title = `${paperNames[kind]} №\u00a0${number} от ${paperDay.format(issuedAt)}`
  const paper = new TablePaper(title, isAct ? claimColumns(claims) : priceColumns(lines), {
    layout: 'portrait',
    madeAt: issuedAt,
  })
  if (kind === 'invoice') payee(paper, content, number, issuedAt)
  paper.heading(title, subjectOf(content))
  paper.facts([
    [kind === 'invoice' ? 'Поставщик' : 'Продавец', partyOf(company)],
    ['Банк продавца', kind === 'invoice' ? '' : bankOf(company)],
    ['Покупатель', partyOf(buyer)],
    ['Банк покупателя', kind === 'invoice' ? '' : bankOf(buyer)],
  ])
  paper.titles()
  const rows = isAct ? claims.map(claimCells) : lines.map(lineCells)
  for (const [at, row] of rows.entries()) {
    paper.row(row)
    if (at % rowsInTurn === rowsInTurn - 1) await endOfTurn()
  }
  paper.remark(`Итого: ${money(total)}\u00a0₽`, { isSum: true })
  if (!isAct)
    paper.remark(company.vat === 'none' ? 'Без НДС' : `В том числе НДС ${company.vat}\u00a0%: ${money(vat)}\u00a0₽`, {
      isSum: true,
    })
  paper.skip(4)
  const count = isAct ? claims.length : lines.length
  paper.paragraph(`Всего наименований ${count}, на сумму ${money(total)}\u00a0₽`)
  paper.paragraph(rublesInWords(total), { isBold: true })
  if (content.delivery?.note) paper.paragraph(content.delivery.note)
  const signer = ({ signatory, full_name }: Requisites) => signatory || full_name
  paper.signatures(
    kind === 'invoice'
      ? [{ role: 'Поставщик', name: signer(company) }]
      : [
          { role: kind === 'waybill' ? 'Отпустил' : 'Продавец', name: signer(company) },
          { role: kind === 'waybill' ? 'Получил' : 'Покупатель', name: signer(buyer) },
        ],
  )
  return paper.finish()
}

/** Where an invoice is paid, with the code that a bank's app reads. */
function payee(paper: TablePaper, { company, total, vat }: PaperContent, number: number, issuedAt: Date): void {
  const [year, month, day] = dayInMoscow(issuedAt).split('-')
  const tax = company.vat === 'none' ? 'Без НДС' : `В т. ч. НДС ${company.vat}% ${(vat / 100).toFixed(2)} руб.`
  const purpose = `Оплата по счёту № ${number} от ${day}.${month}.${year}. ${tax}`
  const { data } = encode(paymentText(company, total, purpose), { border: codeMargin, ecc: 'M' })
  const from = paper.at
  paper.squares(data, codeSide)
  paper.facts(
    [
      ['Получатель', company.full_name],
      ['ИНН', company.inn],
      ['КПП', company.kpp],
      ['Банк получателя', company.bank_name],
      ['БИК', company.bic],
      ['Корр. счёт', company.correspondent_account],
      ['Расчётный счёт', company.account],
      ['Назначение', purpose],
    ],
    codeSide + 10,
  )
  paper.below(from, codeSide + 8)
}
