import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'

/** Hands text to the browser as if it were a file that came from the site. */
function saveAsFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: the browser begins to read it after the click has ended.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A plain link could not carry the token, hence a call and a file made of its answer. */
export function DownloadMyData() {
  const { api } = useApp()
  const download = useMutation({
    mutationFn: () => api.call('GET /me/data/'),
    onSuccess: data => saveAsFile('dendro-data.json', JSON.stringify(data, null, 2)),
    onError: error =>
      showToast({ message: error instanceof ApiError ? error.message : 'Не получилось собрать файл.', tone: 'danger' }),
  })
  return (
    <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <Download aria-hidden size={20} />}
      Скачать мои данные
    </Button>
  )
}
