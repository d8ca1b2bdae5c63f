import { describe, expect, it } from 'vitest'
import { readStrictly } from '#server/test/strict-html.ts'
import { readStoredText, readText } from './read-text.ts'
import { writeHtml } from './write-html.ts'

const media = {
  urls: (key: string) => ({ get_image: `https://dendro.test/media/${key}-1280.webp`, get_thumbnail: '' }),
}
const key = `ab/${'0123456789abcdef'.repeat(2)}`
const picture = `/media/${key}-1280.webp`
function htmlOf(text: string): string {
  const html = writeHtml(readText(text), media)
  readStrictly(html)
  return html
}
const idsOf = (text: string) => [...htmlOf(text).matchAll(/<h(\d) id="([^"]+)"/g)].map(([, level, id]) => [level, id])

describe('headings', () => {
  it('have ids of Latin letters, unique in a text', () => {
    const names = ['Ель', 'Ель', 'Ель 2', 'Ёлка «Ко́ника» & пихта?', '!!!', 'Ель', '**Ком** и `RB60`']
    expect(idsOf(names.map(name => `## ${name}`).join('\n'))).toEqual([
      ['2', 'h-el'],
      ['2', 'h-el-2'],
      ['2', 'h-el-2-2'],
      ['2', 'h-yolka-konika-pihta'],
      ['2', 'h-'],
      ['2', 'h-el-3'],
      ['2', 'h-kom-i-rb60'],
    ])
    const reversed = idsOf('## Ель 2\n## Ель\n## Ель\n## Ель 2').map(([, id]) => id)
    expect(reversed).toEqual(['h-el-2', 'h-el', 'h-el-3', 'h-el-2-2'])
  })

  it('skip no level and are below the level of the section name', () => {
    expect(idsOf('# Один\n#### Два\n###### Три\n## Четыре\nПять\n-').map(([level]) => level)).toEqual([
      '2',
      '3',
      '4',
      '2',
      '2',
    ])
  })
})

describe('blocks', () => {
  it('a table has aligned columns, and each row has as many cells as the header', () => {
    expect(htmlOf('| Ком | Вес |  |\n| :- | -: | :-: |\n| **60** | 130–170 | a \\| b | лишнее |\n| 80 |')).toBe(
      '<div class="table-scroll" role="region" aria-label="Таблица" tabindex="0"><table><thead><tr>' +
        '<th scope="col" style="text-align:left">Ком</th><th scope="col" style="text-align:right">Вес</th>' +
        '<th scope="col" style="text-align:center"></th></tr></thead><tbody><tr>' +
        '<td style="text-align:left"><strong>60</strong></td><td style="text-align:right">130–170</td>' +
        '<td style="text-align:center">a | b</td></tr><tr><td style="text-align:left">80</td>' +
        '<td style="text-align:right"></td><td style="text-align:center"></td></tr></tbody></table></div>',
    )
    expect(htmlOf('| Ком |\n| - |')).not.toContain('tbody')
  })

  it('lists can be nested, start at any number and contain blocks', () => {
    expect(htmlOf('3. Выкопать\n   - лопатой\n   - ковшом\n4. Поднять\n\n   За ком.')).toBe(
      '<ol start="3"><li>Выкопать<ul><li>лопатой</li><li>ковшом</li></ul></li><li>Поднять<p>За ком.</p></li></ol>',
    )
    expect(htmlOf('1. Раз\n\n- > Два\n-')).toBe(
      '<ol><li>Раз</li></ol>\n<ul><li><blockquote><p>Два</p></blockquote></li><li></li></ul>',
    )
  })

  it('a picture in its own paragraph is a figure with a caption, a picture among words is inline', () => {
    const sizes = 'sizes="(min-width: 720px) 720px, 100vw"'
    const files = (ending: string, widths: number[]) =>
      widths.map(width => `https://dendro.test/media/${key}-${width}.${ending} ${width}w`).join(', ')
    const img =
      `<picture><source type="image/avif" srcset="${files('avif', [160, 320, 400, 480, 560, 720, 960, 1280])}" ${sizes}>` +
      `<img src="https://dendro.test${picture}" srcset="${files('webp', [320, 640, 1280])}" ${sizes} ` +
      `alt="Ком в сетке" loading="lazy" decoding="async"></picture>`
    expect(htmlOf(`![Ком в сетке](${picture})`)).toBe(`<figure>${img}</figure>`)
    // All widths are offered, whichever was copied.
    expect(htmlOf(`![Ком в сетке](/media/${key}-320.webp "На *весу*")`)).toBe(
      `<figure>${img}<figcaption>На *весу*</figcaption></figure>`,
    )
    expect(htmlOf(`Вот ![Ком в сетке](${picture}) он`)).toBe(`<p>Вот ${img} он</p>`)
    expect(htmlOf(`![Ком в сетке][k]\n\n[k]: ${picture}`)).toBe(`<figure>${img}</figure>`)
    expect(htmlOf('![Ком в сетке](https://evil.example/a.webp "x")')).toBe('<p>Ком в сетке</p>')
  })

  it('everything else follows CommonMark', () => {
    expect(htmlOf('Ком *держат* **целым**,\nи `влажным`  \nвсегда\n\n---\n\n> Да\n\n```js\na < b\n```')).toBe(
      '<p>Ком <em>держат</em> <strong>целым</strong>,\nи <code>влажным</code><br>всегда</p>\n<hr>\n' +
        '<blockquote><p>Да</p></blockquote>\n<pre tabindex="0"><code>a &lt; b</code></pre>',
    )
    expect(htmlOf('[Ель][e] и [e]\n\n[E]: /a\n[e]: /b')).toBe('<p><a href="/a">Ель</a> и <a href="/a">e</a></p>')
    // A run of these is one mark, whatever its length.
    expect(htmlOf('a ``` b `` c')).toBe('<p>a ``` b `` c</p>')
    expect(htmlOf('a `` b ` c `` d')).toBe('<p>a <code>b ` c</code> d</p>')
  })
})

it('a stored text that later bounds refuse is shown as it was typed', () => {
  const text = `${'- a\n'.repeat(600)}\n\n<b>Конец</b>`
  expect(() => readText(text)).toThrow('В тексте больше 500 пунктов списков и цитат')
  const { text: shown } = readStrictly(writeHtml(readStoredText(text), media))
  expect(shown).toContain('- a\n- a')
  expect(shown).toContain('<b>Конец</b>')
})
