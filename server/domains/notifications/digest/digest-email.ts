import { compose } from '#server/platform/mail/compose-email.ts'
import type { Email } from '#server/platform/mail/mail.ts'

/** What a person has missed, in one letter. */
export function digestByEmail(
  to: string,
  { lines, more }: { lines: string[]; more: number },
  { publicUrl, unsubscribeUrl }: { publicUrl: string; unsubscribeUrl: string },
): Email {
  return compose({
    to,
    subject: 'Что вы пропустили на «Дендро»',
    before: ['Здравствуйте! Пока вас не было:', ...lines.map(line => `• ${line}`)],
    button: { label: 'Открыть уведомления', link: `${publicUrl}/notifications` },
    after: more > 0 ? [`И ещё ${more}.`] : [],
    unsubscribe: {
      label: 'Не присылать такие письма',
      link: `${publicUrl}/profile/edit/notifications`,
      postUrl: unsubscribeUrl,
    },
  })
}
