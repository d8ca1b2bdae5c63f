import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useApp } from '#web/lib/app-context.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CornerDownRight, Ellipsis, Flag, Trash2 } from '#web/ui/icons.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { showToast } from '#web/ui/toast.ts'
import { showDeleted } from './chat-cache.ts'
import type { Answered } from './outbox.ts'
import type { Line } from './thread.ts'

const ReportDialog = lazy(async () => ({ default: (await import('#web/ui/report-dialog.tsx')).ReportDialog }))

interface MessageMenuProps {
  line: Line
  conversationId: string
  onAnswer: (message: Answered) => void
}

/** What one may do about a message. */
export function MessageMenu({ line, conversationId, onAnswer }: MessageMenuProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  // Most messages are never touched: the dialog is mounted when it is first opened.
  const [asking, setAsking] = useState<'remove' | 'report' | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const { id, author, body, files } = line
  const items: MenuItem[] = [
    {
      label: 'Ответить',
      movesFocus: true,
      icon: <CornerDownRight size={18} />,
      onSelect: () => onAnswer({ id, name: author ?? 'Вы', line: body || files[0]?.name || '' }),
    },
  ]
  if (author === null)
    items.push({ label: 'Удалить', icon: <Trash2 size={18} />, tone: 'danger', onSelect: () => setAsking('remove') })
  else items.push({ label: 'Пожаловаться', icon: <Flag size={18} />, onSelect: () => setAsking('report') })

  function close() {
    setAsking(null)
    // The menu that opened the dialog is gone.
    box.current?.querySelector('button')?.focus()
  }
  async function remove() {
    close()
    try {
      await api.call('DELETE /chat/:id/messages/:message/', { params: { id: conversationId, message: id } })
      const deleted_at = new Date().toISOString()
      showDeleted(queries, api, { conversation_id: conversationId, message_id: id, deleted_at })
    } catch (error) {
      showToast({ message: (error as Error).message, tone: 'danger' })
    }
  }
  return (
    <div ref={box} className="-mx-2 shrink-0">
      <Menu
        variant="quiet"
        align={author === null ? 'end' : 'start'}
        label={
          <>
            <Ellipsis size={18} />
            <span className="sr-only">Действия с сообщением</span>
          </>
        }
        items={items}
      />
      {asking === 'report' && (
        <Suspense>
          <ReportDialog
            open
            title="Пожаловаться на сообщение"
            onSend={body =>
              api.call('POST /chat/:id/messages/:message/report/', {
                params: { id: conversationId, message: id },
                body,
              })
            }
            onClose={close}
          />
        </Suspense>
      )}
      {asking === 'remove' && (
        <ConfirmDialog open onClose={close} title="Удалить сообщение?" label="Удалить" onConfirm={() => void remove()}>
          Его не станет у всех. Вернуть его будет нельзя.
        </ConfirmDialog>
      )}
    </div>
  )
}
