import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { recoveryCodeCount } from '#contract/second-factor.ts'

/** Parameters of the app's codes (RFC 6238, as all apps support them): six digits of SHA-1, valid for half a minute. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Time steps by which the person's clock may differ from the server's. */
const tolerance = 1

const isAppCode = /^\d{6}$/

/** A new secret, in Base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The URI in the QR code that an app reads. */
export const uriOf = (secret: string, email: string): string =>
  new TOTP({ ...settings, issuer: 'Дендро', label: email, secret }).toString()

/** The time step of a code of the app; `null` if it is not currently valid. */
export function stepOf(secret: string, code: string): number | null {
  const token = code.replaceAll(/\s/g, '')
  if (!isAppCode.test(token)) return null
  const timestamp = Date.now()
  const validated = { ...settings, secret: Secret.fromBase32(secret), token, timestamp, window: tolerance }
  const steps = TOTP.validate(validated)
  return steps === null ? null : TOTP.counter({ ...settings, timestamp }) + steps
}

/** Crockford's alphabet, without letters that are easily confused: a byte's last five bits choose one. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const recoveryLength = 28

/** Codes of 140 random bits each, in groups for easier typing. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const characters = Array.from(randomBytes(recoveryLength), byte => alphabet[byte % alphabet.length])
    return (characters.join('').match(/.{4}/g) ?? []).join('-')
  })
}

/** A recovery code normalised for comparison: case, spaces, hyphens and look-alikes do not count. */
export const plainRecoveryCode = (code: string): string =>
  code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
