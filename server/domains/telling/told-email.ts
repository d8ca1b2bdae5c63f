import type { ToldKind } from '#contract/notification-settings.ts'
import { compose } from '#server/platform/mail/compose-email.ts'
import type { Email } from '#server/platform/mail/mail.ts'
import { pushText } from './push-texts.ts'

interface Told {
  kind: ToldKind
  /** The name of who acted, if they may be named. */
  actor: string | null
  /** The page to open. */
  path: string
}

/** One event in the words of its push, which says no more than a lock screen may show. */
export function toldEmail(
  to: string,
  { kind, actor, path }: Told,
  { publicUrl, unsubscribeUrl }: { publicUrl: string; unsubscribeUrl: string },
): Email {
  const words = pushText(kind, actor)
  return compose({
    to,
    subject: words,
    before: [`Здравствуйте! ${words}.`],
    button: { label: 'Открыть', link: `${publicUrl}${path}` },
    after: [],
    unsubscribe: {
      label: 'О чём сообщать письмом',
      link: `${publicUrl}/profile/edit/notifications`,
      postUrl: unsubscribeUrl,
    },
  })
}
