import { ink } from '#server/platform/print/paper.ts'
import { plainRuns, type Run } from '#server/platform/print/runs.ts'
import { inBold, inItalic, type Style } from '#server/platform/print/styles.ts'
import { readHref } from '../markdown/addresses.ts'
import type { Inline } from '../markdown/blocks.ts'

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
