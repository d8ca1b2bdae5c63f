import type { Problem } from '#contract/errors.ts'
import type { Upload } from '#contract/uploads.ts'
import { getSession } from '#web/lib/session.ts'

interface Sending {
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads one picture. Throws an Error with a message for the person. */
export type SendPhoto = (picture: Blob, sending: Sending) => Promise<Upload>

interface Answer {
  status: number
  body: unknown
}

/** XMLHttpRequest, because fetch does not report upload progress. Status 0: the server was not reached. */
function post(form: FormData, access: string, { onProgress, signal }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const answer = () => resolve({ status: request.status, body: request.response })
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.onload = answer
    request.onerror = answer
    request.onabort = () => reject(new DOMException('', 'AbortError'))
    request.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    request.open('POST', '/api/uploads/')
    request.responseType = 'json'
    request.setRequestHeader('authorization', `Bearer ${access}`)
    request.send(form)
    if (signal.aborted) stop()
  })
}

function errorOf({ status, body }: Answer): string {
  if (status === 0) return 'Нет связи с сервером'
  const problem = body as Problem | null
  return problem?.fields?.image?.[0]?.message ?? problem?.detail ?? 'Сервер ответил непонятно'
}

/**
 * `refreshAccess` gets a new access token and returns whether there is one; called once after a 401. `isPublic`: for
 * texts that contain the picture's public address.
 */
export function photoSender(refreshAccess: () => Promise<boolean>, { isPublic = false } = {}): SendPhoto {
  return async (picture, sending) => {
    const form = new FormData()
    if (isPublic) form.append('is_public', 'true')
    form.append('image', picture, 'photo')
    let answer = await post(form, getSession().access, sending)
    if (answer.status === 401 && (await refreshAccess().catch(() => false)))
      answer = await post(form, getSession().access, sending)
    if (answer.status !== 201) throw new Error(errorOf(answer))
    return answer.body as Upload
  }
}
