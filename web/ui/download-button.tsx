import { useMutation } from '@tanstack/react-query'
import { download, type MemberFetch } from '#web/lib/download.ts'
import { Download } from '#web/ui/icons.ts'
import type { ButtonSize, ButtonVariant } from './button-style.ts'
import { Button } from './button.tsx'
import { showToast } from './toast.ts'

interface DownloadButtonProps {
  fetch: MemberFetch
  /** Below /api. */
  path: string
  /** Of the file, if the server does not name it. */
  name: string
  label: string
  /** Says which file it is, where the label alone does not. */
  describedAs?: string
  variant?: ButtonVariant
  size?: ButtonSize
}

export function DownloadButton({
  fetch,
  path,
  name,
  label,
  describedAs,
  variant = 'quiet',
  size,
}: DownloadButtonProps) {
  const saving = useMutation({
    mutationFn: () => download(fetch, `/api${path}`, name),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  return (
    <Button
      variant={variant}
      size={size ?? 'md'}
      busy={saving.isPending}
      aria-label={describedAs}
      onClick={() => saving.mutate()}
    >
      {!saving.isPending && <Download size={18} />}
      {label}
    </Button>
  )
}
