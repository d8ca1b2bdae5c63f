import type { Requisites } from '#contract/requisites.ts'

/** Most characters of each field by the standard. */
const most = { Name: 160, BankName: 45, Purpose: 210 } as const

/** `|` ends a field. */
const fieldOf = (text: string, length: number) =>
  text
    .replaceAll(/[|\s]+/g, ' ')
    .trim()
    .slice(0, length)
    .toWellFormed()
    .trim()

/**
 * What the QR code of a payment says, by ГОСТ Р 56042-2014: `2` is UTF-8, the first five fields are required and in this
 * order, the sum is in kopecks.
 */
export function paymentText(payee: Requisites, kopecks: number, purpose: string): string {
  const fields: [name: string, value: string][] = [
    ['Name', fieldOf(payee.full_name, most.Name)],
    ['PersonalAcc', payee.account],
    ['BankName', fieldOf(payee.bank_name, most.BankName)],
    ['BIC', payee.bic],
    ['CorrespAcc', payee.correspondent_account],
    ['PayeeINN', payee.inn],
    ['KPP', payee.kpp],
    ['Purpose', fieldOf(purpose, most.Purpose)],
    ['Sum', String(kopecks)],
  ]
  return `ST00012|${fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('|')}`
}
