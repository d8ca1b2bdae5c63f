import { signatures } from '#server/platform/signatures.ts'

const hour = 60 * 60 * 1000
/** Milliseconds for which a file keeps its address, so that browsers need not fetch it again. */
const period = 3 * hour

/** What the query of a signed address says. */
interface Signed {
  /** Whose address it is. */
  for: string
  until: string
  signature: string
}

interface AddressDeps {
  secret: string
  publicUrl: string
  /** Of the call that answers with the file, up to its id. */
  path: string
  /** Addresses that are signed for one purpose are not valid for another. */
  purpose: string
}

/**
 * Signs the addresses of attached files. An address belongs to one person and is valid for three to six hours; that the
 * person may still see the file is checked each time (file-route.ts).
 */
export function fileAddresses({ secret, publicUrl, path, purpose }: AddressDeps) {
  const { sign, isValid } = signatures(secret, purpose)
  const signed = (fileId: string, personId: string, until: string) => `${fileId} ${personId} ${until}`

  return {
    path,

    urlOf(fileId: string, personId: string, now = Date.now()): string {
      const until = ((Math.floor(now / period) + 2) * period).toString(36)
      const query = new URLSearchParams({ for: personId, until, signature: sign(signed(fileId, personId, until)) })
      return `${publicUrl}${path}${fileId}/?${query}`
    },

    /** Until when (milliseconds since 1970) this is that person's address of the file; `null`: it is not, or no more. */
    validUntil(fileId: string, { for: personId, until, signature }: Signed, now = Date.now()): number | null {
      if (!isValid(signed(fileId, personId, until), signature)) return null
      const time = Number.parseInt(until, 36)
      return time > now ? time : null
    },
  }
}

export type FileAddresses = ReturnType<typeof fileAddresses>
