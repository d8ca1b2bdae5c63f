import type { Problem } from '#contract/errors.ts'
import type { Upload } from '#contract/uploads.ts'
import { type Sending, type SentAnswer, sendForm } from '#web/lib/send-form.ts'

/** Uploads one picture. Throws an Error with a message for the person. */
export type SendPhoto = (picture: Blob, sending: Sending) => Promise<Upload>

function errorOf({ status, body }: SentAnswer): string {
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
    const answer = await sendForm('/api/uploads/', form, sending, refreshAccess)
    if (answer.status !== 201) throw new Error(errorOf(answer))
    return answer.body as Upload
  }
}
