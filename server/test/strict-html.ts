const address = '[^"<>\\s]+'
const text = '[^"<>]*'

/** Every tag allowed in a text, exactly as written; `null` for those without an end tag. */
const tags: [opening: RegExp, closing: string | null][] = [
  ...['p', 'strong', 'em', 'code', 'blockquote', 'ul', 'ol', 'li', 'figure', 'figcaption', 'table', 'thead'].map(
    (name): [RegExp, string] => [new RegExp(`^<${name}>$`), `</${name}>`],
  ),
  ...['tbody', 'tr'].map((name): [RegExp, string] => [new RegExp(`^<${name}>$`), `</${name}>`]),
  ...['2', '3', '4'].map((level): [RegExp, string] => [new RegExp(`^<h${level} id="h-[a-z0-9-]*">$`), `</h${level}>`]),
  [/^<br>$/, null],
  [/^<hr>$/, null],
  [new RegExp(`^<a href="${address}"(?: rel="nofollow noopener")?>$`), '</a>'],
  [
    new RegExp(
      `^<img src="${address}" srcset="${text}" sizes="${text}" alt="${text}" loading="lazy" decoding="async">$`,
    ),
    null,
  ],
  [/^<picture>$/, '</picture>'],
  [new RegExp(`^<source type="image/avif" srcset="${text}" sizes="${text}">$`), null],
  [/^<ol start="\d+">$/, '</ol>'],
  [/^<div class="table-scroll" role="region" aria-label="Таблица" tabindex="0">$/, '</div>'],
  [/^<th scope="col"(?: style="text-align:(?:left|right|center)")?>$/, '</th>'],
  [/^<td(?: style="text-align:(?:left|right|center)")?>$/, '</td>'],
  [/^<pre tabindex="0">$/, '</pre>'],
]

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const decode = (written: string) => written.replace(/&[a-z#0-9]+;/g, entity => entities[entity] ?? entity)

function checkText(written: string): void {
  if (/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/.test(written)) throw new Error(`not escaped: ${written}`)
}

/** The content of a text's HTML. Throws for any other tags and attributes. */
export function readStrictly(html: string): { text: string; links: string[]; pictures: string[] } {
  const open: string[] = []
  let content = ''
  const links: string[] = []
  const pictures: string[] = []
  for (const [, tag, between = ''] of html.matchAll(/(<[^>]*>?)|([^<]+)/g)) {
    if (tag === undefined) {
      checkText(between)
      content += decode(between)
      continue
    }
    if (tag.startsWith('</')) {
      if (open.pop() !== tag) throw new Error(`${tag} closes nothing`)
      continue
    }
    const known = tags.find(([opening]) => opening.test(tag))
    if (!known) throw new Error(`no tag of a text: ${tag}`)
    if (known[1] !== null) open.push(known[1])
    for (const [, name, value = ''] of tag.matchAll(/ (\w+)="([^"]*)"/g)) {
      checkText(value)
      if (name === 'href') links.push(decode(value))
      if (name === 'src') pictures.push(decode(value))
    }
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(' ')}`)
  return { text: content, links, pictures }
}
