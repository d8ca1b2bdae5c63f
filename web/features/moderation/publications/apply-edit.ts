import type { Selection, TextEdit } from './text-edits.ts'

/** Changes the text of a field as typing would: the browser can take it back, and the form hears of it. */
export function applyEdit(area: HTMLTextAreaElement, edit: (selection: Selection) => TextEdit): void {
  const { value: text, selectionStart: start, selectionEnd: end } = area
  const { from, to, insert, selectFrom, selectTo } = edit({ text, start, end })
  area.focus()
  area.setSelectionRange(from, to)
  // Nothing else that a page can do is written into the field's history.
  const isTyped = document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert)
  if (!isTyped) {
    area.setRangeText(insert, from, to)
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(selectFrom, selectTo)
}
