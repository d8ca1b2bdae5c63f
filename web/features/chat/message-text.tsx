import { addressPattern, foundAddress } from '#web/ui/found-link.ts'
import { StrangersLink } from '#web/ui/strangers-link.tsx'

/** A message with its line breaks; addresses are links, long words are broken. */
export function MessageText({ body }: { body: string }) {
  return (
    <span className="text-wrap wrap-anywhere whitespace-pre-wrap">
      {linkParts(body).map(({ text, href }, index) =>
        href ? (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of one fixed text
          <StrangersLink key={index} href={href} className="text-inherit">
            {text}
          </StrangersLink>
        ) : (
          text
        ),
      )}
    </span>
  )
}

/** A piece of a message: its text and, for a link, the address. */
export interface TextPart {
  text: string
  href?: string
}

const addresses = new RegExp(addressPattern, 'giu')

/** A message in pieces, in order; joined they give the message again. */
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
