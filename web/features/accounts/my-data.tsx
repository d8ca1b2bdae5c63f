import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { saveAsFile } from '#web/lib/save-as-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Download } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'

/** A plain link cannot send the token, so the response is fetched and saved as a file. */
export function DownloadMyData() {
  const { api } = useApp()
  const download = useMutation({
    mutationFn: () => api.call('GET /me/data/'),
    onSuccess: data =>
      saveAsFile('dendro-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })),
    onError: error =>
      showToast({ message: error instanceof ApiError ? error.message : 'Не получилось собрать файл.', tone: 'danger' }),
  })
  return (
    <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <Download size={20} />}
      Скачать мои данные
    </Button>
  )
}
