import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { shareConnection } from './shared-connection.ts'

type OnEvent = (event: LiveEvent, missed: boolean) => void

/** Test machines are busy. */
const soon = { timeout: 5000 }

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
})
// The tests' connections are closed after each test and need them.
afterAll(() => {
  vi.unstubAllGlobals()
})

let names = 0

/** Tabs of one browser, and the connections that they open. */
function makeBrowser() {
  const name = `test ${++names}`
  const connections: { tab: number; tell: OnEvent; watched: string[]; isOpen: boolean }[] = []
  function openTab(tab: number) {
    const onEvent = vi.fn<OnEvent>()
    const open = (tell: OnEvent) => {
      const connection = { tab, tell, watched: [] as string[], isOpen: true }
      connections.push(connection)
      return {
        watch: (postIds: string[]) => {
          connection.watched = postIds
        },
        close: () => {
          connection.isOpen = false
        },
      }
    }
    const shared = shareConnection(name, open, onEvent)
    onTestFinished(() => shared.close())
    return { ...shared, onEvent }
  }
  return { connections, openTab }
}

const event = { type: 'conversation_read', conversation_id: '1' } as const

test('opens one connection and passes its events to all tabs', async () => {
  const { connections, openTab } = makeBrowser()
  const tabs = [openTab(0), openTab(1), openTab(2)]
  await vi.waitFor(() => expect(connections).toHaveLength(1), soon)
  connections[0]?.tell(event, true)
  await vi.waitFor(() => {
    for (const { onEvent } of tabs) expect(onEvent.mock.calls).toEqual([[event, true]])
  }, soon)
  expect(connections).toHaveLength(1)
})

test('watches the posts of all open tabs', async () => {
  const { connections, openTab } = makeBrowser()
  const [first, second] = [openTab(0), openTab(1)]
  first.watch(['a'])
  second.watch(['a', 'b'])
  await vi.waitFor(() => expect(connections[0]?.watched.toSorted()).toEqual(['a', 'b']), soon)
  second.close()
  await vi.waitFor(() => expect(connections[0]?.watched).toEqual(['a']), soon)
})

test('another tab takes over with all watched posts when the connected one closes', async () => {
  const { connections, openTab } = makeBrowser()
  const first = openTab(0)
  await vi.waitFor(() => expect(connections).toHaveLength(1), soon)
  const others = [openTab(1), openTab(2)]
  others[0]?.watch(['a'])
  others[1]?.watch(['b'])
  first.close()
  await vi.waitFor(() => expect(connections).toHaveLength(2), soon)
  expect(connections[0]?.isOpen).toBe(false)
  await vi.waitFor(() => expect(connections[1]?.watched.toSorted()).toEqual(['a', 'b']), soon)
  connections[1]?.tell(event, false)
  await vi.waitFor(() => {
    for (const { onEvent } of others) expect(onEvent).toHaveBeenCalledWith(event, false)
  }, soon)
  expect(first.onEvent).not.toHaveBeenCalled()
})

test('opens nothing in a tab that was closed before it got the lock', async () => {
  let letIn: () => Promise<void> = () => Promise.reject(new Error('nobody waits'))
  const request = async (_name: string, _options: object, hold: typeof letIn) => {
    letIn = hold
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const { connections, openTab } = makeBrowser()
  openTab(0).close()
  await letIn()
  expect(connections).toEqual([])
})

test('opens a connection per tab without locks', () => {
  vi.stubGlobal('navigator', {})
  const { connections, openTab } = makeBrowser()
  openTab(0)
  openTab(1)
  expect(connections.map(({ tab }) => tab)).toEqual([0, 1])
})
