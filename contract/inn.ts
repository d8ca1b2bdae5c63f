/** Weights that give a check digit of a tax number, for each check digit in its order, by the length of the number. */
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
 * Why a text cannot be the tax number of a Russian company, in a sentence for the person who typed it; `null` when it
 * can. 10 digits of an organisation or 12 of a person, with their check digits (rule of the Federal Tax Service). A
 * number of zeros passes the checksum but is invalid.
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

/** How people write Россия, in small letters; a company without a country counts as Россия too. */
export const russianNames = ['', 'россия', 'рф', 'российская федерация', 'russia']

/** Whether the two are one country, however they are written. */
export function isSameCountry(one: string, other: string): boolean {
  return (isRussia(one) && isRussia(other)) || one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** Whether a company with this country, as its people write it, has a Russian tax number. */
export function isRussia(country: string): boolean {
  return russianNames.includes(country.trim().toLowerCase())
}

/** Whether the number cannot be that of a company of this country. Of other countries' numbers nothing is known. */
export function isImpossibleInn(inn: string, country: string): boolean {
  return isRussia(country) && innError(inn) !== null
}
