import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { codes } from './codes.ts'
import { foldLetters } from './fold.ts'

/** «выс* штамб*» as written in the document: «выс. штамба». */
const onPage = (phrase: string) => {
  const words = phrase.split(' ').map(word => foldLetters(word).replace('*', '\\p{L}*'))
  return new RegExp(`(?<!\\p{L})${words.join('\\.? ')}(?!\\p{L})`, 'u')
}

it('shows every packing, measure and form in docs/notation.md', () => {
  const page = foldLetters(readFileSync(new URL('../../../docs/notation.md', import.meta.url), 'utf8'))
  const shown = codes.filter(({ means }) => ['root', 'measure', 'form'].includes(means.is))
  const missing = shown.filter(({ words }) => !words.some(word => onPage(word).test(page)))
  expect(missing.map(({ words }) => words)).toEqual([])
})
