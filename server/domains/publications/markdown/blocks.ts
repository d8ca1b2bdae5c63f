/** The content of a text, without anything that must not reach a reader. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  /** `href` is http(s), mailto or a path of the site. */
  | { kind: 'link'; href: string; isOwn: boolean; children: Inline[] }
  | Picture

/** `key` is `null` for a picture that is not in our store. */
export interface Picture {
  kind: 'picture'
  key: string | null
  alt: string
  caption: string
}

export interface Heading {
  kind: 'heading'
  level: 2 | 3 | 4
  id: string
  children: Inline[]
}

export interface Table {
  kind: 'table'
  align: ('left' | 'right' | 'center' | null)[]
  head: Inline[][]
  /** Each has as many cells as the header row. */
  rows: Inline[][][]
}

export interface List {
  kind: 'list'
  /** The number of the first item; `null` for bullets. */
  start: number | null
  items: Block[][]
}

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' }
  | Heading
  | Picture
  | Table
  | List

/** The text without markup. */
export function plainTextOf(inlines: Inline[]): string {
  return inlines
    .map(inline => {
      switch (inline.kind) {
        case 'text':
        case 'code':
          return inline.text
        case 'break':
          return ' '
        case 'picture':
          return inline.alt
        case 'strong':
        case 'emphasis':
        case 'link':
          return plainTextOf(inline.children)
      }
    })
    .join('')
}

function* picturesIn(inlines: Inline[]): Generator<Picture> {
  for (const inline of inlines) {
    if (inline.kind === 'picture') yield inline
    else if ('children' in inline) yield* picturesIn(inline.children)
  }
}

/** Every picture of a text. */
export function* picturesOf(blocks: Block[]): Generator<Picture> {
  for (const block of blocks) {
    switch (block.kind) {
      case 'picture':
        yield block
        break
      case 'paragraph':
      case 'heading':
        yield* picturesIn(block.children)
        break
      case 'quote':
        yield* picturesOf(block.children)
        break
      case 'list':
        for (const item of block.items) yield* picturesOf(item)
        break
      case 'table':
        for (const cell of [block.head, ...block.rows].flat()) yield* picturesIn(cell)
        break
      case 'code':
      case 'rule':
        break
    }
  }
}
