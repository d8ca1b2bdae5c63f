import { clsx } from 'clsx'
import { type ClipboardEvent, type ComponentProps, type DragEvent, type KeyboardEvent, useId, useRef } from 'react'
import { controlStyle } from '#web/ui/control-style.ts'
import { Field } from '#web/ui/field.tsx'
import { picture, type Selection, type TextEdit } from './text-edits.ts'
import { shortcuts, TextToolbar } from './text-toolbar.tsx'
import { UploadState } from './upload-state.tsx'
import { type Pictures, usePictureUpload } from './use-picture-upload.ts'

interface TextEditorProps extends ComponentProps<'textarea'> {
  error?: string
  pictures: Pictures
}

/** A Markdown field for a section's text, with a toolbar. */
export function TextEditor({ error, pictures, ref, className, ...rest }: TextEditorProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { state, take } = usePictureUpload(pictures, ({ get_image }) => change(from => picture(from, get_image)))

  function change(edit: (selection: Selection) => TextEdit): void {
    if (area.current) applyEdit(area.current, edit)
  }
  function onKeyDown(event: KeyboardEvent): void {
    const edit = shortcuts[event.code]
    if (!edit || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    change(edit)
  }
  function takeFrom(event: ClipboardEvent | DragEvent, data: DataTransfer): void {
    // Text pasted together with a picture, from a table for example, is pasted as text.
    if (data.files.length === 0 || data.types.includes('text/plain')) return
    event.preventDefault()
    take(data.files[0])
  }

  return (
    <Field label="Текст" error={error} className={className}>
      {wiring => (
        <>
          <TextToolbar onEdit={change} onPicture={take} />
          <textarea
            {...rest}
            {...wiring}
            ref={node => {
              area.current = node
              if (typeof ref === 'function') ref(node)
            }}
            onKeyDown={onKeyDown}
            onPaste={event => takeFrom(event, event.clipboardData)}
            onDrop={event => takeFrom(event, event.dataTransfer)}
            spellCheck
            className={clsx(
              controlStyle,
              'field-sizing-content max-h-[70dvh] min-h-80 resize-y rounded-t-none font-serif leading-relaxed',
            )}
          />
          <UploadState id={`${id}-upload`} state={state} />
        </>
      )}
    </Field>
  )
}

/** Changes the text of a field like typing: it can be undone in the browser, and the form is notified. */
function applyEdit(area: HTMLTextAreaElement, edit: (selection: Selection) => TextEdit): void {
  const { value: text, selectionStart: start, selectionEnd: end } = area
  const { from, to, insert, selectFrom, selectTo } = edit({ text, start, end })
  area.focus()
  area.setSelectionRange(from, to)
  // No other API adds to the field's undo history.
  const isTyped = document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert)
  if (!isTyped) {
    area.setRangeText(insert, from, to)
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(selectFrom, selectTo)
}
