import { getSession } from './session.ts'

export interface Sending {
  onProgress: (share: number) => void
  signal: AbortSignal
}

export interface SentAnswer {
  status: number
  body: unknown
}

/** XMLHttpRequest, because fetch does not say how much has been sent. Status 0: the server was not reached. */
function post(path: string, form: FormData, { onProgress, signal }: Sending): Promise<SentAnswer> {
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
    request.open('POST', path)
    request.responseType = 'json'
    request.setRequestHeader('authorization', `Bearer ${getSession().access}`)
    request.send(form)
    if (signal.aborted) stop()
  })
}

/**
 * Posts a form with a file as the signed-in person, telling how much of it has been sent. `refreshAccess` gets a new
 * access token and returns whether there is one; called once after a 401.
 */
export async function sendForm(
  path: string,
  form: FormData,
  sending: Sending,
  refreshAccess: () => Promise<boolean>,
): Promise<SentAnswer> {
  const answer = await post(path, form, sending)
  if (answer.status !== 401 || !(await refreshAccess().catch(() => false))) return answer
  return post(path, form, sending)
}
