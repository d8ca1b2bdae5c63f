import { compose } from '#server/platform/mail/compose-email.ts'
import type { Email } from '#server/platform/mail/mail.ts'

/** What the quiet hours have held back, for somebody whom no browser tells. */
export function summaryEmail(to: string, summary: string, publicUrl: string): Email {
  return compose({
    to,
    subject: 'Что пришло, пока было тихо',
    before: [`Здравствуйте! ${summary}.`],
    button: { label: 'Открыть уведомления', link: `${publicUrl}/notifications` },
    after: ['Тихие часы и то, о чём сообщать письмом, выбирают в настройках уведомлений.'],
  })
}
