import { lazy, Suspense, useRef, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { useSilence } from '#web/features/silenced/use-silence.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Ellipsis, EyeOff, Flag, Pencil, Trash2, UserX } from '#web/ui/icons.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { PostRemoval } from './post-removal.tsx'

const ReportDialog = lazy(async () => ({ default: (await import('#web/ui/report-dialog.tsx')).ReportDialog }))
const EditPostDialog = lazy(async () => ({ default: (await import('./edit-post-dialog.tsx')).EditPostDialog }))

interface PostMenuProps {
  post: Post
  onRemoved?: (() => void) | undefined
}

export function PostMenu({ post, onRemoved }: PostMenuProps) {
  const { api } = useApp()
  const [reporting, setReporting] = useState<boolean | null>(null)
  const { silence } = useSilence()
  const isOwn = useSession().user.id === post.created_by.id
  // Most posts are never deleted: the dialog is mounted when it is first opened.
  const [asking, setAsking] = useState<boolean | null>(null)
  const [editing, setEditing] = useState<boolean | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const items: MenuItem[] = []
  if (!isOwn)
    items.push(
      {
        label: 'Скрыть запись',
        icon: <EyeOff size={18} />,
        onSelect: () => silence({ what: 'hide-post', id: post.id }),
      },
      {
        label: 'Не показывать записи автора',
        icon: <UserX size={18} />,
        onSelect: () => silence({ what: 'mute', id: post.created_by.id }),
      },
    )
  if (!isOwn && post.hidden_reason === null)
    items.push({ label: 'Пожаловаться на запись', icon: <Flag size={18} />, onSelect: () => setReporting(true) })
  if (post.can.edit)
    items.push({ label: 'Изменить запись', icon: <Pencil size={18} />, onSelect: () => setEditing(true) })
  if (post.can.remove)
    items.push({
      label: 'Удалить запись',
      icon: <Trash2 size={18} />,
      tone: 'danger',
      onSelect: () => setAsking(true),
    })
  return (
    <div ref={box} className="-mt-2 -mr-3">
      <Menu
        variant="quiet"
        align="end"
        label={
          <>
            <Ellipsis size={20} />
            <span className="sr-only">Действия с записью</span>
          </>
        }
        items={items}
      />
      {reporting !== null && (
        <Suspense>
          <ReportDialog
            open={reporting}
            title="Пожаловаться на запись"
            onSend={body => api.call('POST /posts/:id/report/', { params: { id: post.id }, body })}
            onClose={() => {
              setReporting(false)
              box.current?.querySelector('button')?.focus()
            }}
          />
        </Suspense>
      )}
      {editing !== null && (
        <Suspense>
          <EditPostDialog
            post={post}
            open={editing}
            onClose={() => {
              setEditing(false)
              box.current?.querySelector('button')?.focus()
            }}
          />
        </Suspense>
      )}
      {asking !== null && (
        <PostRemoval
          post={post}
          open={asking}
          onClose={() => {
            setAsking(false)
            // The menu that opened the dialog is gone.
            box.current?.querySelector('button')?.focus()
          }}
          onRemoved={onRemoved}
        />
      )}
    </div>
  )
}
