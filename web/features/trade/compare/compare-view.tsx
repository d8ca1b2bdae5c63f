import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Comparison, Request, RequestLine } from '#contract/requests.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Trophy } from '#web/ui/icons.ts'
import { messagesOfAnswer } from '#web/ui/refusals.ts'
import { showToast } from '#web/ui/toast.ts'
import { useIsWide } from '#web/ui/use-is-wide.ts'
import { tradeKey } from '../api.ts'
import { useStoredDraft } from '../use-stored-draft.ts'
import { lineName, linesObject } from '../words.ts'
import { AwardDialog } from './award-dialog.tsx'
import { ChoiceBar } from './choice-bar.tsx'
import { bestChoice, type Choice, stillPossible, summaryOf, unmetLines, whyNot, without, withWhole } from './choice.ts'
import { CompareCards } from './compare-cards.tsx'
import { CompareTable } from './compare-table.tsx'

interface CompareViewProps {
  request: Request
  comparison: Comparison
  /** Of whom the draft is. */
  userId: string
}

/** What both layouts show and do. */
export interface CompareParts {
  comparison: Comparison
  choice: Choice
  isReadOnly: boolean
  onChoose: (line: string, quote: string | null) => void
  onWhole: (quote: Comparison['quotes'][number], isWanted: boolean) => void
}

/** A choice as it was stored; `null`: it is none. */
const choiceOf = (draft: unknown): Choice | null => {
  if (typeof draft !== 'object' || draft === null) return null
  const chosen = Object.entries(draft).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return chosen.length > 0 ? Object.fromEntries(chosen) : null
}

/** The quotes line by line, and the choice among them. */
export function CompareView({ request, comparison, userId }: CompareViewProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isWide = useIsWide()
  const [isAsked, setAsked] = useState(false)
  const draft = useStoredDraft<Choice>({
    name: `award.${userId}.${request.id}`,
    initial: {},
    restore: stored => choiceOf(stored),
  })
  // A revision may have come since.
  const choice = stillPossible(draft.values, comparison)
  const summary = summaryOf(choice, comparison)
  const { quotes, missing, lines } = comparison
  const isReadOnly = !request.can.award

  const award = useMutation({
    mutationFn: (choices: { line: string; quote: string }[]) =>
      api.call('POST /requests/:id/award/', { params: { id: request.id }, body: { choices } }),
    onSuccess: async deals => {
      draft.finish()
      showToast({ message: deals.length > 1 ? 'Сделки заключены' : 'Сделка заключена' })
      void queries.invalidateQueries({ queryKey: tradeKey })
      await navigate(deals.length === 1 ? `/deals/${deals[0]?.id}` : `/deals?request=${request.id}`)
    },
    onError: error => {
      setAsked(false)
      showToast({ message: error.message, tone: 'danger' })
      // Whatever it was: a new revision, a quote that has expired.
      void queries.invalidateQueries({ queryKey: tradeKey })
    },
  })

  if (quotes.length === 0)
    return <EmptyState title="Сравнивать пока нечего">Предложений ещё нет. Сообщим, когда придёт первое.</EmptyState>

  const parts: CompareParts = {
    comparison,
    choice,
    isReadOnly,
    onChoose: (line, quote) =>
      draft.setValues(now => {
        const { [line]: _, ...rest } = now
        return quote === null ? rest : { ...rest, [line]: quote }
      }),
    onWhole: (quote, isWanted) => draft.setValues(now => (isWanted ? withWhole(now, quote) : without(now, quote.id))),
  }
  const unmet = unmetLines(comparison)
  const refused = refusedLines(award.error, award.variables ?? []).flatMap(({ line: id, message }) => {
    const line = lines.find(one => one.id === id)
    return line ? [{ line, message }] : []
  })
  const impossible = quotes.filter(quote => whyNot(quote) !== '')
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        {!isReadOnly && (
          <>
            <Button variant="secondary" onClick={() => draft.setValues(bestChoice(comparison))}>
              <Trophy size={18} />
              Выбрать лучшее по строкам
            </Button>
            {summary.lines > 0 && (
              <Button variant="quiet" onClick={() => draft.setValues({})}>
                Снять весь выбор
              </Button>
            )}
          </>
        )}
        {isReadOnly && <p className="text-muted">Запрос закрыт: предложения можно только посмотреть.</p>}
      </div>
      {(missing.length > 0 || unmet.length > 0 || impossible.length > 0) && (
        <div className="mb-4 grid gap-2 rounded-lg bg-accent-soft px-4 py-3 text-accent-strong">
          <LinesNotice title="Никто не предложил" lines={lines.filter(({ id }) => missing.includes(id))} />
          <LinesNotice title="Таких, как просили, ни у кого нет:" lines={unmet} />
          {impossible.map(({ id, company, is_paused }) => (
            <p key={id} className="wrap-anywhere">
              <strong className="font-semibold">{company.company_name}:</strong>{' '}
              {is_paused
                ? 'модераторы скрыли компанию с сайта, выбрать её предложение сейчас нельзя.'
                : 'предложение просрочено, выбрать его нельзя. Попросите компанию прислать новую редакцию.'}
            </p>
          ))}
        </div>
      )}
      {refused.length > 0 && (
        <div role="alert" className="mb-4 rounded-lg bg-danger-soft px-4 py-3 text-danger">
          <p className="font-semibold">{award.error?.message}</p>
          <ul>
            {refused.map(({ line, message }) => (
              <li key={line.id} className="wrap-anywhere">
                {lineName(line)}: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isWide ? <CompareTable {...parts} /> : <CompareCards {...parts} />}
      {!isReadOnly && <ChoiceBar summary={summary} lines={lines.length} onAward={() => setAsked(true)} />}
      <AwardDialog
        open={isAsked}
        summary={summary}
        lines={lines.length}
        others={quotes.length - summary.parts.length}
        busy={award.isPending}
        onClose={() => setAsked(false)}
        onConfirm={() => award.mutate(Object.entries(choice).map(([line, quote]) => ({ line, quote })))}
      />
    </>
  )
}

/** What the server says of single lines when it refuses the whole award. */
function refusedLines(error: unknown, choices: readonly { line: string }[]) {
  if (!(error instanceof ApiError)) return []
  const messages = messagesOfAnswer(error)
  return choices.flatMap(({ line }, at) => {
    const message = messages[`choices.${at}.line`]
    return message === undefined ? [] : [{ line, message }]
  })
}

/** Lines that need attention, by name; nothing if there are none. */
function LinesNotice({ title, lines }: { title: string; lines: readonly RequestLine[] }) {
  if (lines.length === 0) return null
  return (
    <details className="wrap-anywhere" open={lines.length < 4}>
      <summary className="font-semibold">
        {title} {counted(lines.length, linesObject)}
      </summary>
      <p>{lines.map(lineName).join('; ')}</p>
    </details>
  )
}
