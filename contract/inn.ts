const weights10 = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const weights11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
const weights12 = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

function checkDigit(digits: number[], weights: number[]): number {
  return (weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0) % 11) % 10
}

/**
 * Whether a tax number can be right: 10 digits of an organisation or 12 of a person, with their check digits
 * (rule of the Federal Tax Service). A number of zeros passes the sums and is none.
 */
export function isPossibleInn(inn: string): boolean {
  if (!/^(?:\d{10}|\d{12})$/.test(inn) || /^0+$/.test(inn)) return false
  const digits = [...inn].map(Number)
  if (digits.length === 10) return digits[9] === checkDigit(digits, weights10)
  return digits[10] === checkDigit(digits, weights11) && digits[11] === checkDigit(digits, weights12)
}
