import type { NameReader } from '#server/reading/price-lists/names.ts'
import { findQuantity } from './quantities.ts'

const between = /(?<=[,;])\s+(?=[\p{L}"«'])/u

/**
 * A line in parts, where each names a plant and says how many: «липа 5 шт., клён 3 шт.». Otherwise the line as it is.
 */
export function plantsIn(line: string, names: NameReader): string[] {
  const parts: string[] = []
  for (const piece of line.split(between)) {
    const begins = names.isGenusAlone(/\p{L}+/u.exec(piece)?.[0] ?? '')
    const last = parts.at(-1)
    if (last !== undefined && !(begins && findQuantity(last).quantity !== null))
      parts[parts.length - 1] = `${last} ${piece}`
    else parts.push(piece)
  }
  const isEach = parts.length > 1 && parts.every(part => findQuantity(part).quantity !== null)
  return isEach ? parts.map(part => part.replace(/[,;]$/u, '')) : [line]
}
