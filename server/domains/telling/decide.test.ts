import { describe, expect, it } from 'vitest'
import { toldKinds } from '#contract/notification-settings.ts'
import { decide, emailDelay, pushDelay, quietEnd } from './decide.ts'
import { pushText, summaryText } from './push-texts.ts'
import { isAcceptedEndpoint, isPublicAddress } from './push/endpoints.ts'
import { changed, defaults } from './settings.ts'

const night = { from: '22:00', to: '08:00' }
const at = (text: string) => new Date(text)

describe('quiet hours', () => {
  it.each([
    // 20:00 in UTC is 23:00 in Moscow.
    ['2026-11-28T20:00:30Z', 'Europe/Moscow', night, '2026-11-29T05:00:00Z'],
    ['2026-11-28T19:00:00Z', 'Europe/Moscow', night, '2026-11-29T05:00:00Z'],
    ['2026-11-29T04:59:59Z', 'Europe/Moscow', night, '2026-11-29T05:00:00Z'],
    ['2026-11-29T05:00:00Z', 'Europe/Moscow', night, null],
    ['2026-11-28T18:59:59Z', 'Europe/Moscow', night, null],
    ['2026-11-28T20:00:00Z', 'Asia/Vladivostok', night, '2026-11-28T22:00:00Z'],
    ['2026-11-28T12:30:00Z', 'UTC', { from: '12:00', to: '13:00' }, '2026-11-28T13:00:00Z'],
    // The clock is put back in this night, and forward in that.
    ['2026-10-24T21:00:00Z', 'Europe/Berlin', night, '2026-10-25T07:00:00Z'],
    ['2026-03-28T22:00:00Z', 'Europe/Berlin', night, '2026-03-29T06:00:00Z'],
    ['2026-11-28T20:00:00Z', 'Europe/Moscow', null, null],
  ] as const)('at %s in %s end right', (now, zone, quiet, end) => {
    expect(quietEnd(quiet, zone, at(now))).toEqual(end === null ? null : at(end))
  })
})

describe('how somebody is told', () => {
  const now = at('2026-11-28T12:00:00Z')
  const later = (delay: number) => new Date(now.getTime() + delay)

  it('is by push where a browser takes it, and else by e-mail', () => {
    expect(decide(defaults, 'deals', { hasBrowser: true, now })).toEqual({
      ...{ site: true, pushAt: later(pushDelay), emailAt: later(emailDelay), isHeld: false },
    })
    expect(decide(defaults, 'deals', { hasBrowser: false, now })).toMatchObject({ pushAt: null, emailAt: now })
    expect(pushDelay).toBeGreaterThanOrEqual(5000)
    expect(emailDelay).toBeGreaterThan(pushDelay + 30_000)
  })

  it('is as they have chosen for the kind', () => {
    const settings = changed(defaults, {
      kinds: { deals: { site: false, email: false }, likes: { push: false, email: true } },
    })
    expect(decide(settings, 'deals', { hasBrowser: true, now })).toMatchObject({ site: false, emailAt: null })
    expect(decide(settings, 'likes', { hasBrowser: true, now })).toMatchObject({
      site: true,
      pushAt: null,
      emailAt: now,
    })
    expect(settings.kinds.quotes).toEqual({ site: true, push: true, email: true })
    expect(changed(settings, { kinds: { deals: { site: true } } }).kinds.deals).toEqual({
      ...{ site: true, push: true, email: false },
    })
  })

  it('is at the end of the quiet hours', () => {
    const settings = changed(defaults, { quiet: { from: '11:00', to: '13:00' }, time_zone: 'UTC' })
    const end = at('2026-11-28T13:00:00Z')
    expect(decide(settings, 'mentions', { hasBrowser: true, now })).toMatchObject({ pushAt: end, isHeld: true })
    expect(decide(settings, 'deals', { hasBrowser: false, now })).toMatchObject({ emailAt: end, isHeld: true })
  })
})

/** What becomes of an event: the rules of tell-later.service.ts, without a database. */
function reached(random: () => number): string[] {
  const now = at('2026-11-28T00:00:00Z').getTime() + Math.floor(random() * 86_400_000)
  const choose = () => random() < 0.7
  const kind = toldKinds[Math.floor(random() * toldKinds.length)] ?? 'likes'
  const quiet = random() < 0.5 ? night : null
  const settings = changed(defaults, {
    kinds: { [kind]: { site: choose(), push: choose(), email: choose() } },
    quiet,
    time_zone: random() < 0.5 ? 'Europe/Moscow' : 'Asia/Vladivostok',
  })
  const told = decide(settings, kind, { hasBrowser: choose(), now: new Date(now) })
  const readAt = told.site && random() < 0.5 ? now + Math.floor(random() * 120_000) : Infinity
  const isTaken = random() < 0.9
  const ways: string[] = []
  const isRead = (time: Date) => readAt <= time.getTime()
  const isPushed = told.pushAt !== null && !isRead(told.pushAt) && isTaken
  if (told.isHeld) {
    const [first] = [told.pushAt, told.emailAt].filter(time => time !== null)
    if (first && !isRead(first) && (isPushed || told.emailAt)) ways.push('summary')
  } else {
    if (isPushed) ways.push('push')
    if (told.emailAt && !isRead(told.emailAt) && !isPushed) ways.push('email')
    if (told.pushAt && isPushed) {
      expect(told.pushAt.getTime() - now).toBeGreaterThanOrEqual(5000)
      expect(told.pushAt.getTime() - now).toBeLessThanOrEqual(30_000)
    }
  }
  const soonest = [told.pushAt, told.emailAt].flatMap(time => time ?? []).map(time => time.getTime())
  if (readAt < Math.min(...soonest)) expect(ways).toEqual([])
  if (quiet && told.isHeld) expect(ways.every(way => way === 'summary')).toBe(true)
  return ways
}

it('nobody is told twice of one of a hundred thousand events', () => {
  let seed = 20_261_128
  const random = () => {
    // mulberry32
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const counts = new Map<string, number>()
  for (let n = 0; n < 100_000; n++) {
    const ways = reached(random)
    if (ways.length > 1) throw new Error(`told twice: ${ways.join()}`)
    const way = ways[0] ?? 'none'
    counts.set(way, (counts.get(way) ?? 0) + 1)
  }
  for (const way of ['none', 'push', 'email', 'summary'])
    expect([way, (counts.get(way) ?? 0) > 1000]).toEqual([way, true])
})

describe('an endpoint', () => {
  it.each([
    ['https://8.8.8.8/push/1', true],
    ['https://[2606:4700:4700::1111]/push/1', true],
    ['http://8.8.8.8/push/1', false],
    ['https://user@8.8.8.8/', false],
    ['https://127.0.0.1/', false],
    ['https://127.1/', false],
    ['https://0x7f000001/', false],
    ['https://10.1.2.3/', false],
    ['https://169.254.169.254/latest', false],
    ['https://[::1]/', false],
    ['https://[::ffff:10.0.0.1]/', false],
    ['https://[fe80::1]/', false],
    ['https://[fd00::1]/', false],
    ['https://localhost/', false],
    ['https://localhost./', false],
    ['https://database./', false],
    ['https://2130706433/', false],
    ['https://[64:ff9b::a00:1]/', false],
    ['https://router.local/', false],
    ['https://database/', false],
    ['http://127.0.0.1:9/', false],
    ['ftp://8.8.8.8/', false],
    ['not an address', false],
  ])('%s: %s', async (endpoint, isAccepted) => {
    expect(await isAcceptedEndpoint(endpoint, { allowsLocal: false })).toBe(isAccepted)
  })

  it('may be on this machine where that is allowed, by http alone', async () => {
    const allowsLocal = { allowsLocal: true }
    for (const local of ['http://127.0.0.1:9/a', 'http://localhost:9/a', 'http://[::1]:9/a'])
      expect(await isAcceptedEndpoint(local, allowsLocal)).toBe(true)
    for (const other of ['https://127.0.0.1/', 'http://10.0.0.1/', 'http://8.8.8.8/'])
      expect(await isAcceptedEndpoint(other, allowsLocal)).toBe(false)
    expect(['8.8.4.4', '100.64.0.1', '::ffff:8.8.8.8', 'x'].map(isPublicAddress)).toEqual([true, false, false, false])
  })
})

it('a push says who and what kind, and a summary counts each event once', () => {
  expect(pushText('comments', 'Анна Лесная')).toBe('Анна Лесная комментирует вашу запись')
  expect(pushText('moderation', 'Модератор')).toBe('Решение модератора')
  expect(
    summaryText([
      { kind: 'deals', subject: 'a' },
      { kind: 'deals', subject: 'a' },
      { kind: 'deals', subject: 'b' },
      { kind: 'messages', subject: 'c' },
    ]),
  ).toBe('Пока было тихо: сделки — 2, сообщения — 1')
})
