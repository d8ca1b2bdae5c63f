import { signatures } from '#server/platform/signatures.ts'

/** Days for which an email's link confirms; a later email has another one. */
export const linkDays = 30

const dayOf = (time: number) => Math.floor(time / 86_400_000)

/** Signed addresses with which an email lets one person confirm their company's offers without signing in. */
export function confirmTokens(secret: string) {
  const { sign, isValid } = signatures(secret, 'confirming offers of a company')

  return {
    tokenOf(companyId: number, userId: string, now = Date.now()): string {
      const text = `${companyId}.${userId}.${dayOf(now)}`
      return `${text}.${sign(text)}`
    },

    /** Whose it is; `null` for one that is not ours or too old. */
    read(token: string, now = Date.now()): { companyId: number; userId: string } | null {
      const [companyId = '', userId = '', day = '', signature = ''] = token.split('.')
      if (!isValid(`${companyId}.${userId}.${day}`, signature)) return null
      return dayOf(now) - Number(day) <= linkDays ? { companyId: Number(companyId), userId } : null
    },
  }
}
export type ConfirmTokens = ReturnType<typeof confirmTokens>
