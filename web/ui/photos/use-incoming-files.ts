import { useEffect, useEffectEvent, useState } from 'react'

const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')

/**
 * Handles files dropped anywhere on the page or pasted. Returns whether files are being dragged over the page. If text
 * is pasted together with a picture (a table, for example), it goes into the focused field.
 */
export function useIncomingFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    function onDragOver(event: DragEvent) {
      if (!carriesFiles(event)) return
      // Otherwise the browser would open the file instead of the form.
      event.preventDefault()
      setOver(true)
    }
    function onDragLeave(event: DragEvent) {
      if (event.relatedTarget === null) setOver(false)
    }
    function onDrop(event: DragEvent) {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    function onPaste(event: ClipboardEvent) {
      const data = event.clipboardData
      if (!data || data.files.length === 0) return
      if (isTyped(event.target) && data.types.includes('text/plain')) return
      event.preventDefault()
      take([...data.files])
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDrop)
    window.addEventListener('paste', onPaste)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDrop)
      window.removeEventListener('paste', onPaste)
    }
  }, [])

  return isOver
}
