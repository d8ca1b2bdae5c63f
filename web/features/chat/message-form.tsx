import { clsx } from 'clsx'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { newMessageForm } from '#contract/chat.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Button } from '#web/ui/button.tsx'
import { controlStyle } from '#web/ui/control-style.ts'
import { FieldError } from '#web/ui/field.tsx'
import { acceptedFiles } from '#web/ui/files/composer.ts'
import { FileTray } from '#web/ui/files/file-tray.tsx'
import type { RefreshAccess } from '#web/ui/files/send-files.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Paperclip, SendHorizontal, X } from '#web/ui/icons.ts'
import { useIncomingFiles } from '#web/ui/photos/use-incoming-files.ts'
import type { Answered } from './outbox.ts'
import { useComposer } from './use-composer.ts'
import { useTyping } from './use-typing.ts'

interface MessageFormProps {
  conversationId: string
  me: string
  /** The recipient's name. */
  name: string
  /** Focus the field at the start. */
  isReady: boolean
  refreshAccess: RefreshAccess
  /** The message that is being answered. */
  answered: Answered | null
  onAnswered: () => void
  /** Sends a message of text alone. */
  onSend: (body: string) => void
}

/** On a touch screen Enter can only mean a new line. */
const isTouched = () => window.matchMedia('(pointer: coarse)').matches

/** Enter sends, Shift+Enter starts a new line; on a phone the button sends. Files are chosen, dropped or pasted. */
export function MessageForm({
  conversationId,
  me,
  name,
  isReady,
  refreshAccess,
  answered,
  onAnswered,
  onSend,
}: MessageFormProps) {
  const { composer, state } = useComposer(conversationId, me, refreshAccess)
  const sayTyping = useTyping(conversationId)
  const { body, files, progress, error } = state
  const isSending = progress !== null
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const isOver = useIncomingFiles(chosen => attach(chosen))
  useEffect(() => {
    if (isReady) field.current?.focus()
  }, [isReady])
  useEffect(() => {
    if (answered) field.current?.focus()
  }, [answered])

  function attach(chosen: readonly File[]): void {
    composer.add(chosen)
    field.current?.focus()
  }

  function send(): void {
    field.current?.focus()
    if (files.length > 0) {
      void composer.sendFiles(answered?.id).then(() => {
        if (composer.get().files.length === 0) onAnswered()
      })
      return
    }
    if (body.trim() === '') return
    const { data, error } = newMessageForm.shape.body.safeParse(body)
    if (error) {
      composer.fail(error.issues[0]?.message ?? '')
      return
    }
    onSend(data)
    composer.write('')
    onAnswered()
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter that confirms an input method's suggestion does not send.
    if (event.key === 'Escape' && answered) onAnswered()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouched()) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className={clsx(
        'relative shrink-0 border-t px-3 py-3 sm:px-6',
        isOver ? 'border-leaf bg-leaf-soft' : 'border-line bg-surface',
      )}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      {isOver && <p className="mb-2 text-center text-sm font-semibold text-leaf">Отпустите, чтобы приложить</p>}
      {answered && <AnsweredAbove answered={answered} onCancel={onAnswered} />}
      <FileTray files={files} composer={composer} progress={progress} />
      <div className="flex items-end gap-2">
        <FileChooser disabled={isSending} onFiles={attach} />
        <label htmlFor={id} className="sr-only">{`Сообщение для ${name}`}</label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          value={body}
          readOnly={isSending}
          placeholder="Сообщение"
          enterKeyHint="enter"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={event => {
            composer.write(event.target.value)
            if (event.target.value.trim() !== '') sayTyping()
          }}
          onKeyDown={onKeyDown}
          className={`${controlStyle} field-sizing-content max-h-40 resize-none`}
        />
        {isSending ? (
          <Button variant="secondary" className="shrink-0" onClick={composer.cancel}>
            Отмена
          </Button>
        ) : (
          <button
            type="submit"
            aria-label="Отправить"
            className={buttonStyle('primary', 'md', 'shrink-0 max-sm:px-3.5')}
          >
            <SendHorizontal size={20} />
            <span className="max-sm:hidden">Отправить</span>
          </button>
        )}
      </div>
      {error && (
        <div role="alert">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </form>
  )
}

function AnsweredAbove({ answered, onCancel }: { answered: Answered; onCancel: () => void }) {
  return (
    <div className="mb-2 flex items-center gap-2 border-l-4 border-leaf pl-3">
      <div className="min-w-0 grow text-sm leading-snug">
        <span className="block truncate font-semibold text-leaf">Ответ: {answered.name}</span>
        <span className="block truncate text-muted">{answered.line}</span>
      </div>
      <IconButton label="Не отвечать" icon={<X size={20} />} onClick={onCancel} />
    </div>
  )
}

function FileChooser({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        accept={acceptedFiles}
        aria-label="Файлы к сообщению"
        tabIndex={-1}
        className="sr-only"
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      <IconButton
        label="Приложить файлы"
        icon={<Paperclip size={22} />}
        disabled={disabled}
        onClick={() => chooser.current?.click()}
      />
    </>
  )
}
