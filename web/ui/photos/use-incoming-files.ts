import { useEffect, useEffectEvent, useState } from 'react'

const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')

/**
 * Files dropped anywhere on the page or pasted into it. Says whether files are being dragged over it just now. Text
 * that comes with a picture (a table, say) goes into the field in which one writes.
 */
export function useIncomingFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    function onDragOver(event: DragEvent) {
      if (!carriesFiles(event)) return
      // Without this the browser would open the file in the place of the form.
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
