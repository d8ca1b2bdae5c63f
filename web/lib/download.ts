import type { Problem } from '#contract/errors.ts'
import { saveAsFile } from './save-as-file.ts'

/** `fetch` as the signed-in person. */
export type MemberFetch = (path: string, init: RequestInit) => Promise<Response>

/** The name of an answer's file (RFC 5987). */
function nameOf(response: Response): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return encoded === undefined ? undefined : decodeURIComponent(encoded)
}

/**
 * Saves a file of the server. A plain link could not carry the token, hence a call and a file made of its answer. Throws
 * an Error whose message is for the person. `name` is used if the server does not name the file.
 */
export async function download(fetch: MemberFetch, path: string, name: string): Promise<void> {
  const response = await fetch(path, {}).catch(() => {
    throw new Error('Нет связи с сервером. Попробуйте ещё раз.')
  })
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null
    throw new Error(problem?.detail ?? 'Не получилось собрать файл.')
  }
  saveAsFile(nameOf(response) ?? name, await response.blob())
}
