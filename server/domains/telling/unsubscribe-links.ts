import { type ToldKind, toldKinds } from '#contract/notification-settings.ts'
import { signatures } from '#server/platform/signatures.ts'

/** What letters are no longer wanted: those of a kind, or digests. */
export type Unsubscribed = ToldKind | 'digest'
/** Where a mail program's POST ends such letters (RFC 8058). */
export type UnsubscribeUrl = (personId: string, what: Unsubscribed) => string

const isUnsubscribed = (text: string): text is Unsubscribed =>
  text === 'digest' || toldKinds.some(kind => kind === text)

/** Signed addresses, one for a person and a kind of letters. They do not expire, because emails are read late. */
export function unsubscribeLinks(secret: string, publicUrl: string) {
  const { sign, isValid } = signatures(secret, 'unsubscribing from letters of a kind')
  const url: UnsubscribeUrl = (personId, what) => {
    const text = `${personId}.${what}`
    return `${publicUrl}/api/notification-settings/unsubscribe/${text}.${sign(text)}/`
  }
  return {
    url,
    /** `null` for a token without our signature. */
    read(token: string): { personId: string; what: Unsubscribed } | null {
      const [personId = '', what = '', signature = ''] = token.split('.')
      return isUnsubscribed(what) && isValid(`${personId}.${what}`, signature) ? { personId, what } : null
    },
  }
}
