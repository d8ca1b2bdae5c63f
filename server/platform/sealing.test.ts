import { expect, it } from 'vitest'
import { sealer } from './sealing.ts'

const secret = 'a secret for tests only, long enough'
const { seal, open } = sealer(secret, 'tests')

it('opens what it has sealed, also in another process with the same secret', () => {
  expect(open(seal('JBSWY3DPEHPK3PXP', 'anna'), 'anna')).toBe('JBSWY3DPEHPK3PXP')
  expect(sealer(secret, 'tests').open(seal('ёж', 'anna'), 'anna')).toBe('ёж')
})

it('reveals nothing of the secret, and seals the same differently each time', () => {
  const sealed = seal('JBSWY3DPEHPK3PXP', 'anna')
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
  expect(seal('JBSWY3DPEHPK3PXP', 'anna')).not.toBe(sealed)
})

it('does not open text of another owner, secret or purpose, nor changed, truncated or invalid text', () => {
  const sealed = seal('JBSWY3DPEHPK3PXP', 'anna')
  expect(open(sealed, 'boris')).toBeNull()
  expect(sealer(`${secret}!`, 'tests').open(sealed, 'anna')).toBeNull()
  expect(sealer(secret, 'other tests').open(sealed, 'anna')).toBeNull()
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(open(changed.toString('base64url'), 'anna')).toBeNull()
  }
  for (const length of [0, 5, 12, 27, bytes.length - 1]) {
    expect(open(bytes.subarray(0, length).toString('base64url'), 'anna')).toBeNull()
  }
})
