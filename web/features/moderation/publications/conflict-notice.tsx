import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffArticle } from '#contract/moderation/publications.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { staffArticleQuery } from './api.ts'
import { SavedArticle } from './saved-article.tsx'
import { tellError } from './tell-error.ts'

interface ConflictNoticeProps {
  id: number
  /** Overwrites the other person's version with this one. */
  onOverwrite: (saved: StaffArticle) => void
  /** Continues with the other person's version. */
  onGiveUp: (saved: StaffArticle) => void
}

/** Another person has saved first. Neither version is lost until the choice is made here. */
export function ConflictNotice({ id, onOverwrite, onGiveUp }: ConflictNoticeProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const [saved, setSaved] = useState<StaffArticle | null>(null)
  const [isGivingUp, setGivingUp] = useState(false)
  function ask(then: (saved: StaffArticle) => void): void {
    queries.fetchQuery(staffArticleQuery(api, id)).then(then, tellError)
  }

  return (
    <>
      <div role="alert" className="rounded-lg border border-danger/40 bg-danger-soft px-4 py-3 text-danger">
        <p className="font-semibold">Пока вы правили, статью изменил кто-то другой.</p>
        <p>Всё, что вы написали, осталось здесь. Посмотрите, что сохранено, и решите, какой статье быть.</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => ask(setSaved)}>
            Что сохранено
          </Button>
          <Button variant="secondary" size="sm" onClick={() => ask(onOverwrite)}>
            Сохранить моё поверх
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setGivingUp(true)}>
            Взять сохранённое
          </Button>
        </div>
      </div>
      <SavedArticle article={saved} onClose={() => setSaved(null)} />
      <ConfirmDialog
        open={isGivingUp}
        onClose={() => setGivingUp(false)}
        title="Взять сохранённое?"
        label="Отказаться от моей правки"
        onConfirm={() => ask(onGiveUp)}
      >
        <p>Ваша правка пропадёт, и статья будет такой, какой её сохранил другой модератор.</p>
      </ConfirmDialog>
    </>
  )
}
