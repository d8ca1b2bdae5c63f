import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import type { StaffArticle } from '#contract/moderation/publications.ts'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import type { SendPhoto } from '#web/ui/photos/send-photo.ts'
import { ArticleActions } from './article-actions.tsx'
import { ArticleFields } from './article-fields.tsx'
import { ArticleState } from './article-state.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionList } from './section-list.tsx'
import { useArticleForm } from './use-article-form.ts'
import type { Pictures } from './use-picture-upload.ts'
import type { ArticleValues } from './values.ts'

interface ArticleEditorProps {
  /** The stored article, `null` for a new one. */
  opened: StaffArticle | null
  userId: string
  /** The unsaved draft. */
  draft: ArticleValues | null
  send: SendPhoto
}

const listPath = '/staff/publications'

/** The editor of an article. */
export function ArticleEditor({ opened, userId, draft, send }: ArticleEditorProps) {
  const navigate = useNavigate()
  const onCreated = ({ id }: StaffArticle) => void navigate(`${listPath}/${id}`, { replace: true })
  const { form, field, busy, article, ...editor } = useArticleForm({ opened, userId, draft, onCreated })
  const [pictures] = useState((): Pictures => ({ send, jobs: new Set() }))
  const [open, setOpen] = useState(() => onlyKey(form.getValues('sections')))

  /** Saves after the picture uploads; opens a section with an error and focuses its first invalid field. */
  async function submit(publish: boolean): Promise<void> {
    await Promise.allSettled(pictures.jobs)
    await editor.submit(publish)
    const errors: unknown = form.getFieldState('sections').error
    const index = Array.isArray(errors) ? errors.findIndex(Boolean) : -1
    if (index < 0) return
    // Only rendered fields can be focused.
    flushSync(() => setOpen(form.getValues(`sections.${index}.key`)))
    const wrong = Object.keys(form.getFieldState(`sections.${index}`).error ?? {})
    const name = (['name', 'slug', 'picture_alt', 'text'] as const).find(known => wrong.includes(known))
    if (name) form.setFocus(`sections.${index}.${name}`)
  }

  function saveByKey(event: KeyboardEvent): void {
    // By the key's position, which is the same in all layouts.
    if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void submit(false)
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit(false)
      }}
      onKeyDown={saveByKey}
      className="grid gap-5"
    >
      <div>
        <Link to={listPath} className="link inline-block py-1.5">
          Все публикации
        </Link>
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-3xl wrap-anywhere">{article?.name ?? 'Новая статья'}</h1>
          {article && <ArticleState publishedAt={article.published_at} />}
          {article && (
            <ArticleActions
              article={article}
              onWithdraw={editor.withdraw}
              onRemove={async () => {
                await editor.remove()
                void navigate(listPath, { replace: true })
              }}
            />
          )}
        </div>
      </div>
      {editor.isRestored && <DraftNotice onDiscard={() => editor.restart(article)} />}
      <ArticleFields field={field} isPublished={article?.published_at != null} />
      <SectionList form={form} field={field} pictures={pictures} open={open} onOpen={setOpen} />
      {editor.isConflict && article && (
        <ConflictNotice
          id={article.id}
          onOverwrite={saved => void editor.overwrite(saved)}
          onGiveUp={saved => editor.restart(saved)}
        />
      )}
      <SaveBar
        isPublished={article ? article.published_at !== null : null}
        busy={busy}
        onPublish={() => void submit(true)}
      />
      <LeaveQuestion isChanged={editor.isChanged} />
    </form>
  )
}

/** A single section is open initially. */
const onlyKey = ([first, second]: ArticleValues['sections']) => (first && !second ? first.key : null)
