import { randomInt } from 'node:crypto'
import type { MailAddressForm, PriceListAddress } from '#contract/price-lists.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { companyOfLists } from '../price-lists.service.ts'
import { findAddress, insertAddress, updateAddress } from './by-mail.queries.ts'

/** Without letters and digits that look alike: people read addresses to each other. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const tokenLength = 18
const start = 'price-'

/** 89 random bits. */
const newToken = () => Array.from({ length: tokenLength }, () => letters[randomInt(letters.length)]).join('')

/** The token in the part of an address before the `@`, or `null` if it is not of this form. */
export function tokenIn(local: string): string | null {
  const token = local.startsWith(start) ? local.slice(start.length) : ''
  return token.length === tokenLength && [...token].every(letter => letters.includes(letter)) ? token : null
}

/** `domain`: where letters come in; `null`: nowhere. */
export function mailAddressService(db: Db, domain: string | null) {
  async function present(companyId: number): Promise<PriceListAddress> {
    const found = await findAddress(db, companyId)
    return { address: domain && found ? `${start}${found.token}@${domain}` : null, applies: found?.applies ?? null }
  }
  const notHere = () => new AppError('CONFLICT', 'Прайс-листы по почте здесь не принимаются: загрузите файл.')

  return {
    /** The company's address, which it gets now if it has none. */
    async getAddress(actor: Actor): Promise<PriceListAddress> {
      const companyId = companyOfLists(actor)
      if (domain !== null && !(await findAddress(db, companyId))) await insertAddress(db, companyId, newToken())
      return present(companyId)
    },

    /** Gives the company another address; the one before takes nothing from now on. Throws CONFLICT without a domain. */
    async renewAddress(actor: Actor): Promise<PriceListAddress> {
      const companyId = companyOfLists(actor)
      if (domain === null) throw notHere()
      await db.transaction(async tx => {
        const token = newToken()
        await insertAddress(tx, companyId, token)
        await updateAddress(tx, companyId, { token })
      })
      return present(companyId)
    },

    /** Says whether lists that come by e-mail are applied by themselves. Throws CONFLICT without a domain. */
    async changeAddress(actor: Actor, { applies }: MailAddressForm): Promise<PriceListAddress> {
      const companyId = companyOfLists(actor)
      if (domain === null) throw notHere()
      await db.transaction(async tx => {
        await insertAddress(tx, companyId, newToken())
        await updateAddress(tx, companyId, { applies })
      })
      return present(companyId)
    },
  }
}
