import { expect, test } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { peopleFound } from './api.ts'

const people = ['Пётр Липин', 'Лидия Горшкова', 'Надежда Ли'].map(name => ({ name }) as User)
const names = (found: readonly User[]) => found.map(({ name }) => name)

test.each<[string, string[], string[]]>([
  ['петр', ['Пётр Липин'], ['Лидия Горшкова', 'Надежда Ли']],
  ['ЛИП', ['Пётр Липин'], ['Лидия Горшкова', 'Надежда Ли']],
  ['липа', [], ['Пётр Липин', 'Лидия Горшкова', 'Надежда Ли']],
])(
  'of those found for «%s», people with it in their name are told from those with something like it',
  (query, named, similar) => {
    const found = peopleFound(people, query)
    expect(names(found.named)).toEqual(named)
    expect(names(found.similar)).toEqual(similar)
  },
)
