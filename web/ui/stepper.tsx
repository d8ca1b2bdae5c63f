import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { numberText, withoutSpaces } from '#web/lib/number-text.ts'

interface StepperProps {
  /** What is counted, for people who do not see the row. */
  label: string
  /** `null`: not known yet. */
  value: number | null
  /** Behind the number: «шт.» */
  unit: string
  max: number
  busy?: boolean
  /** Said once a person has come to rest, not with every press. */
  onChange: (value: number) => void
}

/** How long a person may think between two presses of the same button, in milliseconds. */
const rest = 600

const button =
  'grid shrink-0 place-items-center text-lg leading-none text-leaf select-none hover:bg-leaf-soft aria-disabled:opacity-40 w-9 max-md:min-h-11 md:w-7'

/** A quantity that is changed where it stands. */
export function Stepper({ label, value, unit, max, busy, onChange }: StepperProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  // What was typed stands until the answer shows the same.
  const shown = typed ?? numberText(value)
  const number = Number(withoutSpaces(shown).replace(',', '.'))
  const isNumber = shown.trim() !== '' && Number.isFinite(number) && number > 0 && number <= max

  function say(text: string, after: number) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const given = Number(withoutSpaces(text).replace(',', '.'))
      setTyped(null)
      if (text.trim() !== '' && Number.isFinite(given) && given > 0 && given <= max && given !== value)
        latest.current(given)
    }, after)
  }
  const step = (by: 1 | -1) => {
    const next = Math.min(max, Math.max(1, Math.round((isNumber ? number : 0) + by)))
    say(numberText(next), rest)
  }
  return (
    <div
      className={clsx(
        'flex h-9 w-fit items-stretch md:w-full overflow-hidden rounded-md border bg-surface focus-within:border-leaf max-md:h-11 print:border-0',
        isNumber || shown === '' ? 'border-edge/50' : 'border-danger',
      )}
    >
      <button
        type="button"
        aria-label={`Меньше: ${label}`}
        aria-disabled={!isNumber || number <= 1 || undefined}
        onClick={() => number > 1 && step(-1)}
        className={button}
      >
        −
      </button>
      <input
        aria-label={`Количество: ${label}`}
        aria-invalid={!(isNumber || shown === '') || undefined}
        aria-busy={busy}
        inputMode="decimal"
        autoComplete="off"
        placeholder="?"
        value={shown}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => typed !== null && say(typed, 0)}
        onKeyDown={event => {
          if (event.key === 'Enter') say(shown, 0)
          if (event.key === 'Escape') setTyped(null)
          if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
            event.preventDefault()
            step(event.key === 'ArrowUp' ? 1 : -1)
          }
        }}
        className="w-12 min-w-0 grow bg-transparent text-center font-semibold tabular-nums outline-none max-md:text-base md:text-sm"
      />
      {unit !== '' && <span className="self-center pr-0.5 text-xs text-muted">{unit}</span>}
      <button type="button" aria-label={`Больше: ${label}`} onClick={() => step(1)} className={button}>
        +
      </button>
    </div>
  )
}
