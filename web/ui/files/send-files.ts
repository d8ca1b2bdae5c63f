import type { Problem } from '#contract/errors.ts'
import { type Sending, sendForm } from '#web/lib/send-form.ts'
import { scaleDown } from '../photos/scale-down.ts'
import { NotSent } from './composer.ts'

export type RefreshAccess = () => Promise<boolean>

/** The faults of files by index, `files.2` on the wire. */
function faultsOf(fields: Problem['fields'] = {}): Map<number, string> {
  return new Map(
    Object.entries(fields).flatMap(([name, errors]) => {
      const index = /^files\.(\d+)$/.exec(name)?.[1]
      return index === undefined ? [] : [[Number(index), errors[0]?.message ?? ''] as const]
    }),
  )
}

/** Adds files to a form, pictures made smaller, and posts it. Returns the answer; throws NotSent. */
export async function sendFiles(
  path: string,
  form: FormData,
  files: readonly File[],
  sending: Sending & { refreshAccess: RefreshAccess },
): Promise<unknown> {
  for (const file of files) {
    const prepared = file.type.startsWith('image/') ? await scaleDown(file) : file
    form.append('files', prepared, file.name)
  }
  const { status, body } = await sendForm(path, form, sending, sending.refreshAccess)
  if (status === 0) throw new NotSent('Нет связи с сервером. Ничего не пропало: отправьте ещё раз.')
  if (status === 200 || status === 201) return body
  const problem = body as Problem | null
  const detail = problem?.fields?.files?.[0]?.message ?? problem?.fields?.body?.[0]?.message ?? problem?.detail
  throw new NotSent(detail ?? 'Сервер ответил непонятно. Отправьте ещё раз.', faultsOf(problem?.fields))
}
