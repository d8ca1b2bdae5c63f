import { expect, test } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { peopleToMention } from './people-to-mention.ts'

const person = (id: string, name: string): User => ({ id, name }) as User

const namesakes = Array.from({ length: 8 }, (_, n) => person(`n${n}`, `Борис ${n}`))
const [anna, boris, peter] = [person('a', 'Анна Лесная'), person('b', 'Борис Лесной'), person('p', 'Пётр Садовый')]

test('who takes part comes first, however many have such a name', () => {
  expect(peopleToMention('бор', [anna, boris], namesakes)).toEqual([boris, ...namesakes.slice(0, 7)])
})

test('somebody who is also suggested is listed once', () => {
  expect(peopleToMention('Борис', [boris, boris], [boris, ...namesakes.slice(0, 2)])).toEqual([
    boris,
    ...namesakes.slice(0, 2),
  ])
})

test('an «@» alone lists everybody who takes part; «е» finds «ё»', () => {
  expect(peopleToMention('', [anna, boris, peter], [])).toEqual([anna, boris, peter])
  expect(peopleToMention('Петр', [anna, boris, peter], [])).toEqual([peter])
})
