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
  /** The product that is being edited. */
  product: Product | null
  /** What the directory had filled in when the form was last left. */
  filledBefore: Filled
}

export interface Directory {
  name: PlantName
  /** The directory's entry, `null` when it has none, `undefined` as long as that is not known. */
  plant: Plant | null | undefined
  filled: Filled
  /** Somebody has changed this field by hand. */
  forget: (field: DirectoryField) => void
  isNaming: boolean
  setNaming: (isNaming: boolean) => void
  /** The form begins anew. */
  restart: () => void
}

interface Following {
  /** The entry that the fields follow, `null` for a plant of no directory; `undefined` before the first answer. */
  followed: number | null | undefined
  filled: Filled
  /** What the last entry changed in the form. */
  changes: Filled
}

/** The fields' next state, now that the plant has become this one. */
function follow(
  values: ProductValues,
  plant: Plant | null,
  { followed, filled }: Following,
  product: Product | null,
): Pick<Following, 'filled' | 'changes'> {
  const saved = product && valuesOf(product)
  const isSaved = saved?.genus === values.genus && saved.species === values.species
  // A product that is opened is not changed by that; what it has from the directory goes with the plant later.
  if (followed === undefined && isSaved) return { filled: plant ? alreadyFilled(values, plant) : {}, changes: {} }
  return fillIn(values, filled, plant)
}

/** Asks the directory for the plant that the form names, and fills in what it knows whenever that becomes another one. */
export function useDirectory({ form, product, filledBefore }: DirectoryOptions): Directory {
  const { api } = useApp()
  const [category, genus, species] = useWatch({ control: form.control, name: ['category', 'genus', 'species'] })
  const name = useMemo(() => ({ category, genus: genus.trim(), species: species.trim() }), [category, genus, species])
  const asked = useSettled(name)
  const { data } = useQuery(plantQuery(api, asked))
  const [isNaming, setNaming] = useState(false)
  // A name that is still being written is in no directory; that is no verdict yet.
  const plant = asked !== name || (isNaming && data === null) ? undefined : data

  const [state, setState] = useState<Following>({ followed: undefined, filled: filledBefore, changes: {} })
  const entry = plant === undefined ? undefined : (plant?.id ?? null)
  if (plant !== undefined && entry !== undefined && entry !== state.followed)
    setState({ followed: entry, ...follow(form.getValues(), plant, state, product) })

  // The form keeps its values outside React's state.
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
