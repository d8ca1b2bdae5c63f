import { useState } from 'react'
import { Route, Routes } from 'react-router'
import { refreshAccess } from '#web/app/member-fetch.ts'
import { ArticleList } from '#web/features/moderation/publications/article-list.tsx'
import { EditedArticle, NewArticle } from '#web/features/moderation/publications/edited-article.tsx'
import { photoSender } from '#web/ui/photos/send-photo.ts'

export function Component() {
  const [send] = useState(() => photoSender(refreshAccess, { isPublic: true }))
  return (
    <Routes>
      <Route index element={<ArticleList />} />
      <Route path="new" element={<NewArticle send={send} />} />
      <Route path=":id" element={<EditedArticle send={send} />} />
    </Routes>
  )
}
