import PostalMime, { type Attachment } from 'postal-mime'
import { pictureLimits } from '#contract/media.ts'

/**
 * What a letter brings: one list; or nothing (`none`), several of which nobody says which one is meant, one that is too
 * large, or parts that nobody can take apart (`unreadable`).
 */
export type Attached =
  | { is: 'list'; fileName: string; content: Uint8Array }
  | { is: 'none' | 'several' | 'too_large' | 'unreadable' }

/** Bounds of a letter's parts; letters of people have a few. */
const most = { depth: 20, headers: 256 * 1024, attachments: 50, bytes: pictureLimits.bytes }

/** What programs put beside a list: pictures of a signature, proofs, cards, calendars, forwarded letters. */
const beside =
  /^(?:image|audio|video|font)\/|^application\/(?:pkcs7-|x-pkcs7-|pgp-|ms-tnef|ics)|^text\/(?:calendar|x?-?vcard|directory)|^message\//
const besideName = /\.(?:p7s|asc|sig|vcf|ics|jpe?g|png|gif|webp|svg|bmp|heic|eml|dat)$/
/** Names of what is a table for certain; texts and pages may also be a company's small print. */
const table = /\.(?:xlsx|xlsm|xls|ods|csv|tsv)$/

const nameOf = ({ filename }: Attachment) => (filename ?? '').slice(-255).toLowerCase()
const isBeside = (one: Attachment) => beside.test(one.mimeType.toLowerCase()) || besideName.test(nameOf(one))

/** Finds the list in a letter. It runs where letters may do no harm (server/reading). */
export async function attachedList(letter: Uint8Array): Promise<Attached> {
  const parsed = await PostalMime.parse(letter, {
    maxNestingDepth: most.depth,
    maxHeadersSize: most.headers,
    forceRfc822Attachments: true,
  }).catch(() => null)
  if (!parsed || parsed.attachments.length > most.attachments) return { is: 'unreadable' }
  const lists = parsed.attachments.filter(one => !isBeside(one))
  const tables = lists.filter(one => table.test(nameOf(one)))
  const meant = tables.length > 0 ? tables : lists
  const [list] = meant
  if (!list) return { is: 'none' }
  if (meant.length > 1) return { is: 'several' }
  const content = new Uint8Array(list.content as ArrayBuffer)
  if (content.length === 0) return { is: 'none' }
  if (content.length > most.bytes) return { is: 'too_large' }
  return { is: 'list', fileName: list.filename ?? '', content }
}
