import { browserStore } from '#web/ui/browser-store.ts'

/** The file of a schedule that was not stored on the server yet. */
const schedule = browserStore('schedule')

/** Keeps it, or forgets it (`null`). Returns whether it is kept. */
export const keepFile = (file: File | null): Promise<boolean> => schedule.keep(file)

export async function storedFile(): Promise<File | null> {
  const file = await schedule.kept()
  return file instanceof File ? file : null
}
