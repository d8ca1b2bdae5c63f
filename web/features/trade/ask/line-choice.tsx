import type { ProjectLine } from '#contract/projects.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { chosenText } from '../../projects/words.ts'
import { lineName, quantityText, wishText } from '../words.ts'
import { groupLines } from './ask-values.ts'

interface LineChoiceProps {
  lines: readonly ProjectLine[]
  /** Ids of those that are not asked for. */
  without: readonly string[]
  error: string | undefined
  onChange: (without: string[]) => void
}

const errorId = 'ask-lines-error'

/** Which lines of the project are asked for, grouped as they are there. */
export function LineChoice({ lines, without, error, onChange }: LineChoiceProps) {
  const left = new Set(without)
  const all = lines.filter(({ state }) => state !== 'note')
  const count = all.filter(({ id }) => !left.has(id)).length
  const toggle = (ids: string[], isWanted: boolean) =>
    onChange(isWanted ? without.filter(id => !ids.includes(id)) : [...new Set([...without, ...ids])])
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="sr-only">Строки</legend>
      <div className="mb-2 flex flex-wrap items-center gap-x-4">
        <p aria-live="polite">{chosenText(count, all.length)}</p>
        <Button
          variant="quiet"
          size="sm"
          onClick={() =>
            toggle(
              all.map(({ id }) => id),
              count < all.length,
            )
          }
        >
          {count < all.length ? 'Выбрать все' : 'Снять все'}
        </Button>
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <div className="max-h-112 overflow-y-auto rounded-lg border border-line bg-surface">
        {groupLines(lines).map(({ title, lines: some }) => (
          <div key={some[0]?.id} className="not-first:border-t not-first:border-line">
            {title && <p className="bg-sunken px-3 py-1.5 text-sm font-semibold wrap-anywhere">{title}</p>}
            {some.map(line => (
              <label
                key={line.id}
                className="flex min-h-11 items-start gap-3 border-line px-3 py-2 not-first:border-t hover:bg-leaf-soft"
              >
                <input
                  type="checkbox"
                  className="mt-0.5 size-5 shrink-0 accent-leaf"
                  checked={!left.has(line.id)}
                  onChange={event => toggle([line.id], event.target.checked)}
                />
                <span className="min-w-0 grow wrap-anywhere">
                  {lineName(line)}
                  {wishText(line) && <span className="block text-sm text-muted">{wishText(line)}</span>}
                </span>
                <span className="text-right text-sm leading-6 whitespace-nowrap tabular-nums">
                  {quantityText(line.quantity, line.unit) || <span className="text-muted">сколько?</span>}
                </span>
              </label>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  )
}
