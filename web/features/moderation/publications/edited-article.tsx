import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { StaffArticle } from '#contract/moderation/publications.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { writeDraft } from '#web/ui/drafts.ts'
import { ErrorView } from '#web/ui/error-view.tsx'
import { Pending } from '#web/ui/pending.tsx'
import type { SendPhoto } from '#web/ui/photos/send-photo.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { staffArticleQuery } from './api.ts'
import { draftName, storedDraft } from './article-draft.ts'
import { ArticleEditor } from './article-editor.tsx'
import { DraftQuestion } from './draft-question.tsx'
import { type ArticleValues, adoptedBy } from './values.ts'

/** The editor of an existing article. */
export function EditedArticle({ send }: { send: SendPhoto }) {
  const { api } = useApp()
  const { id = '' } = useParams()
  const article = useQuery({ ...staffArticleQuery(api, Number(id)), enabled: /^\d+$/.test(id) })
  if (!/^\d+$/.test(id) || (article.error instanceof ApiError && article.error.status === 404))
    return <ErrorView status={404} />
  if (!article.data)
    return (
      <Pending queries={[article]}>
        <Skeleton className="h-96" />
      </Pending>
    )
  return <WithDraft key={article.data.id} article={article.data} send={send} />
}

export function NewArticle({ send }: { send: SendPhoto }) {
  const { user } = useSession()
  const [draft] = useState(() => storedDraft(draftName(user.id, 'new')))
  return <ArticleEditor opened={null} userId={user.id} draft={draft?.values ?? null} send={send} />
}

/** First asks about a draft that is based on another version of the article. */
function WithDraft({ article: loaded, send }: { article: StaffArticle; send: SendPhoto }) {
  const { user } = useSession()
  const name = draftName(user.id, loaded.id)
  // The editor tracks later versions itself.
  const [article] = useState(loaded)
  const [found] = useState(() => storedDraft(name))
  const [draft, setDraft] = useState<ArticleValues | null | undefined>(() =>
    found && found.version !== article.version ? undefined : (found?.values ?? null),
  )
  if (draft === undefined && found)
    return (
      <DraftQuestion
        article={article}
        onTake={() => setDraft(adoptedBy(article, found.values))}
        onForget={() => {
          writeDraft(name, null)
          setDraft(null)
        }}
      />
    )
  return <ArticleEditor opened={article} userId={user.id} draft={draft ?? null} send={send} />
}
