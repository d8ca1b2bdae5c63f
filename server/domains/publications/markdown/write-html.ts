import { avifSrcSet, pictureSrcSet } from '#contract/media.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { Block, Inline, Picture, Table } from './blocks.ts'

type Media = Pick<MediaStore, 'urls'>

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, letter => escapes[letter] ?? '')

/** Width of the text column in pixels; set in CSS too. */
const columnWidth = 720

function pictureHtml({ key, alt }: Picture, media: Media): string {
  if (key === null) return escapeHtml(alt)
  const { get_image } = media.urls(key)
  const sizes = `(min-width: ${columnWidth}px) ${columnWidth}px, 100vw`
  const avif = `<source type="image/avif" srcset="${escapeHtml(avifSrcSet(get_image) ?? '')}" sizes="${sizes}">`
  return `<picture>${avif}<img src="${escapeHtml(get_image)}" srcset="${escapeHtml(pictureSrcSet(get_image) ?? '')}" sizes="${sizes}" alt="${escapeHtml(alt)}" loading="lazy" decoding="async"></picture>`
}

function inlineHtml(inline: Inline, media: Media): string {
  switch (inline.kind) {
    case 'text':
      return escapeHtml(inline.text)
    case 'code':
      return `<code>${escapeHtml(inline.text)}</code>`
    case 'break':
      return '<br>'
    case 'strong':
      return `<strong>${inlinesHtml(inline.children, media)}</strong>`
    case 'emphasis':
      return `<em>${inlinesHtml(inline.children, media)}</em>`
    case 'link': {
      const rel = inline.isOwn ? '' : ' rel="nofollow noopener"'
      return `<a href="${escapeHtml(inline.href)}"${rel}>${inlinesHtml(inline.children, media)}</a>`
    }
    case 'picture':
      return pictureHtml(inline, media)
  }
}

function inlinesHtml(inlines: Inline[], media: Media): string {
  return inlines.map(inline => inlineHtml(inline, media)).join('')
}

function tableHtml({ align, head, rows }: Table, media: Media): string {
  const cell = (name: string, inlines: Inline[], column: number) => {
    const side = align[column]
    return `<${name}${side ? ` style="text-align:${side}"` : ''}>${inlinesHtml(inlines, media)}</${name.split(' ')[0]}>`
  }
  const headRow = head.map((inlines, column) => cell('th scope="col"', inlines, column)).join('')
  const bodyRows = rows.map(row => `<tr>${row.map((inlines, column) => cell('td', inlines, column)).join('')}</tr>`)
  const body = rows.length > 0 ? `<tbody>${bodyRows.join('')}</tbody>` : ''
  // A scrollable element must be reachable by keyboard.
  return `<div class="table-scroll" role="region" aria-label="Таблица" tabindex="0"><table><thead><tr>${headRow}</tr></thead>${body}</table></div>`
}

function blockHtml(block: Block, media: Media): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${inlinesHtml(block.children, media)}</p>`
    case 'heading':
      return `<h${block.level} id="${escapeHtml(block.id)}">${inlinesHtml(block.children, media)}</h${block.level}>`
    case 'picture': {
      if (block.key === null) return `<p>${escapeHtml(block.alt)}</p>`
      const caption = block.caption === '' ? '' : `<figcaption>${escapeHtml(block.caption)}</figcaption>`
      return `<figure>${pictureHtml(block, media)}${caption}</figure>`
    }
    case 'quote':
      return `<blockquote>${writeHtml(block.children, media)}</blockquote>`
    case 'list': {
      const items = block.items.map(item => `<li>${itemHtml(item, media)}</li>`).join('')
      if (block.start === null) return `<ul>${items}</ul>`
      return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>${items}</ol>`
    }
    case 'table':
      return tableHtml(block, media)
    case 'code':
      return `<pre tabindex="0"><code>${escapeHtml(block.text)}</code></pre>`
    case 'rule':
      return '<hr>'
  }
}

/** The first paragraph of an item is on the line of its bullet. */
function itemHtml([first, ...rest]: Block[], media: Media): string {
  if (first?.kind !== 'paragraph') return writeHtml(first ? [first, ...rest] : [], media)
  return `${inlinesHtml(first.children, media)}${writeHtml(rest, media)}`
}

/** HTML of a text, safe to insert into a page: every tag and attribute in it is written here. */
export function writeHtml(blocks: Block[], media: Media): string {
  return blocks.map(block => blockHtml(block, media)).join('\n')
}
