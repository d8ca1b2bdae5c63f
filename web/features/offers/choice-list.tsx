import type { FacetChoice } from '#contract/offers.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'

interface ChoiceListProps {
  legend: string
  name: 'rsp' | 'region'
  choices: FacetChoice[]
  chosen: string[]
  onCommit: () => void
}

/** More choices than these wait behind «Ещё». */
const inSight = 7

/** Any number of choices with what each would leave. A choice with nothing behind it is shown only while it is made. */
export function ChoiceList({ legend, name, choices, chosen, onCommit }: ChoiceListProps) {
  const isChosen = (choice: FacetChoice) => chosen.includes(String(choice.id))
  const offered = choices.filter(choice => choice.count > 0 || isChosen(choice))
  if (offered.length === 0) return null
  const rest = offered.slice(inSight)
  const row = (choice: FacetChoice) => (
    <CheckboxField
      key={choice.id}
      label={choice.name}
      count={choice.count}
      name={name}
      value={choice.id}
      checked={isChosen(choice)}
      onChange={onCommit}
    />
  )
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {offered.slice(0, inSight).map(row)}
      {rest.length > 0 && (
        <details open={rest.some(isChosen) || undefined}>
          <summary className="link inline-flex min-h-10 items-center text-sm">Ещё {rest.length}</summary>
          {rest.map(row)}
        </details>
      )}
    </fieldset>
  )
}
