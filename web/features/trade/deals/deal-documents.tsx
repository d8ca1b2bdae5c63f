import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, useSyncExternalStore } from 'react'
import { attachedFileTypes } from '#contract/attached-files.ts'
import type { Deal, DealDocument } from '#contract/deals.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { acceptedFiles, createComposer } from '#web/ui/files/composer.ts'
import { fileKind, fileSize } from '#web/ui/files/file-text.ts'
import { FileTray } from '#web/ui/files/file-tray.tsx'
import { type RefreshAccess, sendFiles } from '#web/ui/files/send-files.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FileImage, FileSpreadsheet, FileText, Paperclip, X } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'
import { momentText } from '../dates.ts'
import { Section } from '../section.tsx'
import { useChangedDeal } from './use-changed-deal.ts'

interface DealDocumentsProps {
  deal: Deal
  refreshAccess: RefreshAccess
}

/** Invoices, acts, pictures: what either side has attached. */
export function DealDocuments({ deal, refreshAccess }: DealDocumentsProps) {
  const { api } = useApp()
  const show = useChangedDeal()
  const [removed, setRemoved] = useState<DealDocument | null>(null)
  const { id, documents, can } = deal
  const remove = useMutation({
    mutationFn: (document: string) => api.call('DELETE /deals/:id/documents/:document/', { params: { id, document } }),
    onSuccess: changed => {
      show(changed)
      showToast({ message: 'Документ убран' })
    },
    onError: error => showToast({ message: error.message, tone: 'danger' }),
    onSettled: () => setRemoved(null),
  })
  if (documents.length === 0 && !can.attach) return null
  return (
    <Section title="Документы">
      {documents.length > 0 && (
        <ul className="mb-4 grid gap-3">
          {documents.map(document => (
            <li key={document.id} className="flex items-start gap-2">
              <Kind type={document.type} />
              <span className="min-w-0 grow">
                <a href={document.url} download={document.name} className="link inline-block min-h-6 wrap-anywhere">
                  {document.name}
                </a>
                <span className="block text-sm text-muted">
                  {fileKind(document.type)} · {fileSize(document.size)} ·{' '}
                  {document.side === 'buyer' ? 'от покупателя' : 'от компании'}, {momentText(document.created_at)}
                </span>
              </span>
              {document.can.remove && (
                <IconButton
                  label={`Убрать ${document.name}`}
                  icon={<X size={18} />}
                  onClick={() => setRemoved(document)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {can.attach && <Attaching dealId={id} refreshAccess={refreshAccess} onAttached={show} />}
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title="Убрать документ?"
        label="Убрать"
        busy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed.id)}
      >
        <p className="wrap-anywhere">«{removed?.name}» больше не увидит и другая сторона.</p>
      </ConfirmDialog>
    </Section>
  )
}

function Kind({ type }: { type: DealDocument['type'] }) {
  const Icon =
    type === attachedFileTypes.picture ? FileImage : type === attachedFileTypes.xlsx ? FileSpreadsheet : FileText
  return <Icon aria-hidden size={18} className="mt-1 shrink-0 text-leaf" />
}

interface AttachingProps {
  dealId: string
  refreshAccess: RefreshAccess
  onAttached: (changed: Deal) => void
}

/** Chosen files are sent at once; if they are refused, all stay until the person takes the wrong ones away. */
function Attaching({ dealId, refreshAccess, onAttached }: AttachingProps) {
  const [composer] = useState(() =>
    createComposer({
      body: '',
      keep: () => {},
      async send({ files }, sending) {
        const path = `/api/deals/${dealId}/documents/`
        onAttached((await sendFiles(path, new FormData(), files, { ...sending, refreshAccess })) as Deal)
        showToast({ message: 'Приложено. Другой стороне сообщили.' })
      },
    }),
  )
  const { files, progress, error } = useSyncExternalStore(composer.subscribe, composer.get, composer.get)
  const chooser = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const isSending = progress !== null
  return (
    <div>
      <FileTray files={files} composer={composer} progress={progress} />
      <input
        ref={chooser}
        type="file"
        multiple
        accept={acceptedFiles}
        aria-label="Файлы к сделке"
        aria-describedby={hintId}
        tabIndex={-1}
        className="sr-only"
        onChange={event => {
          composer.add([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
          if (composer.get().error === '') void composer.sendFiles()
        }}
      />
      <div className="flex flex-wrap gap-3">
        {isSending ? (
          <Button variant="secondary" onClick={composer.cancel}>
            Отмена
          </Button>
        ) : (
          <>
            {files.length > 0 && <Button onClick={() => void composer.sendFiles()}>Отправить</Button>}
            <Button variant="secondary" onClick={() => chooser.current?.click()}>
              <Paperclip size={18} />
              Приложить файлы
            </Button>
          </>
        )}
      </div>
      <p id={hintId} className="mt-2 text-sm text-muted">
        Снимки, PDF и XLSX до 10 МБ. Увидите только вы и другая сторона.
      </p>
      {error && (
        <div role="alert">
          <FieldError id={`${hintId}-error`}>{error}</FieldError>
        </div>
      )}
    </div>
  )
}
