import { readHref } from '../markdown/addresses.ts'
import type { Inline } from '../markdown/blocks.ts'
import { inFaces } from './letters.ts'
import { ink } from './paper.ts'
import { inBold, inItalic, type Style } from './styles.ts'

/** Text in one style; `null` starts a new line. */
export type Run = { text: string; style: Style } | null

export function plainRuns(text: string, style: Style): Run[] {
  return inFaces(text, style.face).map(piece => ({
    text: piece.text,
    style: piece.face === style.face ? style : { ...style, face: piece.face },
  }))
}

/** The styled text of a paragraph, heading or cell. */
export function runsOf(inlines: Inline[], style: Style): Run[] {
  return inlines.flatMap((inline): Run[] => {
    switch (inline.kind) {
      case 'text':
        return plainRuns(inline.text, style)
      case 'code':
        return plainRuns(inline.text, { ...style, face: 'label', size: style.size * 0.92 })
      case 'break':
        return [null]
      case 'strong':
        return runsOf(inline.children, inBold(style))
      case 'emphasis':
        return runsOf(inline.children, inItalic(style))
      case 'link':
        return runsOf(inline.children, { ...style, colour: ink.leaf, href: inline.href })
      case 'picture':
        return plainRuns(inline.alt, inItalic(style))
    }
  })
}

/** Keeps line breaks as typed. */
export function codeRuns(text: string, style: Style): Run[] {
  const lines = text.replaceAll('\t', '    ').split('\n')
  return lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [null]),
    ...plainRuns(
      line.replace(/^ +/, spaces => '\u00a0'.repeat(spaces.length)),
      style,
    ),
  ])
}

/** The absolute address of a link, for a document outside the site. */
export function outsideAddress(href: string, publicUrl: string): string | null {
  const target = readHref(href)
  if (!target) return null
  const address = target.isOwn ? publicUrl + href : href
  return URL.canParse(address) ? new URL(address).href : null
}
