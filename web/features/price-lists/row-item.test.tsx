import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { PriceListRow, RowState } from '#contract/price-lists.ts'
import { RowItem } from './row-item.tsx'

const plant = { id: 7, slug: 'picea-pungens', name: 'Ель колючая', latin_name: "Picea pungens 'Hoopsii'" }
const category = { id: 1, name: 'Хвойные растения', slug: 'hvoynye' }
const row: PriceListRow = {
  sheet: 'Лист1',
  row: 12,
  part: null,
  cells: ['Ель Хупси', '', '100-120', '900'],
  kind: 'offer',
  state: 'new',
  name: 'Ель Хупси',
  plant,
  candidates: [],
  category,
  variants: [],
  problems: [],
  unread: [],
  changes: [],
  adds: 'product',
  is_plant_chosen: false,
}
const nothing = () => undefined
const actions = { onPlant: nothing, onCategory: nothing, onSkip: nothing, onEdit: nothing, onForget: nothing }

function drawn(changes: Partial<PriceListRow>, options: { isDone?: boolean; hasSheets?: boolean } = {}) {
  const html = renderToStaticMarkup(
    <RowItem
      row={{ ...row, ...changes }}
      hasSheets={options.hasSheets ?? false}
      categories={[category]}
      busy={false}
      actions={options.isDone ? null : actions}
      isOpen={false}
    />,
  )
  const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  return { html, text }
}

it('a row shows its place, its cells as they stand in the file, and what it was taken for', () => {
  expect(drawn({}).text).toMatch(
    /Строка 12 .*Ель Хупси .*В файле: Ель Хупси │ 100-120 │ 900 .*Ель колючая Picea pungens/,
  )
  expect(drawn({}, { hasSheets: true }).text).toContain('Лист1, строка 12')
})

it.each<[RowState, string]>([
  ['new', ', новая'],
  ['changed', ', изменится'],
  ['unchanged', ', без изменений'],
  ['doubtful', ', под вопросом'],
  ['rejected', ', отклонена'],
  ['skipped', ', пропущена'],
])('the state %s is said in words', (state, words) => {
  expect(drawn({ state }).text).toContain(words)
})

it('a question has its candidates with their keys, and none of the directory', () => {
  const problems = [{ field: 'plant', code: 'several', message: 'Выберите растение или оставьте новым' }]
  const candidates = [plant, { ...plant, id: 8, name: 'Ель сизая' }].map(one => ({ plant: one, confidence: 0.5 }))
  const { html, text } = drawn({ state: 'doubtful', plant: null, candidates, problems })
  expect(text).toMatch(/Выберите растение .*1 Ель колючая .*2 Ель сизая .*0 Нет в справочнике/)
  expect([...html.matchAll(/aria-keyshortcuts="(\w)"/g)].map(([, key]) => key)).toEqual(['1', '2', '0', 'E', 'S'])
})

it('a plant that the directory does not have says what that means, and asks for its category', () => {
  const problems = [{ field: 'category', code: 'required', message: 'Выберите категорию' }]
  const { text } = drawn({ state: 'doubtful', plant: null, category: null, problems })
  expect(text).toContain('Нет в справочнике: опубликуем после проверки модератором')
  expect(text).toMatch(/Категория .*Хвойные растения .*Сохранить/)
})

it('a change stands as deleted and inserted text, not in colour alone', () => {
  const changes = [{ field: 'price', before: 900, after: 990 }]
  expect(drawn({ state: 'changed', changes }).html).toMatch(/<del[^>]*>.*было .*900.*<\/del>.*<ins[^>]*>.*станет .*990/)
  expect(drawn({ state: 'changed', changes }).text).toContain('+10 %')
})

it('a skipped row is taken back, and one of a list that was applied is only shown', () => {
  expect(drawn({ state: 'skipped' }).text).toContain('Не пропускать')
  expect(drawn({ state: 'new' }, { isDone: true }).html).not.toContain('<button')
})

it('a new row says whether it is a new plant or a size of one that is there', () => {
  expect(drawn({}).text).toContain('Новое растение в вашем каталоге')
  expect(drawn({ adds: 'variant' }).text).toContain('Новый размер растения из вашего каталога')
  expect(drawn({ state: 'changed', adds: null }).text).not.toContain('Нов')
})

it('a chosen plant can be taken back while the list can be changed', () => {
  expect(drawn({ is_plant_chosen: true }).html).toContain('aria-label="Отменить выбор растения: Ель Хупси, строка 12"')
  expect(drawn({ is_plant_chosen: true }, { isDone: true }).text).not.toContain('Отменить выбор')
  expect(drawn({}).text).not.toContain('Отменить выбор')
})

it('what was not read is marked in its cell and told; keeping the row without it is offered while it is doubtful', () => {
  const unread = [{ column: 3, text: '900', code: 'column' as const }]
  const { html, text } = drawn({ state: 'doubtful', unread })
  expect(html).toMatch(/<mark[^>]*>900/)
  expect(text).toContain('Не прочитано: «900»')
  expect(html).toContain('aria-label="Оставить как прочитано: Ель Хупси, строка 12"')
  expect(drawn({ state: 'doubtful' }).html).not.toMatch(/<mark|Оставить как прочитано/)
  expect(drawn({ state: 'new', unread }).html).not.toContain('Оставить как прочитано')
})

it('a part of a row says which one it is', () => {
  expect(drawn({ part: 2 }).text).toContain('Строка 12, часть 2')
  expect(drawn({ part: 2 }, { hasSheets: true }).text).toContain('Лист1, строка 12, часть 2')
})
