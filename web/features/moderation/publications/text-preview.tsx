import { useQuery } from '@tanstack/react-query'
import { refusalOf } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ArticleText } from '#web/ui/article-text.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { previewQuery } from './api.ts'

/** A text as readers will see it, updated shortly after each change. */
export function TextPreview({ text }: { text: string }) {
  const { api } = useApp()
  const settled = useSettled(text.trim())
  const { data, error } = useQuery({ ...previewQuery(api, settled), enabled: settled !== '' })
  const message = error && refusalOf(error, 'text')
  return (
    <section
      aria-label="Так увидят читатели"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="max-h-[75dvh] min-h-64 overflow-y-auto rounded-md border border-line bg-paper px-4 py-3"
    >
      {settled === '' ? (
        <p className="text-muted">Здесь появится текст, каким его увидят читатели.</p>
      ) : message ? (
        <p role="alert" className="text-danger">
          {message}
        </p>
      ) : (
        data && <ArticleText html={data.html} />
      )}
    </section>
  )
}
