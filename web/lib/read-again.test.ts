import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readAgainIfReading } from './read-again.ts'

const queryKey = ['member', 'post']

/** A server whose responses are sent by the test. */
function slowServer() {
  const answers: ((comments: string[]) => void)[] = []
  const queries = new QueryClient()
  const read = () =>
    queries.fetchQuery({ queryKey, queryFn: () => new Promise<string[]>(resolve => answers.push(resolve)) })
  return { queries, read, answers, shown: () => queries.getQueryData<string[]>(queryKey) }
}

test('discards a response requested before an action, and requests it again', async () => {
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

test('requests nothing when no request is under way', async () => {
  const { queries, read, answers, shown } = slowServer()
  const reading = read()
  answers[0]?.(['first'])
  await reading
  readAgainIfReading(queries, queryKey)
  expect(answers).toHaveLength(1)
  expect(shown()).toEqual(['first'])
})
