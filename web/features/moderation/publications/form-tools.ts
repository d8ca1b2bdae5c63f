import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { ArticleForm } from '#contract/moderation/publications.ts'
import type { Pictures } from './use-picture-upload.ts'
import type { ArticleValues } from './values.ts'

type Wiring = ReturnType<UseFormReturn<ArticleValues>['register']>

/** Shared by the parts of the form. */
export interface ArticleFormTools {
  form: UseFormReturn<ArticleValues, unknown, ArticleForm>
  field: (name: FieldPath<ArticleValues>) => Wiring & { error?: string }
  pictures: Pictures
}
