import { z } from 'zod'
import { readDraft } from '#web/ui/drafts.ts'
import { articleValues } from './values.ts'

const articleDraft = z.object({
  /** Of the article as it was when the writing began; `null` for a new one. */
  version: z.number().nullable(),
  values: articleValues,
})
export type ArticleDraft = z.output<typeof articleDraft>

/** One draft for each person and article. */
export const draftName = (userId: string, article: number | 'new') => `article.${userId}.${article}`

/** What is kept under a name, if it is a draft of an article. */
export function keptDraft(name: string): ArticleDraft | null {
  const { data } = articleDraft.safeParse(readDraft(name))
  return data ?? null
}
