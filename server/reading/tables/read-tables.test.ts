import { deflateRawSync } from 'node:zlib'
import * as xlsx from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { packStored } from '#server/platform/media/unpack-zip.ts'
import { docxOf, pdfOf } from '#server/test/list-files.ts'
import { readTables } from './read-tables.ts'

const bookOf = (rows: unknown[][], change: (sheet: xlsx.WorkSheet) => void = () => {}) => {
  const sheet = xlsx.utils.aoa_to_sheet(rows)
  change(sheet)
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, sheet, 'Прайс')
  return book
}
const bytesOf = (book: xlsx.WorkBook, bookType: xlsx.BookType = 'xlsx'): Buffer =>
  xlsx.write(book, { type: 'buffer', bookType, compression: true })

/** The parts of a workbook; the tests damage them. */
function partsOf(type: xlsx.BookType = 'xlsx', rows: unknown[][] = small): { name: string; content: Buffer }[] {
  const archive = xlsx.CFB.read(bytesOf(bookOf(rows), type), { type: 'buffer' })
  return archive.FileIndex.flatMap(({ content }: { content: Uint8Array }, at: number) => {
    const name = (archive.FullPaths[at] ?? '').replace(/^Root Entry\//, '')
    return name === '' || name.endsWith('/') || content.length === 0 ? [] : [{ name, content: Buffer.from(content) }]
  })
}
const small = [
  ['Название', 'Цена'],
  ['Туя', 100],
]
const withSheet = (xml: string) =>
  packStored(
    partsOf().map(part => (part.name === 'xl/worksheets/sheet1.xml' ? { ...part, content: Buffer.from(xml) } : part)),
  )
const worksheet = (body: string, head = '') =>
  `<?xml version="1.0"?>${head}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${body}</worksheet>`

/** An archive with one compressed part that claims to unpack to `declared` bytes. */
function compressed(name: string, content: Buffer, declared: number): Buffer {
  const packed = deflateRawSync(content)
  const stored = packStored([{ name, content: packed }])
  for (const [sign, method, size] of [
    ['PK\x03\x04', 8, 22],
    ['PK\x01\x02', 10, 24],
  ] as const) {
    const at = stored.lastIndexOf(Buffer.from(sign, 'latin1'))
    stored.writeUInt16LE(8, at + method)
    stored.writeUInt32LE(declared, at + size)
  }
  return stored
}

const rowsOf = async (bytes: Uint8Array) => {
  const tables = await readTables(bytes)
  if ('failure' in tables) throw new Error(tables.failure)
  return tables.sheets[0]?.rows
}

it('reads the same cells from every format, recognized by content', async () => {
  const rows = [
    ['Название', 'Цена'],
    ['Туя «Смарагд»', 1200.5],
    ['', ''],
    ['Липа', '=а'],
  ]
  const expected = [['Название', 'Цена'], ['Туя «Смарагд»', 1200.5], [], ['Липа', '=а']]
  for (const type of ['xlsx', 'biff8', 'ods'] as const)
    expect(await rowsOf(bytesOf(bookOf(rows), type)), type).toEqual(expected)
  const texts = [['Название', 'Цена'], ['Туя «Смарагд»', '1200,5'], [], ['Липа', '=а']]
  const csv = 'Название;Цена\r\nТуя «Смарагд»;"1200,5"\r\n\r\nЛипа;\'=а\r\n'
  expect(await rowsOf(Buffer.from(csv))).toEqual(texts)
  expect(await rowsOf(Buffer.from(`\ufeff${csv}`))).toEqual(texts)
  expect(await rowsOf(Buffer.from(`\ufeff${csv}`, 'utf16le'))).toEqual(texts)
  expect(await rowsOf(Buffer.from(csv, 'utf16le').swap16())).toEqual(texts)
  expect(await rowsOf(Buffer.from(csv.replaceAll(';', '\t')))).toEqual(texts)
})

it.each(['styles.xml', 'META-INF/manifest.xml', 'meta.xml'])('reads an ods without %s', async missing => {
  const parts = partsOf('ods')
  expect(parts.map(({ name }) => name)).toContain(missing)
  const rest = parts.filter(({ name }) => name !== missing)
  expect(await rowsOf(packStored(rest))).toEqual([
    ['Название', 'Цена'],
    ['Туя', 100],
  ])
})

it('reads windows-1251, quoted line breaks and quotes within cells', async () => {
  const win = Buffer.from([0xd2, 0xf3, 0xff, 0x3b, 0x35, 0x0a, 0xcb, 0xe8, 0xef, 0xe0, 0x3b, 0x37])
  expect(await rowsOf(win)).toEqual([
    ['Туя', '5'],
    ['Липа', '7'],
  ])
  expect(await rowsOf(Buffer.from('"а\nб ""в""",5" горшок\nг,д'))).toEqual([
    ['а\nб "в"', '5" горшок'],
    ['г', 'д'],
  ])
})

it('restores sizes that Excel made dates, and keeps what a format shows beside a number', async () => {
  const book = bookOf([[1, 2, 3, 4, 5, 6]], sheet => {
    sheet.A1 = { t: 'n', v: 46001, z: 'd-mmm' }
    sheet.B1 = { t: 'n', v: 41974, z: 'mmm-yy' }
    sheet.C1 = { t: 'n', v: 5, z: '"C"0' }
    sheet.D1 = { t: 'n', v: 12, z: '[$€-407] 0.00' }
    sheet.E1 = { t: 'n', v: 0.1, z: '0%' }
    sheet.F1 = { t: 'n', v: 0.125, z: '0.0%' }
  })
  expect(await rowsOf(bytesOf(book))).toEqual([
    [
      { year: 2025, month: 12, day: 10, shows: 'day_month' },
      { year: 2014, month: 12, day: 1, shows: 'month_year' },
      { number: 5, text: 'C5' },
      { number: 12, text: '€ 12.00' },
      { number: 0.1, text: '10 %' },
      { number: 0.125, text: '12.5 %' },
    ],
  ])
})

it('reads hidden rows and doubts them, and reports which sheets are hidden', async () => {
  const book = bookOf([['Туя'], ['', 'Липа'], ['']], sheet => {
    sheet['!rows'] = [{}, { hidden: true }, { hidden: true }]
  })
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['старое']]), 'Архив')
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] }
  const tables = await readTables(bytesOf(book))
  expect(tables).toMatchObject({
    sheets: [
      {
        name: 'Прайс',
        isHidden: false,
        rows: [['Туя'], ['', 'Липа']],
        doubts: [{ row: 1, column: 1, text: 'строка скрыта в файле' }],
      },
      { name: 'Архив', isHidden: true },
    ],
  })
})

it('doubts the rows of an ods that are hidden by hand or by a filter', async () => {
  const rows = Array.from({ length: 6 }, (_, at) => [`Туя ${at}`])
  let row = 0
  const hidden = partsOf('ods', rows).map(({ name, content }) => {
    const text = content.toString().replaceAll('<table:table-row>', tag => {
      const visibility = ['', ' table:visibility="collapse"', '', ' table:visibility="filter"'][row++] ?? ''
      return tag.replace('>', `${visibility}>`)
    })
    return { name, content: name === 'content.xml' ? Buffer.from(text) : content }
  })
  expect(await readTables(packStored(hidden))).toMatchObject({ sheets: [{ doubts: [{ row: 1 }, { row: 3 }] }] })
})

it('tells formulas whose values the file does not hold, and those whose value is empty are empty', async () => {
  const cells = [
    '<c r="A1" t="str"><v>Туя</v></c>',
    '<c r="B1" s="0"><f>600*2</f></c>',
    '<c r="C1"><f>600&lt;2</f><v></v></c>',
    '<c r="D1" t="n"><f t="shared" ref="D1" si="0">A1</f><v/></c>',
    '<c r="E1" t="str"><f>""</f><v></v></c>',
    '<c r="F1"><f>600*2</f><v>1200</v></c>',
    '<c r="G1"><f t="shared" si="0"/></c>',
  ]
  const doubt = (column: number) => {
    return { row: 0, column, text: 'формула без значения: откройте файл в Excel и сохраните его' }
  }
  const unsaved = 'формула без значения'
  expect(await readTables(withSheet(worksheet(`<sheetData><row r="1">${cells.join('')}</row></sheetData>`)))).toEqual({
    sheets: [
      {
        name: 'Прайс',
        isHidden: false,
        merges: [],
        rows: [['Туя', unsaved, unsaved, unsaved, '', 1200, unsaved]],
        doubts: [1, 2, 3, 6].map(doubt),
      },
    ],
  })
})

it('clips merged cells that extend over a whole sheet', async () => {
  const book = bookOf(
    [
      ['Туя', 'С5'],
      ['', ''],
    ],
    sheet => {
      sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 1_048_575, c: 16_383 } }]
    },
  )
  expect(await readTables(bytesOf(book))).toMatchObject({
    sheets: [{ merges: [{ top: 0, left: 0, bottom: 0, right: 1 }] }],
  })
})

describe('a document', () => {
  const cell = (text: string, properties = '') =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${text
      .split('\n')
      .map(line => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`)
      .join('')}</w:tc>`
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
  const table = (...rows: string[]) => `<w:tbl>${rows.join('')}</w:tbl>`
  const sheetOf = async (body: string) => {
    const tables = await readTables(await docxOf(body))
    if ('failure' in tables) throw new Error(tables.failure)
    return tables.sheets[0]
  }

  it('has merged cells', async () => {
    const body = table(
      row(cell('Название'), cell('Цена', '<w:gridSpan w:val="2"/>')),
      row(cell('Туя', '<w:vMerge w:val="restart"/>'), cell('80'), cell('900')),
      row(cell('', '<w:vMerge/>'), cell('100'), cell('1100')),
      row(cell('Липа', '<w:vMerge w:val="restart"/>'), cell('5'), cell('7')),
    )
    expect(await sheetOf(body)).toMatchObject({
      rows: [
        ['Название', 'Цена'],
        ['Туя', '80', '900'],
        ['', '100', '1100'],
        ['Липа', '5', '7'],
      ],
      merges: [
        { top: 0, left: 1, bottom: 0, right: 2 },
        { top: 1, left: 0, bottom: 2, right: 0 },
      ],
    })
  })

  it('has lines in a cell, tabs instead of a table, tables in tables, and text that nobody sees', async () => {
    const text = '<w:p><w:r><w:t>Липа</w:t><w:tab/><w:t>18&#8211;20</w:t><w:tab/><w:t>900 &amp; 5</w:t></w:r></w:p>'
    const unseen = '<w:moveFrom><w:r><w:t>старое</w:t></w:r></w:moveFrom><w:r><w:delText>стёрто</w:delText></w:r>'
    const inner = `<w:tc><w:p><w:r><w:t>до</w:t></w:r></w:p>${table(row(cell('а'), cell('б')))}<w:p/></w:tc>`
    const body = `${text}<w:p>${unseen}<w:r><w:t>конец</w:t></w:r></w:p>${table(row(cell('1'), inner, cell('Туя\nЕль')))}`
    expect((await sheetOf(body))?.rows).toEqual([
      ['Липа', '18–20', '900 & 5'],
      ['конец'],
      ['1', 'до'],
      ['а', 'б'],
      ['', '', 'Туя\nЕль'],
    ])
  })
})

describe('a page', () => {
  const sheetOf = async (html: string | Buffer) => {
    const tables = await readTables(Buffer.from(html as string))
    if ('failure' in tables) throw new Error(tables.failure)
    return tables.sheets[0]
  }

  it('has merged cells, entities, lines in a cell and text around the table', async () => {
    const html = `<!-- 1C --><TABLE><CAPTION>Прайс &laquo;Заря&raquo;</CAPTION>
      <TR><TH ROWSPAN=2>Название<TH COLSPAN=2>Цена
      <TR><TD>С5<TD>С10</TR>
      <TR><TD>Туя&nbsp;<B>западная</B><BR>Смарагд<TD>1&#160;200<TD>&mdash;</TABLE>Телефон`
    expect(await sheetOf(html)).toMatchObject({
      rows: [
        ['Прайс «Заря»'],
        ['Название', 'Цена'],
        ['', 'С5', 'С10'],
        ['Туя западная\nСмарагд', '1 200', '—'],
        ['Телефон'],
      ],
      merges: [
        { top: 1, left: 0, bottom: 2, right: 0 },
        { top: 1, left: 1, bottom: 1, right: 2 },
      ],
    })
  })

  it('is decoded as its bytes show, and otherwise as it says', async () => {
    const page = (charset: string) => `<html><meta charset=${charset}><table><tr><td>`
    const win = Buffer.from([0xd2, 0xf3, 0xff])
    const koi = Buffer.from([0xf4, 0xd5, 0xd1])
    const encodings: [Buffer, string][] = [
      [win, 'windows-1251'],
      [win, 'utf-8'],
      [win, 'no-such'],
      [koi, 'koi8-r'],
      [Buffer.from('Туя'), 'windows-1251'],
    ]
    for (const [word, charset] of encodings) {
      expect((await sheetOf(Buffer.concat([Buffer.from(page(charset)), word])))?.rows, charset).toEqual([['Туя']])
    }
    expect((await sheetOf(Buffer.from(`\ufeff${page('utf-16')}Туя`, 'utf16le')))?.rows).toEqual([['Туя']])
  })

  it('keeps what a button says of the stock, and no other words of buttons', async () => {
    const row = (button: string) => `<tr><td>Туя<td>900 ₽<td><button><span>${button}</span></button>`
    const page = `<table>${row('В корзину')}${row('Под заказ')}${row('Сообщить о поступлении')}</table>`
    expect((await sheetOf(page))?.rows).toEqual([
      ['Туя', '900 ₽'],
      ['Туя', '900 ₽', 'Под заказ'],
      ['Туя', '900 ₽', 'Сообщить о поступлении'],
    ])
  })

  it('clips cells that say that they extend over everything', async () => {
    const html = '<table><tr><td rowspan=100000 colspan=100000>Туя<tr><td>5<tr><td rowspan=0>7</table>'
    expect(await readTables(Buffer.from(html))).toEqual({ failure: expect.stringMatching(/200 столбцов/) })
    expect(await sheetOf('<table><tr><td rowspan=100000>Туя<td>5<tr><td rowspan=0>7<tr><td>8</table>')).toMatchObject({
      rows: [
        ['Туя', '5'],
        ['', '7'],
        ['', '', '8'],
      ],
      merges: [
        { top: 0, left: 0, bottom: 2, right: 0 },
        { top: 1, left: 1, bottom: 2, right: 1 },
      ],
    })
  })
})

describe('a PDF', () => {
  const rowsIn = async (draw: Parameters<typeof pdfOf>[0]) => rowsOf(await pdfOf(draw))
  type File = Parameters<Parameters<typeof pdfOf>[0]>[0]
  const line = (file: File, y: number, texts: Record<number, string>) => {
    for (const [left, text] of Object.entries(texts)) file.text(text, Number(left), y, { lineBreak: false })
  }

  it('continues a table over its pages, whose repeated titles and page numbers stand once', async () => {
    const names = [
      'Туя западная',
      'Липа мелколистная',
      'Ель колючая',
      'Дуб черешчатый',
      'Клён остролистный',
      'Тис ягодный',
    ]
    const rows = await rowsIn(file => {
      for (const page of [0, 1, 2]) {
        if (page > 0) file.addPage()
        if (page === 0) line(file, 40, { 40: 'Питомник' })
        line(file, 60, { 40: 'Название', 250: 'Размер', 400: 'Цена' })
        for (const at of [0, 1])
          line(file, 78 + at * 18, { 40: names[page * 2 + at] ?? '', 250: '80-100', 400: `${page}${at}0` })
        line(file, 780, { 250: `Страница ${page + 1} из 3` })
      }
    })
    const offers = names.map((name, at) => [name, '80-100', `${Math.floor(at / 2)}${at % 2}0`])
    expect(rows).toEqual([['Питомник'], ['Название', 'Размер', 'Цена'], ...offers, ['', 'Страница 3 из 3']])
  })

  it('keeps a line that stands on two pages by chance, and one that is not on every page', async () => {
    const rows = await rowsIn(file => {
      for (const texts of [
        ['а', 'б', 'в'],
        ['а', 'г', 'в'],
        ['а', 'б', 'д'],
      ]) {
        if (texts[1] !== 'б' || texts[2] !== 'в') file.addPage()
        for (const [at, text] of texts.entries()) line(file, 40 + at * 18, { 40: text, 200: at === 0 ? 'Цена' : '500' })
      }
    })
    expect(rows?.map(([text]) => text)).toEqual(['а', 'б', 'в', 'г', 'в', 'б', 'д'])
    const offer = { 40: 'Туя западная', 200: '500' }
    const twice = await rowsIn(file => {
      line(file, 40, offer)
      file.addPage()
      line(file, 40, offer)
    })
    expect(twice).toEqual([Object.values(offer), Object.values(offer)])
  })

  it('joins the lines of a cell, beside which others stand at half their height', async () => {
    const rows = await rowsIn(file => {
      line(file, 40, { 40: 'Название', 250: 'Размер', 400: 'Цена' })
      line(file, 64, { 40: 'Туя западная' })
      line(file, 69.5, { 250: '80-100', 400: '900' })
      line(file, 75, { 40: 'Смарагд' })
      line(file, 99, { 40: 'Ель колючая', 250: '40-60', 400: '4100' })
      line(file, 110, { 40: 'Глаука Глобоза' })
      line(file, 134, { 40: 'Липа', 250: '18-20', 400: '18000' })
      line(file, 158, { 300: 'Кустарники' })
      line(file, 182, { 40: 'Сирень', 250: '60-80', 400: '700' })
    })
    expect(rows).toEqual([
      ['Название', 'Размер', 'Цена'],
      ['Туя западная Смарагд', '80-100', '900'],
      ['Ель колючая Глаука Глобоза', '40-60', '4100'],
      ['Липа', '18-20', '18000'],
      ['Кустарники'],
      ['Сирень', '60-80', '700'],
    ])
  })

  type Aligned = 'top' | 'middle' | 'bottom'
  /** Draws rows of cells with their lines, as programs set tables: lines of `leading`, and `space` between rows. */
  const table = (file: File, rows: string[][], lefts: number[], align: Aligned, [leading, space]: [number, number]) => {
    let top = 40
    for (const cells of rows) {
      const lines = cells.map(cell => cell.split('\n'))
      const most = Math.max(...lines.map(({ length }) => length))
      for (const [at, own] of lines.entries()) {
        const free = (most - own.length) * { top: 0, middle: 0.5, bottom: 1 }[align]
        for (const [n, text] of own.entries()) line(file, top + (free + n) * leading, { [lefts[at] ?? 0]: text })
      }
      top += most * leading + space
    }
  }
  const wrappedOffers = [
    ['Наименование', 'Размер', 'Цена'],
    ['Туя западная саженец\nс закрытой корневой\nсистемой', '80-100', '900'],
    ['Липа мелколистная', '200-250', '4500'],
    ['Можжевельник казацкий\nТамарисцифолия', '40-60', '700'],
    ['Спирея японская', '40-60', '350'],
    ['Сирень обыкновенная\nМадам Лемуан', '60-80\n(куст)', '750'],
    ['Клён остролистный\nГлобозум', '200-250', '9500'],
  ]

  it.each<[Aligned, [number, number]]>([
    ['top', [12, 6]],
    ['middle', [12, 6]],
    ['bottom', [12, 6]],
    ['top', [10.5, 3]],
    ['middle', [10.5, 3]],
    ['bottom', [10.5, 3]],
    ['bottom', [12, 14]],
  ])('has wrapped cells at the %s of their rows, %j', async (align, distances) => {
    const rows = await rowsIn(file => table(file, wrappedOffers, [40, 250, 400], align, distances))
    expect(rows).toEqual(wrappedOffers.map(cells => cells.map(cell => cell.replaceAll('\n', ' '))))
  })

  it('has rows that all have two lines', async () => {
    const offers = wrappedOffers.filter(([name = '']) => name.split('\n').length === 2)
    for (const align of ['top', 'middle', 'bottom'] as const) {
      const rows = await rowsIn(file => table(file, offers, [40, 250, 400], align, [12, 6]))
      expect(rows, align).toEqual(offers.map(cells => cells.map(cell => cell.replaceAll('\n', ' '))))
    }
  })

  it('keeps headings that stand closer to the rows below than to those above', async () => {
    const rows = await rowsIn(file => {
      line(file, 40, { 50: 'Размер', 250: 'Наличие', 400: 'Цена' })
      for (const [at, name] of ['Туя западная', 'Липа мелколистная', 'Ель колючая'].entries()) {
        const y = 60 + at * 60
        line(file, y, { 40: name })
        line(file, y + 13, { 50: '80-100 · шир. 40-60 ·', 250: 'есть', 400: '900' })
        line(file, y + 25, { 50: 'C 10' })
        if (at === 1) line(file, y + 42, { 50: '100-120', 250: 'есть', 400: '1900' })
      }
    })
    const sizes = [
      ['80-100 · шир. 40-60 · C 10', 'есть', '900'],
      ['100-120', 'есть', '1900'],
    ]
    expect(rows).toEqual([
      ['Размер', 'Наличие', 'Цена'],
      ...['Туя западная', 'Липа мелколистная', 'Ель колючая'].flatMap((name, at) => [
        [name],
        ...sizes.slice(0, at === 1 ? 2 : 1),
      ]),
    ])
  })

  it('has rows in small letters, some without a cell', async () => {
    const offers = [
      ['кол-во', 'название', 'размер', 'тара'],
      ['пять штук', 'липа', '200-250', 'ком'],
      ['сто штук', 'туя', '80-100'],
      ['семь штук', 'ель', '', 'ком'],
    ]
    expect(await rowsIn(file => table(file, offers, [40, 140, 250, 400], 'top', [12, 6]))).toEqual(offers)
  })

  it('goes on in words where lines of a cell are as far apart as rows, and tells where nobody knows', async () => {
    const sheets = await readTables(
      await pdfOf(file => {
        table(
          file,
          [
            ['Наименование', 'Размер', 'Цена'],
            ['Туя западная\n(шар)', '80-100', '900'],
            ['Ель колючая\nс комом', '200-250', '4500'],
            ['Можжевельник казацкий', '40-60', 'по\nзапросу'],
            ['Липа мелколистная', '200-250 ·\nRB 60', '7000'],
          ],
          [40, 250, 400],
          'top',
          [12, 0],
        )
        file.font('bold')
        line(file, 148, { 40: 'Кустарники' })
        file.font('text')
        line(file, 160, { 40: 'Сирень обыкновенная', 250: '60-80', 400: '700' })
      }),
    )
    expect(sheets).toMatchObject({
      sheets: [
        {
          rows: [
            ['Наименование', 'Размер', 'Цена'],
            ['Туя западная (шар)', '80-100', '900'],
            ['Ель колючая', '200-250', '4500'],
            ['с комом'],
            ['Можжевельник казацкий', '40-60', 'по запросу'],
            ['Липа мелколистная', '200-250 · RB 60', '7000'],
            ['Кустарники'],
            ['Сирень обыкновенная', '60-80', '700'],
          ],
          doubts: [
            { row: 1, text: 'возможно, это две строки' },
            { row: 3, text: 'возможно, это продолжение строки выше' },
            { row: 2, text: 'возможно, продолжается в строке ниже', unlessHeading: 3 },
            { row: 4, text: 'возможно, это две строки' },
          ],
        },
      ],
    })
  })

  it('keeps headings like names, also in small letters, where rows are further apart than lines of a cell', async () => {
    const offers = [
      ['Наименование', 'Размер', 'Цена'],
      ['земляной ком 35 см'],
      ['Туя западная', '80-100', '900'],
      ['контейнер'],
      ['Ель колючая', '200-250', '4500'],
      ['Кустарники'],
      ['Сирень обыкновенная', '60-80', '700'],
    ]
    const tables = await readTables(await pdfOf(file => table(file, offers, [40, 250, 400], 'top', [10, 5])))
    expect(tables).toEqual({ sheets: [{ name: 'Лист1', isHidden: false, merges: [], rows: offers }] })
  })

  it('has tables with columns of their own, turned pages, and pages without text, which it tells', async () => {
    const offer = (at: number) => ({ 40: `Т-${at}`, 150: 'Туя', 250: '80-100', 420: `${at}00` })
    const rows = await rowsIn(file => {
      for (const at of [0, 1, 2]) line(file, 40 + at * 18, offer(at))
      file.addPage().rect(40, 40, 300, 300).fill()
      file.addPage()
      Object.assign(file.page.dictionary.data, { Rotate: 90 })
      file.save().translate(0, 842).rotate(-90)
      for (const at of [3, 4]) line(file, 40 + at * 18, offer(at))
      file.restore().addPage()
      line(file, 40, { 40: 'Доставка' })
      line(file, 70, { 40: 'По Твери и области, до ста километров от города', 420: '5000' })
      line(file, 88, { 40: 'По Москве и области, до ста километров от города', 420: '9000' })
    })
    expect(rows).toEqual([
      ...[0, 1, 2, 3, 4].map(at => Object.values(offer(at))),
      ['Доставка'],
      ['По Твери и области, до ста километров от города', '5000'],
      ['По Москве и области, до ста километров от города', '9000'],
      ['Примечание: без текста страницы 2'],
    ])
  })
})

const zeros = Buffer.alloc(300 * 1024 * 1024)
const numbered = (count: number) => Array.from({ length: count }, (_, at) => [`Туя ${at}`])
const overlapping = () => {
  const bytes = packStored([
    { name: 'xl/workbook.xml', content: Buffer.alloc(5000, 'a') },
    { name: 'xl/styles.xml', content: Buffer.alloc(5000, 'b') },
  ])
  // The second entry claims to be at the position of the first.
  bytes.writeUInt32LE(0, bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 42)
  return bytes
}
const encryptedFlag = () => {
  const bytes = packStored(partsOf())
  bytes.writeUInt16LE(0x0801, bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 8)
  return bytes
}
function encryptedWorkbook(): Buffer {
  const container = xlsx.CFB.utils.cfb_new()
  xlsx.CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(5000, 7))
  xlsx.CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(300, 7))
  return Buffer.from(xlsx.CFB.write(container, { type: 'buffer' }) as Uint8Array)
}

function oldDocument(): Buffer {
  const container = xlsx.CFB.utils.cfb_new()
  xlsx.CFB.utils.cfb_add(container, '/WordDocument', Buffer.alloc(5000, 7))
  return Buffer.from(xlsx.CFB.write(container, { type: 'buffer' }) as Uint8Array)
}

const hostile: [string, () => Buffer | Promise<Buffer>, RegExp][] = [
  ['an empty file', () => Buffer.alloc(0), /пуст/],
  ['a file of empty cells', () => Buffer.from(';;;\n;;;\n'), /ни одной/],
  [
    'a photo',
    () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 1, 2, 0, 0, 0, 3]),
    /картинка.*Пришлите файл, с которого она снята/,
  ],
  ['a PNG', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /картинка/],
  ['a HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), /картинка/],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><text>Туя</text></svg>'), /картинка/],
  ['a page without text', () => Buffer.from('<html><script>Туя</script><table><tr><td></table></html>'), /ни одной/],
  ['a scan', () => pdfOf(file => void file.rect(10, 10, 100, 100).fill()), /Это скан.*Пришлите файл, из которого/],
  ['a locked PDF', () => pdfOf(file => void file.text('Туя'), { userPassword: 'a', ownerPassword: 'b' }), /парол/],
  ['a damaged PDF', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n'), /поврежд.*Откройте его.*сохраните заново/],
  ['an RTF document', () => Buffer.from('{\\rtf1\\ansi Туя}'), /RTF: откройте его в Word.*сохраните как docx/],
  ['an old document', oldDocument, /старого Word: откройте.*сохраните как docx/],
  ['a web archive', () => Buffer.from('MIME-Version: 1.0\nContent-Type: multipart/related\n'), /сохраните как xlsx/],
  ['an XML file', () => Buffer.from('<?xml version="1.0"?><Workbook><Row>Туя</Row></Workbook>'), /сохраните как xlsx/],
  ['a RAR', () => Buffer.from('Rar!\x1a\x07\x01\0', 'latin1'), /Распакуйте/],
  [
    'a Numbers document',
    () => packStored([{ name: 'Index/Document.iwa', content: Buffer.alloc(9) }]),
    /Экспортировать/,
  ],
  [
    'an OpenDocument text',
    () => packStored([{ name: 'content.xml', content: Buffer.from('<office:text>Туя</office:text>') }]),
    /сохраните как docx/,
  ],
  [
    'an archive with a table in it',
    () => packStored([{ name: 'price.xlsx', content: bytesOf(bookOf([['Туя']])) }]),
    /архив/,
  ],
  [
    'a document without text',
    () => packStored([{ name: 'word/document.xml', content: Buffer.from('<w/>') }]),
    /поврежд/,
  ],
  [
    'a presentation',
    () => packStored([{ name: 'ppt/presentation.xml', content: Buffer.from('<p/>') }]),
    /Такой файл мы не читаем.*сохраните как xlsx/,
  ],
  ['a binary workbook', () => bytesOf(bookOf(small), 'xlsb'), /xlsb.*откройте.*сохраните как xlsx/],
  ['a SYLK table', () => bytesOf(bookOf(small), 'sylk'), /SYLK: откройте.*сохраните как xlsx/],
  ['a DIF table', () => bytesOf(bookOf(small), 'dif'), /DIF: откройте.*сохраните как xlsx/],
  ['a cut file', () => bytesOf(bookOf(numbered(500))).subarray(0, 6000), /поврежд.*Откройте его.*сохраните заново/],
  ['a bomb that says so', () => compressed('xl/workbook.xml', zeros, zeros.length), /слишком большой объём/],
  ['a bomb that lies', () => compressed('xl/workbook.xml', zeros, 1000), /слишком большой объём|поврежд/],
  ['a part that is longer than it says', () => compressed('xl/workbook.xml', Buffer.alloc(9000), 100), /поврежд/],
  ['entries that share bytes', overlapping, /поврежд/],
  ['an encrypted archive', encryptedFlag, /парол/],
  ['an encrypted workbook', encryptedWorkbook, /парол/],
  ['entities', () => withSheet(worksheet('<sheetData/>', '<!DOCTYPE a [<!ENTITY b "Туя">]>')), /определения/],
  [
    'a cell in the last corner',
    () =>
      withSheet(worksheet('<sheetData><row r="1048576"><c r="XFD1048576" t="str"><v>Туя</v></c></row></sheetData>')),
    /столбцов|строк/,
  ],
  [
    'a cell beyond the sheet',
    () =>
      withSheet(
        worksheet('<sheetData><row r="99999999999"><c r="A99999999999" t="str"><v>Туя</v></c></row></sheetData>'),
      ),
    /за пределами|строк|поврежд|ни одной/,
  ],
  [
    'a gap of a million rows',
    () =>
      withSheet(
        worksheet(
          '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="900000"><c r="A900000"><v>2</v></c></row></sheetData>',
        ),
      ),
    /20 000 строк/,
  ],
  ['more rows than allowed', () => bytesOf(bookOf(numbered(20_001))), /20 000 строк/],
  ['more text lines than allowed', () => Buffer.from('Туя;1\n'.repeat(20_001)), /20 000 строк/],
  [
    'more sheets than allowed',
    () => {
      const book = bookOf([['Туя']])
      for (let at = 0; at < 50; at++) xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([[at]]), `Л${at}`)
      return bytesOf(book)
    },
    /50 листов/,
  ],
  ['one enormous line', () => Buffer.alloc(9_000_000, 'туя '), /32 767/],
  ['one line of cells without end', () => Buffer.alloc(9_000_000, 'т;'), /200 столбцов/],
  [
    'a huge string',
    () =>
      withSheet(
        worksheet(`<sheetData><row r="1"><c r="A1" t="str"><v>${'т'.repeat(40_000)}</v></c></row></sheetData>`),
      ),
    /32 767/,
  ],
]

it.each(hostile)('refuses %s with one sentence', async (_, make, sentence) => {
  const bytes = await make()
  const begun = performance.now()
  const tables = await readTables(bytes)
  expect(tables).toEqual({ failure: expect.stringMatching(sentence) })
  expect(performance.now() - begun).toBeLessThan(30_000)
})
