import { useState } from 'react'
import type { StaffArticle } from '#contract/moderation/publications.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SavedArticle } from './saved-article.tsx'

interface DraftQuestionProps {
  article: StaffArticle
  onTake: () => void
  onForget: () => void
}

/** Asks about a draft that is based on an older version of the article. */
export function DraftQuestion({ article, onTake, onForget }: DraftQuestionProps) {
  const [isShown, setShown] = useState(false)
  const [isForgetting, setForgetting] = useState(false)
  return (
    <div className="max-w-prose rounded-lg border border-line bg-surface p-5 shadow-card">
      <h1 className="text-2xl">Здесь осталась ваша правка</h1>
      <p className="mt-2">
        Вы писали в этом браузере и не сохранили, а статью «{article.name}» с тех пор изменил кто-то другой. Если взять
        свою правку и сохранить её, она заменит сохранённое.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onTake}>Взять мою правку</Button>
        <Button variant="secondary" onClick={() => setShown(true)}>
          Что сохранено
        </Button>
        <Button variant="quiet" onClick={() => setForgetting(true)}>
          Забыть мою правку
        </Button>
      </div>
      <SavedArticle article={isShown ? article : null} onClose={() => setShown(false)} />
      <ConfirmDialog
        open={isForgetting}
        onClose={() => setForgetting(false)}
        title="Забыть правку?"
        label="Забыть"
        onConfirm={onForget}
      >
        <p>То, что вы написали и не сохранили, пропадёт.</p>
      </ConfirmDialog>
    </div>
  )
}
