import { useState } from 'react'
import type { StaffArticle } from '#contract/moderation/publications.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ExternalLink } from '#web/ui/icons.ts'
import { tellError } from './tell-error.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

interface ArticleActionsProps {
  article: StaffArticle
  onWithdraw: (reason: string) => Promise<void>
  onRemove: () => Promise<void>
}

/** Actions on an article besides editing. */
export function ArticleActions({ article, onWithdraw, onRemove }: ArticleActionsProps) {
  const [asked, setAsked] = useState<'withdraw' | 'remove' | null>(null)
  const [busy, setBusy] = useState(false)
  async function remove(): Promise<void> {
    setBusy(true)
    await onRemove().catch(tellError)
    setBusy(false)
    setAsked(null)
  }
  return (
    <div className="flex flex-wrap gap-2">
      {article.published_at ? (
        <>
          <a
            href={`/publications/${article.slug}`}
            target="_blank"
            rel="noreferrer"
            className={buttonStyle('secondary', 'sm')}
          >
            <ExternalLink size={16} />
            Открыть на сайте
          </a>
          <Button variant="quiet" size="sm" onClick={() => setAsked('withdraw')}>
            Вернуть в черновики
          </Button>
        </>
      ) : (
        <Button variant="quiet" size="sm" onClick={() => setAsked('remove')}>
          Удалить черновик
        </Button>
      )}
      <WithdrawDialog open={asked === 'withdraw'} onClose={() => setAsked(null)} onWithdraw={onWithdraw} />
      <ConfirmDialog
        open={asked === 'remove'}
        onClose={() => setAsked(null)}
        title="Удалить черновик?"
        label="Удалить"
        busy={busy}
        onConfirm={() => void remove()}
      >
        <p>Статья «{article.name}» исчезнет вместе с текстами и картинками. Вернуть её не получится.</p>
      </ConfirmDialog>
    </div>
  )
}
