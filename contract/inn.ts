/** Weights of each check digit of a tax number, in order, by the length of the number. */
export const innWeights = {
  10: [[2, 4, 10, 3, 5, 9, 4, 6, 8]],
  12: [
    [7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
    [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
  ],
}

function isRight(digits: number[], weights: number[]): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0)
  return digits[weights.length] === (sum % 11) % 10
}

/**
 * Why a text cannot be the tax number of a Russian company, as a sentence for the person who typed it; otherwise
 * `null`. 10 digits for organisations, 12 for persons, with check digits (rule of the Federal Tax Service). A number of
 * zeros passes the checksum but is invalid.
 */
export function innError(inn: string): string | null {
  if (/[^0-9]/.test(inn)) return 'В ИНН бывают только цифры, без пробелов и дефисов'
  if (inn.length !== 10 && inn.length !== 12)
    return `В ИНН 10 цифр у организации или 12 у предпринимателя, а здесь ${inn.length}`
  const digits = [...inn].map(Number)
  const isPossible =
    digits.some(digit => digit > 0) && innWeights[inn.length].every(weights => isRight(digits, weights))
  return isPossible ? null : 'Такого ИНН не бывает: проверьте цифры'
}

/** Spellings of Россия in lower case; a company without a country counts as Russian too. */
export const russianNames = ['', 'россия', 'рф', 'российская федерация', 'russia']

/** Whether both name the same country, in any spelling. */
export function isSameCountry(one: string, other: string): boolean {
  return (isRussia(one) && isRussia(other)) || one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** Whether a company with this country, as typed, has a Russian tax number. */
export function isRussia(country: string): boolean {
  return russianNames.includes(country.trim().toLowerCase())
}

/** Whether a company of this country cannot have this number. Numbers of other countries are not checked. */
export function isImpossibleInn(inn: string, country: string): boolean {
  return isRussia(country) && innError(inn) !== null
}
