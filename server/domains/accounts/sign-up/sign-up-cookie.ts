import { signatures } from '#server/platform/signatures.ts'
import { confirmationDays } from '../tokens.queries.ts'

interface SignUp {
  userId: string
  /** What was typed at this sign-up, hashed: another one of the same address has another. */
  passwordHash: string
}

const seconds = confirmationDays * 24 * 60 * 60

/**
 * The cookie of the browser in which somebody has signed up: only there the email's link signs in. Somebody else who has
 * signed up with one's address knows the password of that account, and somebody who is sent another's link would work in
 * an account that is not theirs. It names the account and this sign-up by a signature alone, and expires with the link.
 * `Lax`, because the link is opened from a mail program; with `__Host-` browsers take it from this host alone, over https.
 */
export function signUpCookies(secret: string, publicUrl: string) {
  const { sign, isValid } = signatures(secret, 'the browser of a sign-up')
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? '__Host-dendro_signup' : 'dendro_signup'
  const textOf = ({ userId, passwordHash }: SignUp, until: string) => `${userId} ${until} ${passwordHash}`

  return {
    /** The Set-Cookie header. */
    header(signUp: SignUp): string {
      const until = String(Math.floor(Date.now() / 1000) + seconds)
      const value = `${until}.${sign(textOf(signUp, until))}`
      return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
    },

    /** Whether this Cookie header is of the browser of the sign-up. */
    isIn(cookies: string | undefined, signUp: SignUp): boolean {
      const found = new RegExp(`(?:^|;)\\s*${name}=(\\d{1,12})\\.([\\w-]{43})\\s*(?:;|$)`).exec(cookies ?? '')
      const [, until = '', signature = ''] = found ?? []
      return isValid(textOf(signUp, until), signature) && Number(until) * 1000 > Date.now()
    },
  }
}

export type SignUpCookies = ReturnType<typeof signUpCookies>
