/** Weights of the digits by the rule of the Bank of Russia for keys of accounts, repeated. */
const weights = [7, 1, 3]

function isRight(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + (((weights[at % 3] ?? 0) * Number(digit)) % 10), 0)
  return sum % 10 === 0
}

const areDigits = (text: string, length: number) => text.length === length && /^\d+$/.test(text) && /[1-9]/.test(text)

/** The number of the bank's own division in the last digits of its BIC: such ones are of the Bank of Russia. */
const ofCentralBank = ['000', '001', '002']

/** What stands before an account when its key is counted: it is kept in a bank, or in the Bank of Russia. */
const ofBank = (bic: string) => bic.slice(-3)
const ofDivision = (bic: string) => `0${bic.slice(4, 6)}`

export function bicError(bic: string): string | null {
  if (/[^0-9]/.test(bic)) return 'В БИК бывают только цифры'
  if (bic.length !== 9) return `В БИК 9 цифр, а здесь ${bic.length}`
  return /^0[0-4]/.test(bic) && /[1-9]/.test(bic) ? null : 'Такого БИК не бывает: проверьте цифры'
}

function accountError(account: string, bic: string, prefix: string): string | null {
  if (/[^0-9]/.test(account)) return 'В номере счёта бывают только цифры'
  if (account.length !== 20) return `В номере счёта 20 цифр, а здесь ${account.length}`
  if (!areDigits(account, 20)) return 'Такого счёта не бывает: проверьте цифры'
  // Which of the two is wrong nobody knows; a wrong BIC says so itself.
  if (bicError(bic) !== null) return null
  return isRight(prefix + account) ? null : 'Номер не подходит к БИК: проверьте цифры'
}

/**
 * Why a text cannot be an account of somebody in the bank with this BIC; otherwise `null`. The key is the ninth digit:
 * the weighted sum of the last digits of the BIC and the account ends with 0 (rule of the Bank of Russia, 515 of 1997).
 */
export const settlementAccountError = (account: string, bic: string): string | null =>
  accountError(account, bic, ofCentralBank.includes(ofBank(bic)) ? ofDivision(bic) : ofBank(bic))

/** The same for the account that the bank itself has in the Bank of Russia. */
export const correspondentAccountError = (account: string, bic: string): string | null =>
  accountError(account, bic, ofDivision(bic))
