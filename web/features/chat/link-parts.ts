/** A piece of a message: its text and, for a link, where it leads. */
export interface TextPart {
  text: string
  href?: string
}

const addresses = /https?:\/\/[^\s<>"«»]+/giu

/** The end of a sentence is no end of an address, nor is a bracket that was opened before it. */
function addressIn(found: string): string {
  const text = found.replace(/[.,;:!?…'’”]+$/u, '')
  return text.endsWith(')') && !text.includes('(') ? addressIn(text.slice(0, -1)) : text
}

/** A message in pieces, in their order; joined they are the message again. */
export function linkParts(body: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of body.matchAll(addresses)) {
    const href = addressIn(found)
    if (!URL.canParse(href)) continue
    if (index > end) parts.push({ text: body.slice(end, index) })
    parts.push({ text: href, href })
    end = index + href.length
  }
  if (end < body.length) parts.push({ text: body.slice(end) })
  return parts
}
