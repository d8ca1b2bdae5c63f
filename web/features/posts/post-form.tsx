import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useWatch } from 'react-hook-form'
import { postForm, postLimits } from '#contract/post-forms.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { readDraft, writeDraft } from '#web/ui/drafts.ts'
import { useContractForm } from '#web/ui/form.ts'
import { storedIds } from '#web/ui/photos/photo-list.ts'
import { createPhotoStore } from '#web/ui/photos/photo-store.ts'
import { scaleDown } from '#web/ui/photos/scale-down.ts'
import { photoSender } from '#web/ui/photos/send-photo.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.ts'
import { feedQuery } from './api.ts'
import { withPost } from './held-posts.ts'
import { MentionList } from './mention-list.tsx'
import { renewPosts } from './post-cache.ts'
import { PostPhotos } from './post-photos.tsx'

interface PostFormProps {
  /** Gets a new access token for uploading pictures, which bypasses the API client (web/app/member-fetch.ts). */
  refreshAccess: () => Promise<boolean>
}

const empty = { body: '', is_private: false, is_request: false }

/** Text that was written but not sent, stored in this browser. */
function storedBody(draftName: string): string {
  const draft = readDraft(draftName)
  return typeof draft === 'object' && draft !== null && 'body' in draft && typeof draft.body === 'string'
    ? draft.body
    : ''
}

const schema = postForm.omit({ photos: true })

/** A new post: text, pictures or both. It is in the feed as soon as the server has saved it. */
export function PostForm({ refreshAccess }: PostFormProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { user } = useSession()
  const [store] = useState(() =>
    createPhotoStore({
      send: photoSender(refreshAccess),
      prepare: scaleDown,
      initial: [],
      max: postLimits.pictures,
    }),
  )
  const photos = useSyncExternalStore(store.subscribe, store.get)
  const draftName = `post.${user.id}`
  const [began] = useState(() => ({ ...empty, body: storedBody(draftName) }))
  const contractForm = useContractForm({ schema, defaults: began, onSubmit: send })
  const { form, field, submit, busy } = contractForm
  const body = field('body')
  const written = useWatch({ control: form.control, name: 'body' }) ?? ''

  async function send(values: { body?: string; is_private?: boolean; is_request?: boolean }): Promise<void> {
    const settled = await store.settled()
    const error = settled.some(photo => photo.state === 'failed')
      ? 'Не все снимки загрузились: повторите или уберите их'
      : !values.body && settled.length === 0
        ? 'Напишите что-нибудь или добавьте снимок'
        : null
    if (error) {
      contractForm.showErrors({ body: [{ message: error, code: 'required' }] })
      return
    }
    const post = await api.call('POST /posts/create/', { body: { ...values, photos: storedIds(settled) } })
    form.reset(empty)
    writeDraft(draftName, null)
    store.replace([])
    queries.setQueryData(feedQuery(api).queryKey, page => page && withPost(page, post, 0))
    showToast({ message: 'Запись опубликована' })
    await renewPosts(queries)
  }

  return (
    <form
      onSubmit={event => void submit(event)}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
      }}
      aria-label="Новая запись"
      noValidate
      className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex items-start gap-3">
        {user.avatar && <Avatar src={user.avatar} className="size-11 max-sm:hidden" />}
        <TextArea
          label={<span className="sr-only">Текст записи</span>}
          placeholder="Что нового в саду? Можно с #хештегами"
          rows={2}
          {...body}
          onChange={event => {
            const { value } = event.target
            writeDraft(draftName, value.trim() ? { body: value } : null)
            void body.onChange(event)
          }}
          hint={
            written.length > postLimits.body * 0.9
              ? `${written.length} из ${postLimits.body.toLocaleString('ru-RU')} знаков`
              : undefined
          }
          className="-mt-1 min-w-0 flex-1"
        />
      </div>
      <div className="not-empty:mt-3">
        <MentionList
          text={written}
          onChoose={text => {
            form.setValue('body', text)
            writeDraft(draftName, { body: text })
            form.setFocus('body')
          }}
        />
      </div>
      <PostPhotos
        store={store}
        photos={photos}
        before={
          <div className="flex flex-wrap gap-x-5">
            <CheckboxField label="Для друзей" {...form.register('is_private')} />
            <CheckboxField label="Хочу купить" {...form.register('is_request')} />
          </div>
        }
      >
        <Button type="submit" busy={busy} className="max-sm:grow">
          Опубликовать
        </Button>
      </PostPhotos>
    </form>
  )
}
