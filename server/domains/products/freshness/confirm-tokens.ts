import { createHmac, timingSafeEqual } from 'node:crypto'

/** Days for which an email's link confirms; a later email has another one. */
export const linkDays = 30

const dayOf = (time: number) => Math.floor(time / 86_400_000)

/** Signed addresses with which an email lets one person confirm their company's offers without signing in. */
export function confirmTokens(secret: string) {
  const key = createHmac('sha256', secret).update('confirming offers of a company').digest()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  return {
    tokenOf(companyId: number, userId: string, now = Date.now()): string {
      const text = `${companyId}.${userId}.${dayOf(now)}`
      return `${text}.${sign(text)}`
    },

    /** Whose it is; `null` for one that is not ours or too old. */
    read(token: string, now = Date.now()): { companyId: number; userId: string } | null {
      const [companyId = '', userId = '', day = '', signature = ''] = token.split('.')
      const [given, right] = [signature, sign(`${companyId}.${userId}.${day}`)].map(text => Buffer.from(text))
      if (!given || !right || given.length !== right.length || !timingSafeEqual(given, right)) return null
      return dayOf(now) - Number(day) <= linkDays ? { companyId: Number(companyId), userId } : null
    },
  }
}
export type ConfirmTokens = ReturnType<typeof confirmTokens>
