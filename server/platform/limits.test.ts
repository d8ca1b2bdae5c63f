import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limit } from './limits.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const refused = (retryAfter: unknown = expect.any(Number)) => ({ code: 'TOO_MANY_REQUESTS', retryAfter })

describe('a limit', () => {
  it('lets so many tries through, each key for itself, and says how long to wait', async () => {
    const tries = limit(3, 60, true)
    for (let n = 0; n < 3; n++) await tries.take('a')
    vi.advanceTimersByTime(20_000)
    await expect(tries.take('a')).rejects.toMatchObject(refused(40))
    await tries.take('b')
    vi.advanceTimersByTime(40_000)
    await tries.take('a')
  })

  it('is not prolonged by tries beyond it', async () => {
    const tries = limit(1, 60, true)
    await tries.take('a')
    for (let n = 0; n < 5; n++) {
      vi.advanceTimersByTime(10_000)
      await expect(tries.take('a')).rejects.toMatchObject(refused())
    }
    vi.advanceTimersByTime(10_000)
    await tries.take('a')
  })

  it('can be asked without counting', async () => {
    const tries = limit(2, 60, true)
    for (let n = 0; n < 5; n++) await tries.check('a')
    await tries.take('a')
    await tries.check('a')
    await tries.take('a')
    await expect(tries.check('a')).rejects.toMatchObject(refused(60))
  })

  it('can say no instead of throwing', async () => {
    const tries = limit(2, 60, true)
    expect([await tries.allows('a'), await tries.allows('a'), await tries.allows('a')]).toEqual([true, true, false])
    await expect(tries.check('a')).rejects.toMatchObject(refused())
    vi.advanceTimersByTime(60_000)
    expect(await tries.allows('a')).toBe(true)
  })

  it('forgets on request', async () => {
    const tries = limit(1, 60, true)
    await tries.take('a')
    await tries.forget('a')
    await tries.take('a')
    await expect(tries.take('a')).rejects.toMatchObject(refused())
  })

  it('that is off lets everything through', async () => {
    const tries = limit(1, 60, false)
    for (let n = 0; n < 5; n++) {
      await tries.take('a')
      await tries.check('a')
      expect(await tries.allows('a')).toBe(true)
    }
    await tries.forget('a')
  })
})
