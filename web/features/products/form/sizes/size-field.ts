import type { FieldWiring } from '../form-fields.tsx'
import type { SizeField } from './size-values.ts'

/** Returns the props of a field of one row. */
export type SizeFieldOf = (name: SizeField) => FieldWiring
