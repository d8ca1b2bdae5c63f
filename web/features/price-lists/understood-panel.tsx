import { useId } from 'react'
import type { PriceListCounts, PriceListQuestion, PriceListRow, PriceListSheet } from '#contract/price-lists.ts'
import { counted } from '#web/lib/plural.ts'
import { columnsLine } from './sheets-panel.tsx'
import { rowForms } from './words.ts'

interface UnderstoodPanelProps {
  sheets: readonly PriceListSheet[]
  counts: PriceListCounts
  questions: readonly PriceListQuestion[]
  /** Some rows with texts that were not read. */
  rows: readonly PriceListRow[]
}

/** As many texts that were not read are shown. */
const shownTexts = 8

/** What became of everything in the file: what was understood, and what was not. */
export function UnderstoodPanel({ sheets, counts, questions, rows }: UnderstoodPanelProps) {
  const id = useId()
  const open = questions.filter(({ answer }) => answer === null)
  const texts = [...new Set(rows.flatMap(({ unread }) => unread.map(({ text }) => text)))].slice(0, shownTexts)
  const read = counts.new + counts.changed + counts.unchanged
  const others = (
    [
      [counts.sections, ['раздел', 'раздела', 'разделов']],
      [counts.headers, ['заголовок', 'заголовка', 'заголовков']],
      [counts.notes, ['примечание', 'примечания', 'примечаний']],
      [counts.empty, ['пустая строка', 'пустые строки', 'пустых строк']],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, forms]) => counted(count, forms))
  const lost = [
    ...(open.length > 0 ? [`Ждут вашего ответа: ${counted(open.length, ['вопрос', 'вопроса', 'вопросов'])}`] : []),
    ...(counts.doubtful > 0 ? [`Под вопросом: ${counted(counts.doubtful, rowForms)}`] : []),
    ...(counts.unread > 0
      ? [
          `Прочитано не всё: ${counted(counts.unread, rowForms)}${texts.length > 0 ? ` (${texts.map(text => `«${text}»`).join(', ')})` : ''}`,
        ]
      : []),
    ...(counts.rejected > 0 ? [`Нельзя сохранить: ${counted(counts.rejected, rowForms)}`] : []),
    ...(counts.skipped > 0 ? [`Пропущено: ${counted(counts.skipped, rowForms)}`] : []),
  ]
  return (
    <section aria-labelledby={id} className="grid gap-x-10 gap-y-6 border-t-2 border-ink pt-5 md:grid-cols-2">
      <div>
        <h2 id={id} className="mb-2 text-2xl">
          Что поняли
        </h2>
        <ul className="grid gap-1.5">
          <li>
            Без вопросов: {counted(read, rowForms)} из {counts.rows.toLocaleString('ru-RU')}
            {others.length > 0 && <span className="text-muted">. Служебные: {others.join(', ')}</span>}
          </li>
          {sheets.map(sheet => (
            <li key={sheet.name} className="wrap-anywhere">
              {sheets.length > 1 && <strong className="font-semibold">{sheet.name}: </strong>}
              <span className="text-muted">{columnsLine(sheet)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h2 className="mb-2 text-2xl">Что не прочитано</h2>
        {lost.length === 0 ? (
          <p>Прочитано всё: ни одной строки под вопросом.</p>
        ) : (
          <>
            <ul className="grid gap-1.5">
              {lost.map(text => (
                <li key={text} className="wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
            <p className="mt-2 text-sm text-muted">Такие строки не публикуем, пока в них не разберётесь вы.</p>
          </>
        )}
      </div>
    </section>
  )
}
