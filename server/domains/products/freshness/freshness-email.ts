import { compose } from '#server/platform/mail/compose-email.ts'
import type { Email } from '#server/platform/mail/mail.ts'
import { linkDays } from './confirm-tokens.ts'

const plural = new Intl.PluralRules('ru')
const numbers = new Intl.NumberFormat('ru-RU')
const forms: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'размер', few: 'размера' }

/** «12 размеров» */
export const countedSizes = (sizes: number) => `${numbers.format(sizes)} ${forms[plural.select(sizes)] ?? 'размеров'}`

const dates = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' })

interface Ageing {
  company: string
  sizes: number
  oldest: Date | null
}

/** Asks one of a company's people whether its prices and stock are still right. */
export function ageingByEmail(to: string, { company, sizes, oldest }: Ageing, publicUrl: string, token: string): Email {
  return compose({
    to,
    subject: `Цены ещё в силе? ${company}`,
    before: [
      `Здравствуйте! Цены и наличие вашей компании давно не подтверждали: ${countedSizes(sizes)}${
        oldest ? `, самые давние — с ${dates.format(oldest)}` : ''
      }. Покупатели видят эту дату, а через полтора месяца такие предложения показываются после свежих.`,
      'Если ничего не изменилось, подтвердите всё сразу:',
    ],
    button: { label: 'Всё в силе', link: `${publicUrl}/confirm-offers?token=${encodeURIComponent(token)}` },
    after: [
      `Если изменилось, поправьте на странице «Мои растения»: ${publicUrl}/products/my_products`,
      `Ссылка действует ${linkDays} дней, не пересылайте её. Такое письмо приходит не чаще раза в две недели и только пока есть что подтверждать.`,
    ],
  })
}
