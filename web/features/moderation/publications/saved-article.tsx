import type { StaffArticle } from '#contract/moderation/publications.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface SavedArticleProps {
  /** `null`: closed. */
  article: StaffArticle | null
  onClose: () => void
}

/** The stored article, for comparison with the edited text. */
export function SavedArticle({ article, onClose }: SavedArticleProps) {
  return (
    <Dialog open={article !== null} onClose={onClose} title={article?.name ?? ''}>
      {article && (
        <div className="text-ink">
          <p>{article.summary}</p>
          <p className="text-sm text-muted">{article.author}</p>
          <ol className="mt-3">
            {article.sections.map(({ id, name, text }) => (
              <li key={id}>
                <details className="border-t border-line">
                  <summary className="flex min-h-11 items-center font-semibold">{name}</summary>
                  <pre className="pb-4 font-serif whitespace-pre-wrap">{text}</pre>
                </details>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Dialog>
  )
}
