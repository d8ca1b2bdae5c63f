import { addressPattern, foundAddress } from '#web/ui/found-link.ts'

/** A piece of a message: its text and, for a link, where it leads. */
export interface TextPart {
  text: string
  href?: string
}

const addresses = new RegExp(addressPattern, 'giu')

/** A message in pieces, in their order; joined they are the message again. */
export function linkParts(body: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of body.matchAll(addresses)) {
    const href = foundAddress(found)
    if (href === null) continue
    if (index > end) parts.push({ text: body.slice(end, index) })
    parts.push({ text: href, href })
    end = index + href.length
  }
  if (end < body.length) parts.push({ text: body.slice(end) })
  return parts
}
