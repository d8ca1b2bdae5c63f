import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Problem } from '#contract/errors.ts'
import { saveAsFile } from '#web/lib/save-as-file.ts'
import { Button } from './button.tsx'
import type { ButtonSize, ButtonVariant } from './button-style.ts'
import { showToast } from './toast.ts'

/** `fetch` as the signed-in person. */
export type MemberFetch = (path: string, init: RequestInit) => Promise<Response>

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

/** The name of an answer's file (RFC 5987). */
function nameOf(response: Response): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return encoded === undefined ? undefined : decodeURIComponent(encoded)
}

/** A plain link could not carry the token, hence a call and a file made of its answer. */
export function DownloadButton({
  fetch,
  path,
  name,
  label,
  describedAs,
  variant = 'quiet',
  size,
}: DownloadButtonProps) {
  const download = useMutation({
    mutationFn: async () => {
      const response = await fetch(`/api${path}`, {})
      if (!response.ok) {
        const problem = (await response.json().catch(() => null)) as Problem | null
        throw new Error(problem?.detail ?? 'Не получилось собрать файл.')
      }
      return { name: nameOf(response) ?? name, content: await response.blob() }
    },
    onSuccess: file => saveAsFile(file.name, file.content),
    onError: error =>
      showToast({
        message: error instanceof TypeError ? 'Нет связи с сервером. Попробуйте ещё раз.' : error.message,
        tone: 'danger',
      }),
  })
  return (
    <Button
      variant={variant}
      size={size ?? 'md'}
      busy={download.isPending}
      aria-label={describedAs}
      onClick={() => download.mutate()}
    >
      {!download.isPending && <Download aria-hidden size={18} />}
      {label}
    </Button>
  )
}
