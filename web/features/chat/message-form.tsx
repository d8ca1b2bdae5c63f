import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { newMessageForm } from '#contract/chat.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { controlStyle } from '#web/ui/control-style.ts'
import { readDraft, writeDraft } from '#web/ui/drafts.ts'
import { FieldError } from '#web/ui/field.tsx'

interface MessageFormProps {
  /** Name of the draft that stores the text until it is sent. */
  draftName: string
  /** The recipient's name. */
  name: string
  /** Focus the field at the start. */
  isReady: boolean
  onSend: (body: string) => void
}

function keptText(draftName: string): string {
  const draft = readDraft(draftName) as { body?: unknown } | null
  return typeof draft?.body === 'string' ? draft.body : ''
}

/** On a touch screen Enter can only mean a new line. */
const isTouched = () => window.matchMedia('(pointer: coarse)').matches

/** Enter sends, Shift+Enter starts a new line; on a phone the button sends. */
export function MessageForm({ draftName, name, isReady, onSend }: MessageFormProps) {
  const [body, setBody] = useState(() => keptText(draftName))
  const [error, setError] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useEffect(() => {
    if (isReady) field.current?.focus()
  }, [isReady])

  function write(text: string): void {
    setBody(text)
    setError('')
    writeDraft(draftName, text.trim() ? { body: text } : null)
  }

  function send(): void {
    field.current?.focus()
    if (body.trim() === '') return
    const { data, error } = newMessageForm.shape.body.safeParse(body)
    if (error) {
      setError(error.issues[0]?.message ?? '')
      return
    }
    onSend(data)
    write('')
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter that confirms an input method's suggestion does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouched()) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="border-t border-line bg-surface px-3 py-3 sm:px-6"
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-2">
        <label htmlFor={id} className="sr-only">{`Сообщение для ${name}`}</label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          value={body}
          placeholder="Сообщение"
          enterKeyHint="enter"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={event => write(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${controlStyle} field-sizing-content max-h-40 resize-none`}
        />
        <button type="submit" aria-label="Отправить" className={buttonStyle('primary', 'md', 'shrink-0 max-sm:px-3.5')}>
          <SendHorizontal aria-hidden size={20} />
          <span className="max-sm:hidden">Отправить</span>
        </button>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </form>
  )
}
