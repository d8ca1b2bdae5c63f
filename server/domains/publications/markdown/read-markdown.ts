import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { checkLines, countMarks, MarkdownRefusal, refuseIntricacy } from './intricacy.ts'

/** More than anybody writes by hand. */
const limits = { nodes: 20_000, depth: 32, columns: 12 } as const

function checkTree(root: Root): void {
  let count = 0
  const pending: { node: Nodes; depth: number }[] = [{ node: root, depth: 0 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, depth } = next
    if (++count > limits.nodes || depth > limits.depth) refuseIntricacy()
    if (node.type === 'tableRow' && node.children.length > limits.columns) {
      throw new MarkdownRefusal(`В таблице больше ${limits.columns} столбцов`)
    }
    if ('children' in node) for (const child of node.children) pending.push({ node: child, depth: depth + 1 })
  }
}

/**
 * The syntax tree of a text: CommonMark and tables. Throws MarkdownRefusal for text that is too complex, so that no
 * text of the contract's length takes longer than a fraction of a second.
 */
export function readMarkdown(text: string): Root {
  checkLines(text)
  const root = fromMarkdown(text, {
    extensions: [countMarks(), gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  })
  checkTree(root)
  return root
}
