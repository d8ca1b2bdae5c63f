import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readAgainIfReading } from './read-again.ts'

const queryKey = ['member', 'post']

/** A server whose answers come when the test lets them. */
function slowServer() {
  const answers: ((comments: string[]) => void)[] = []
  const queries = new QueryClient()
  const read = () =>
    queries.fetchQuery({ queryKey, queryFn: () => new Promise<string[]>(resolve => answers.push(resolve)) })
  return { queries, read, answers, shown: () => queries.getQueryData<string[]>(queryKey) }
}

test('an answer that was on its way does not undo an action, and is asked for again', async () => {
  const { queries, read, answers, shown } = slowServer()
  queries.setQueryData(queryKey, ['first'])
  void read()
  queries.setQueryData(queryKey, ['first', 'mine'])
  readAgainIfReading(queries, queryKey)
  expect(answers).toHaveLength(2)
  answers[0]?.(['first'])
  await Promise.resolve()
  expect(shown()).toEqual(['first', 'mine'])
  answers[1]?.(['first', 'theirs', 'mine'])
  await expect.poll(shown).toEqual(['first', 'theirs', 'mine'])
})

test('without an answer on its way nothing is asked for', async () => {
  const { queries, read, answers, shown } = slowServer()
  const reading = read()
  answers[0]?.(['first'])
  await reading
  readAgainIfReading(queries, queryKey)
  expect(answers).toHaveLength(1)
  expect(shown()).toEqual(['first'])
})
