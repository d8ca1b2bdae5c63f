import { getSession } from '#web/lib/session.ts'
import { chosenPlace } from '../places/chosen-place.ts'
import { emptyDraft, storeDraft } from './draft.ts'
import { keepFile } from './stored-file.ts'

/** Keeps a list for the screen that reads it: a member's becomes a project at once, a visitor's is shown first. */
export async function keepPasted(text: string, file: File | null): Promise<void> {
  await keepFile(file)
  const savingSince = getSession().isAuthenticated ? Date.now() : null
  storeDraft({ ...emptyDraft, text, fileName: file?.name ?? null, isAsked: true, place: chosenPlace(), savingSince })
}
