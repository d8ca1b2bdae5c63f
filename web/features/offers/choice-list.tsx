import { CheckboxField } from '#web/ui/checkbox-field.tsx'

interface Choice {
  id: string | number
  name: string
  /** How many results there are with it, where that is counted. */
  count?: number
}

interface ChoiceListProps {
  legend: string
  name: string
  choices: readonly Choice[]
  chosen: string[]
  onCommit: () => void
}

/** Further choices are behind «Ещё». */
const inSight = 7

/** Multiple choice with the number of results of each. A choice without results is shown only while it is selected. */
export function ChoiceList({ legend, name, choices, chosen, onCommit }: ChoiceListProps) {
  const isChosen = (choice: Choice) => chosen.includes(String(choice.id))
  const offered = choices.filter(choice => choice.count !== 0 || isChosen(choice))
  if (offered.length === 0) return null
  const rest = offered.slice(inSight)
  const row = (choice: Choice) => (
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
