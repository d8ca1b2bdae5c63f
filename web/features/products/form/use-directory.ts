import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Plant } from '#contract/plants.ts'
import type { Product } from '#contract/products.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSettled } from '#web/ui/use-settled.ts'
import { type PlantName, plantQuery } from './api.ts'
import { alreadyFilled, type DirectoryField, type Filled, fillIn } from './fill-in.ts'
import { type ParsedProduct, type ProductValues, valuesOf } from './values.ts'

interface DirectoryOptions {
  form: UseFormReturn<ProductValues, unknown, ParsedProduct>
  /** The product that is edited or copied. */
  saved: Product | null
  /** The values that the directory had filled in when the form was last left. */
  filledBefore: Filled
}

export interface Directory {
  name: PlantName
  /** The directory's entry, `null` if it has none, `undefined` while that is not known. */
  plant: Plant | null | undefined
  filled: Filled
  /** Call when this field was edited by hand. */
  forget: (field: DirectoryField) => void
  isNaming: boolean
  setNaming: (isNaming: boolean) => void
  /** Call when the form is reset. */
  restart: () => void
}

interface Following {
  /** The entry that the fields follow, `null` for a plant not in the directory, `undefined` before the first response. */
  followed: number | null | undefined
  filled: Filled
  /** The changes that the last entry made to the form. */
  changes: Filled
}

/** The next state of the fields for this plant. */
function follow(
  values: ProductValues,
  plant: Plant | null,
  { followed, filled }: Following,
  product: Product | null,
): Pick<Following, 'filled' | 'changes'> {
  const saved = product && valuesOf(product)
  const isSaved = saved?.genus === values.genus && saved.species === values.species
  // Opening a product does not change it; values that equal the directory's are replaced when the plant changes.
  if (followed === undefined && isSaved) return { filled: plant ? alreadyFilled(values, plant) : {}, changes: {} }
  return fillIn(values, filled, plant)
}

/** Looks up the form's plant in the directory, and fills in its facts whenever the plant changes. */
export function useDirectory({ form, saved, filledBefore }: DirectoryOptions): Directory {
  const { api } = useApp()
  const [category, genus, species] = useWatch({ control: form.control, name: ['category', 'genus', 'species'] })
  const name = useMemo(() => ({ category, genus: genus.trim(), species: species.trim() }), [category, genus, species])
  const asked = useSettled(name)
  const { data } = useQuery(plantQuery(api, asked))
  const [isNaming, setNaming] = useState(false)
  // That a name is not found means nothing while it is still being typed.
  const plant = asked !== name || (isNaming && data === null) ? undefined : data

  const [state, setState] = useState<Following>({ followed: undefined, filled: filledBefore, changes: {} })
  const entry = plant === undefined ? undefined : (plant?.id ?? null)
  if (plant !== undefined && entry !== undefined && entry !== state.followed)
    setState({ followed: entry, ...follow(form.getValues(), plant, state, saved) })

  // The form stores its values outside React's state.
  const { changes, filled } = state
  useEffect(() => {
    for (const [field, value] of Object.entries(changes))
      form.setValue(field as DirectoryField, value, { shouldValidate: form.formState.isSubmitted })
  }, [changes, form])

  return {
    name,
    plant,
    filled,
    isNaming,
    setNaming,
    forget(field) {
      if (field in filled)
        setState(before => ({
          ...before,
          filled: Object.fromEntries(Object.entries(before.filled).filter(([known]) => known !== field)),
        }))
    },
    restart: () => setState({ followed: undefined, filled: {}, changes: {} }),
  }
}
