import { compose } from '#server/platform/mail/compose-email.ts'
import type { Email } from '#server/platform/mail/mail.ts'
import { noCounts } from '../comparing/comparison.ts'
import { shownQuestions } from '../price-lists.present.ts'
import type { ListRow } from '../price-lists.queries.ts'

const inDigits = (count: number) => count.toLocaleString('ru-RU')

/** What of a list's rows is what, where there is any. */
function countsOf({ counts }: ListRow): string {
  const { rows, offers, ...states } = counts ?? noCounts
  const parts: [label: string, count: number][] = [
    ['новых', states.new],
    ['изменится', states.changed],
    ['без изменений', states.unchanged],
    ['нужно проверить', states.doubtful],
    ['с ошибкой', states.rejected],
    ['пропущено', states.skipped],
  ]
  const some = parts.flatMap(([label, count]) => (count > 0 ? [`${label} ${inDigits(count)}`] : []))
  const missing = states.missing ? ` В списке нет ваших размеров: ${inDigits(states.missing)}.` : ''
  return `Строк в файле ${inDigits(rows)}, с растениями ${inDigits(offers)}${some.length > 0 ? `: ${some.join(', ')}` : ''}.${missing}`
}

/** Tells who sent a list by e-mail what became of it: read, applied, or neither. */
export function listAnswerEmail(to: string, list: ListRow, publicUrl: string): Email {
  const link = `${publicUrl}/price-list/${list.id}`
  const { status, error, fileName } = list
  if (status === 'failed') {
    return compose({
      to,
      subject: `Не удалось прочитать «${fileName}»`,
      before: [error ?? 'Прочитать файл не удалось.'],
      button: { label: 'Открыть прайс-лист', link },
      after: ['В каталоге ничего не изменилось.'],
    })
  }
  if (status === 'applied') {
    return compose({
      to,
      subject: `Применили «${fileName}»`,
      before: [`${countsOf(list)} Вопросов не было, поэтому каталог уже обновлён: так решила ваша компания.`],
      button: { label: 'Посмотреть, что изменилось', link },
      after: ['Если что-то не так, на той же странице можно вернуть всё, как было.'],
    })
  }
  const questions = shownQuestions(list).filter(({ answer }) => answer === null)
  return compose({
    to,
    subject: `Прочитали «${fileName}»`,
    before: [
      countsOf(list),
      ...(error ? [error] : []),
      ...(questions.length > 0 ? ['О чём спросим:', ...questions.map(({ text }) => `— ${text}`)] : []),
    ],
    button: { label: questions.length > 0 ? 'Ответить на вопросы' : 'Проверить и применить', link },
    after: ['В каталоге ещё ничего не изменилось: прайс-лист применяется кнопкой на этой странице.'],
  })
}
