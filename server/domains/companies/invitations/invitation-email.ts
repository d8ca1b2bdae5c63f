import { invitationDays } from '#contract/invitations.ts'
import { compose } from '#server/platform/mail/compose-email.ts'
import type { Email } from '#server/platform/mail/mail.ts'

/**
 * `company`: its name, or `null` where it may not be written: a company gives itself its name, and nobody shall send
 * their own words to any address in our letters. The page that the link opens says the name.
 */
export function invitationEmail(to: string, publicUrl: string, key: string, company: string | null): Email {
  return compose({
    to,
    subject: 'Вас приглашают работать в компании на «Дендро»',
    before: [
      `Здравствуйте! ${company === null ? 'Создатель компании' : `Компания «${company.replaceAll(/[«»]/g, '')}»`} на «Дендро» приглашает вас вести её растения, прайс-лист и переписку с покупателями.`,
      'Откройте ссылку: там видно, кто приглашает. Вы войдёте или зарегистрируетесь с этим адресом и сами решите, принимать ли приглашение.',
    ],
    button: { label: 'Посмотреть приглашение', link: `${publicUrl}/teams/invitation?token=${key}` },
    after: [
      `Приглашение действует ${invitationDays} дней и только для этого адреса.`,
      'Если вы не знаете, о чём речь, ничего не делайте: без вашего согласия ничего не произойдёт.',
    ],
  })
}
