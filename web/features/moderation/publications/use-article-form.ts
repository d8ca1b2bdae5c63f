import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ArticleForm, StaffArticle } from '#contract/moderation/publications.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { writeDraft } from '#web/ui/drafts.ts'
import { useContractForm } from '#web/ui/form.ts'
import { showToast } from '#web/ui/toast.ts'
import { forgetArticles } from './api.ts'
import { draftName } from './article-draft.ts'
import { useDraft } from './use-draft.ts'
import { type ArticleValues, adoptedBy, afterSaving, areSame, articleSchema, valuesOf } from './values.ts'

interface ArticleFormOptions {
  /** The stored article, `null` for a new one. */
  opened: StaffArticle | null
  userId: string
  /** The unsaved draft. */
  draft: ArticleValues | null
  /** Called when a new article has been stored. */
  onCreated: (article: StaffArticle) => void
}

/** The form of an article, with its stored version and its draft in this browser. */
export function useArticleForm({ opened, userId, draft, onCreated }: ArticleFormOptions) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { article, latest, isConflict, learn, unlessChanged } = useStoredArticle(opened)
  const [isRestored, setRestored] = useState(draft !== null)
  const [initial] = useState(() => valuesOf(opened))
  /** The stored values of this form. */
  const stored = useRef(initial)
  const isPublishing = useRef(false)
  const isDone = useRef(false)

  const contractForm = useContractForm({ schema: articleSchema, defaults: draft ?? initial, onSubmit: save })
  const { form } = contractForm
  const isChanged = () => !isDone.current && !areSame(stored.current, form.getValues())

  function keep(): void {
    if (isDone.current) return
    const version = latest.current?.version ?? null
    writeDraft(draftName(userId, opened?.id ?? 'new'), isChanged() ? { version, values: form.getValues() } : null)
  }
  useDraft(form, keep)

  /** Deletes the draft and disables the question on leaving. */
  function finish(): void {
    isDone.current = true
    writeDraft(draftName(userId, opened?.id ?? 'new'), null)
  }

  async function save(body: ArticleForm): Promise<void> {
    const sent = structuredClone(form.getValues())
    const known = latest.current
    if (!known) {
      const created = await api.call('POST /staff/publications/', { body })
      settle(sent, created)
      const values = form.getValues()
      // Input typed during the request continues in the form of the stored article.
      if (isChanged()) writeDraft(draftName(userId, created.id), { version: created.version, values })
      finish()
      showToast({ message: 'Черновик сохранён' })
      onCreated(created)
      return
    }
    await unlessChanged(async () => {
      const params = { id: String(known.id) }
      const { version } = known
      const saved = await api.call('PATCH /staff/publications/:id/', { params, body: { ...body, version } })
      settle(sent, saved)
      if (isPublishing.current) {
        learn(await api.call('POST /staff/publications/:id/publish/', { params, body: { version: saved.version } }))
      }
      showToast({ message: isPublishing.current ? 'Статья опубликована' : 'Сохранено' })
    })
  }

  /** Updates the form after saving, and keeps input typed meanwhile. */
  function settle(sent: ArticleValues, saved: StaffArticle): void {
    const after = afterSaving(sent, saved)
    stored.current = after
    for (const [index, { key, slug }] of form.getValues('sections').entries()) {
      const section = after.sections.find(known => known.key === key)
      if (!section) continue
      form.setValue(`sections.${index}.id`, section.id)
      if (slug === '') form.setValue(`sections.${index}.slug`, section.slug)
    }
    if (form.getValues('slug') === '') form.setValue('slug', after.slug)
    learn(saved)
    setRestored(false)
    keep()
  }

  /** Resets the form to the server's version. */
  function restart(saved: StaffArticle | null): void {
    stored.current = valuesOf(saved)
    form.reset(stored.current)
    if (saved) learn(saved)
    setRestored(false)
    keep()
  }

  return {
    ...contractForm,
    article,
    isRestored,
    isConflict,
    isChanged,
    restart,

    async submit(publish: boolean): Promise<void> {
      isPublishing.current = publish
      await contractForm.submit()
    },

    /** Overwrites the version that somebody else has saved. */
    async overwrite(saved: StaffArticle): Promise<void> {
      const { sections } = adoptedBy(saved, form.getValues())
      for (const [index, { id }] of sections.entries()) form.setValue(`sections.${index}.id`, id)
      learn(saved)
      await contractForm.submit()
    },

    withdraw: (reason: string) =>
      unlessChanged(async () => {
        if (!latest.current) return
        const { id, version } = latest.current
        const params = { id: String(id) }
        learn(await api.call('POST /staff/publications/:id/withdraw/', { params, body: { version, reason } }))
        showToast({ message: 'Статья снова черновик' })
      }),

    async remove(): Promise<void> {
      if (!latest.current) return
      await api.call('DELETE /staff/publications/:id/', { params: { id: String(latest.current.id) } })
      finish()
      await forgetArticles(queries)
      showToast({ message: 'Черновик удалён' })
    },
  }
}

/** The article as the server has it, as far as is known here. */
function useStoredArticle(opened: StaffArticle | null) {
  const queries = useQueryClient()
  const [article, setArticle] = useState(opened)
  const [isConflict, setConflict] = useState(false)
  /** The same as `article`, without waiting for a rendering: saving needs its version. */
  const latest = useRef(opened)

  function learn(now: StaffArticle): void {
    latest.current = now
    setArticle(now)
    setConflict(false)
    void forgetArticles(queries)
  }

  /** Makes a call with the known version; if somebody has changed the article, the conflict is shown. */
  async function unlessChanged(call: () => Promise<void>): Promise<void> {
    try {
      await call()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error
      setConflict(true)
    }
  }

  return { article, latest, isConflict, learn, unlessChanged }
}
