import { z } from 'zod'
import { readDraft } from '#web/ui/drafts.ts'
import { articleValues } from './values.ts'

const articleDraft = z.object({
  /** The article's version when editing began; `null` for a new one. */
  version: z.number().nullable(),
  values: articleValues,
})
export type ArticleDraft = z.output<typeof articleDraft>

/** One draft for each person and article. */
export const draftName = (userId: string, article: number | 'new') => `article.${userId}.${article}`

/** The draft stored under a name, if it is valid. */
export function storedDraft(name: string): ArticleDraft | null {
  const { data } = articleDraft.safeParse(readDraft(name))
  return data ?? null
}
