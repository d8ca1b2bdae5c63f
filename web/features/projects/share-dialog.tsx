import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Check, Copy, Link2Off, RefreshCw } from '#web/ui/icons.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ShareList } from './share-list.tsx'

interface ShareDialogProps {
  /** Id of the project. */
  project: string
  isOpen: boolean
  onClose: () => void
  url: string | null
  /** Makes an address; the one before stops working. */
  onShare: () => Promise<unknown>
  onTakeBack: () => Promise<unknown>
}

/** The address under which others may read a project: made, copied, made anew, taken back. */
export function ShareDialog({ project, isOpen, onClose, url, onShare, onTakeBack }: ShareDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const onError = (error: Error) => showToast({ message: error.message, tone: 'danger' })
  const share = useMutation({ mutationFn: onShare, onError, onSuccess: () => setCopied(false) })
  const takeBack = useMutation({ mutationFn: onTakeBack, onError })
  async function copy() {
    if (url === null) return
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      // Forbidden: then it is selected, to be copied by hand.
      input.current?.select()
    }
  }
  return (
    <Dialog open={isOpen} onClose={onClose} title="Показать другим">
      {url === null ? (
        <div className="grid gap-4">
          <p>
            Получите ссылку: по ней проект увидит любой, кому вы её дадите, без регистрации и только для чтения.
            Поисковики её не найдут, закрыть её можно в любой момент.
          </p>
          <div className="flex justify-end">
            <Button busy={share.isPending} onClick={() => share.mutate()}>
              Создать ссылку
            </Button>
          </div>
        </div>
      ) : (
        <div className="grid gap-4">
          <p>Проект виден всем, у кого есть эта ссылка, со всеми выбранными предложениями и ценами.</p>
          <TextField
            ref={input}
            label="Ссылка"
            readOnly
            value={url}
            onFocus={event => event.currentTarget.select()}
            inputClassName="text-sm"
          />
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void copy()}>
              {isCopied ? <Check size={18} /> : <Copy size={18} />}
              {isCopied ? 'Скопировано' : 'Скопировать'}
            </Button>
            <Button variant="secondary" busy={share.isPending} onClick={() => share.mutate()}>
              <RefreshCw size={17} />
              Новая ссылка
            </Button>
            <Button variant="secondary" busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
              <Link2Off size={17} />
              Закрыть доступ
            </Button>
          </div>
          <output className="sr-only">{isCopied ? 'Ссылка скопирована' : ''}</output>
          <p className="text-sm text-muted">Новая ссылка отменяет прежнюю.</p>
        </div>
      )}
      <div className="mt-6">{isOpen && <ShareList project={project} plainUrl={url} />}</div>
    </Dialog>
  )
}
