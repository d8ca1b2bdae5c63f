import { useState } from 'react'
import { Route, Routes } from 'react-router'
import { ArticleList } from '#web/features/staff/publications/article-list.tsx'
import { EditedArticle, NewArticle } from '#web/features/staff/publications/edited-article.tsx'
import { photoSender } from '#web/ui/photos/send-photo.ts'
import { refreshAccess } from '../../member-fetch.ts'

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
