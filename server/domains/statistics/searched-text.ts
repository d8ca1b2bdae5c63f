import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import { trimSigns } from '#server/platform/trim-signs.ts'

const longest = 100

/** An e-mail, a nickname, an address on the web. */
const leadsToSomebody = /@|https?:|www\.|[\p{L}\d-]\.\p{L}{2}/iu
/** Seven digits, with what is written between those of a telephone. */
const telephone = /\d(?:[\s()+.‐-–-]*\d){6}/u

/**
 * The words of a search as they are stored; `null` for what may tell of a person, for numbers alone, and for more than
 * somebody would write of a plant. `search`: the search as typed.
 */
export function textOf(words: string, search: string): string | null {
  const text = trimSigns(normalizeName(words), /[\s,.;:!?–-]/)
  if (leadsToSomebody.test(search.normalize('NFKC')) || telephone.test(text)) return null
  return text.length <= longest && /\p{L}{2}/u.test(text) ? text : null
}
