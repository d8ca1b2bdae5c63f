import type { BlockContent, Definition, DefinitionContent, PhrasingContent, RootContent, TableRow } from 'mdast'
import { transliterate } from '#server/platform/transliterate.ts'
import { keyOfPath, readHref } from './addresses.ts'
import { type Block, type Heading, type Inline, type Picture, plainTextOf } from './blocks.ts'
import { MarkdownRefusal, refuseIntricacy } from './intricacy.ts'
import { readMarkdown } from './read-markdown.ts'

/** Limit for the total length of link addresses: one reference definition can be used many times. */
const addressesLength = 200_000

const textInline = (text: string): Inline => ({ kind: 'text', text })

/** Turns the syntax tree of one text into blocks. */
class TextReader {
  private readonly definitions = new Map<string, Definition>()
  /** Ids of headings, with the next number for a heading of the same name. */
  private readonly ids = new Map<string, number>()
  private level = 1
  private addresses = 0

  constructor(content: RootContent[]) {
    for (const node of content) if (node.type === 'definition') this.define(node)
  }

  /** The first definition of a name counts. */
  private define(node: Definition): void {
    if (!this.definitions.has(node.identifier)) this.definitions.set(node.identifier, node)
  }

  private link(address: string, content: PhrasingContent[]): Inline[] {
    const children = this.inlines(content)
    const target = readHref(address)
    if (!target) return children
    this.addresses += address.length
    if (this.addresses > addressesLength) refuseIntricacy()
    return [{ kind: 'link', ...target, children }]
  }

  private picture(address: string, alt: string | null | undefined, title: string | null | undefined): Picture {
    return { kind: 'picture', key: keyOfPath(address), alt: alt ?? '', caption: title ?? '' }
  }

  private inline(node: PhrasingContent): Inline[] {
    switch (node.type) {
      case 'text':
      case 'html':
        return [textInline(node.value)]
      case 'inlineCode':
        return [{ kind: 'code', text: node.value }]
      case 'break':
        return [{ kind: 'break' }]
      case 'strong':
      case 'emphasis':
        return [{ kind: node.type, children: this.inlines(node.children) }]
      case 'delete':
        return this.inlines(node.children)
      case 'link':
        return this.link(node.url, node.children)
      case 'linkReference':
        return this.link(this.definitions.get(node.identifier)?.url ?? '', node.children)
      case 'image':
        return [this.picture(node.url, node.alt, node.title)]
      case 'imageReference': {
        const definition = this.definitions.get(node.identifier)
        return [this.picture(definition?.url ?? '', node.alt, definition?.title)]
      }
      case 'footnoteReference':
        return []
    }
  }

  private inlines(nodes: PhrasingContent[]): Inline[] {
    return nodes.flatMap(node => this.inline(node))
  }

  /** An id that is unique among the text's headings; the prefix keeps it apart from the other ids of the page. */
  private claimId(name: string): string {
    const base = `h-${transliterate(name, 60)}`
    for (let number = this.ids.get(base) ?? 1; ; number++) {
      const id = number === 1 ? base : `${base}-${number}`
      if (number > 1 && this.ids.has(id)) continue
      this.ids.set(base, number + 1)
      if (id !== base) this.ids.set(id, 2)
      return id
    }
  }

  /** Keeps its level, unless that would skip one after the heading before. */
  private heading(depth: number, content: PhrasingContent[]): Heading {
    const children = this.inlines(content)
    const level = Math.min(Math.max(depth, 2), 4, this.level + 1) as Heading['level']
    this.level = level
    return { kind: 'heading', level, id: this.claimId(plainTextOf(children)), children }
  }

  private row({ children }: TableRow, columns: number): Inline[][] {
    return Array.from({ length: columns }, (_, index) => this.inlines(children[index]?.children ?? []))
  }

  private block(node: BlockContent | DefinitionContent): Block[] {
    switch (node.type) {
      case 'paragraph': {
        const children = this.inlines(node.children)
        const [only] = children
        return children.length === 1 && only?.kind === 'picture' ? [only] : [{ kind: 'paragraph', children }]
      }
      case 'heading':
        return [this.heading(node.depth, node.children)]
      case 'blockquote':
        return [{ kind: 'quote', children: this.blocks(node.children) }]
      case 'list': {
        const items = node.children.map(item => this.blocks(item.children))
        return [{ kind: 'list', start: node.ordered ? (node.start ?? 1) : null, items }]
      }
      case 'table': {
        const [head, ...rows] = node.children
        const columns = head?.children.length ?? 0
        const align = Array.from({ length: columns }, (_, index) => node.align?.[index] ?? null)
        return [
          {
            kind: 'table',
            align,
            head: head ? this.row(head, columns) : [],
            rows: rows.map(row => this.row(row, columns)),
          },
        ]
      }
      case 'code':
        return [{ kind: 'code', text: node.value }]
      case 'html':
        return [{ kind: 'paragraph', children: [textInline(node.value)] }]
      case 'thematicBreak':
        return [{ kind: 'rule' }]
      case 'definition':
      case 'footnoteDefinition':
        return []
    }
  }

  blocks(nodes: RootContent[]): Block[] {
    return nodes.flatMap(node => this.block(node as BlockContent | DefinitionContent))
  }
}

/** The blocks of a text in Markdown. Throws MarkdownRefusal for text that is too complex. */
export function readText(text: string): Block[] {
  const { children } = readMarkdown(text)
  return new TextReader(children).blocks(children)
}

/** The same for a stored text: if later bounds refuse it, it is shown as it was typed. */
export function readStoredText(text: string): Block[] {
  try {
    return readText(text)
  } catch (error) {
    if (!(error instanceof MarkdownRefusal)) throw error
    return text.split(/\n{2,}/).map(part => ({ kind: 'paragraph', children: [textInline(part)] }))
  }
}
