import { mentionsIn, withoutIds } from '#contract/mentions.ts'
import { addressPattern, foundAddress } from '#web/ui/found-link.ts'

/** A piece of a post's text: plain, a hashtag with its name, or a link with its address. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'hashtag'; text: string; tag: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mention'; text: string; id: string }

const pattern = new RegExp(`(?<link>${addressPattern})|#(?<tag>[\\p{L}\\p{M}\\p{Nd}_]+)`, 'giu')
/** The server does not accept a longer hashtag either. */
const longestTag = 255

function partOf({ link, tag }: Record<string, string | undefined>): TextPart | null {
  if (tag !== undefined) return tag.length > longestTag ? null : { kind: 'hashtag', text: `#${tag}`, tag }
  const href = foundAddress(link ?? '')
  return href === null ? null : { kind: 'link', text: href, href }
}

/** The text in pieces, in order; joined they give the text again as it is read, with «@Имя» for a mention. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { at, name, id, written } of mentionsIn(text)) {
    parts.push(...plainParts(text.slice(end, at)), { kind: 'mention', text: `@${name}`, id })
    end = at + written.length
  }
  return [...parts, ...plainParts(text.slice(end))]
}

function plainParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const part = partOf(match.groups ?? {})
    if (!part) continue
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push(part)
    end = match.index + part.text.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/** Characters of a post that a list shows. */
export const previewLength = 300

/** Whether a list shows only the beginning. */
export const isLong = (text: string) => [...withoutIds(text)].length > previewLength

/** The beginning of a text and an ellipsis; a link or hashtag that is cut keeps its address. */
export function previewParts(text: string, length = previewLength): TextPart[] {
  if ([...withoutIds(text)].length <= length) return textParts(text)
  const parts: TextPart[] = []
  let left = length
  for (const part of textParts(text)) {
    const letters = [...part.text]
    if (letters.length >= left) {
      parts.push({ ...part, text: letters.slice(0, left).join('').trimEnd() })
      break
    }
    parts.push(part)
    left -= letters.length
  }
  return [...parts, { kind: 'text', text: '…' }]
}
