import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import type { Place } from '#contract/places.ts'
import { PlaceField } from '../places/place-field.tsx'

interface CompanyPlaceProps<Values extends FieldValues, Parsed> {
  control: Control<Values, unknown, Parsed>
  initial: Place | null
  /** Receives the place's region. */
  onChosen: (region: string) => void
}

/** Where the company's plants are. Text that is not a place is refused by the contract's schema. */
export function CompanyPlace<Values extends FieldValues, Parsed>({
  control,
  initial,
  onChosen,
}: CompanyPlaceProps<Values, Parsed>) {
  const { field, fieldState } = useController({ control, name: 'place' as FieldPath<Values> })
  return (
    <PlaceField
      name="place"
      label="Населённый пункт"
      hint="Где стоят растения. По нему покупатели видят, далеко ли до вас"
      initial={initial}
      onChange={(place, typed) => {
        field.onChange(place?.id ?? typed)
        if (place) onChosen(place.region.name)
      }}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  )
}
