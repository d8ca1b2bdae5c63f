/*
 * Unsaved input, stored in this browser. Storage throws when forbidden or full, and its content is untrusted: forms
 * work without it.
 */

const prefix = 'draft.'

/** The draft of a form, `null` if there is none; the form validates its shape. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a draft, or deletes it (`null`). */
export function writeDraft(name: string, draft: object | null): void {
  try {
    if (draft) localStorage.setItem(prefix + name, JSON.stringify(draft))
    else localStorage.removeItem(prefix + name)
  } catch {
    // Not stored: there is no draft.
  }
}

/** The database of pictures that belong to drafts (browser-store.ts). */
export const draftPictures = 'draft-pictures'

/** Deletes all drafts with their pictures, on sign-out. */
export function forgetDrafts(): void {
  try {
    indexedDB.deleteDatabase(draftPictures)
  } catch {
    // There is none: pictures are not kept where it is forbidden.
  }
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: there are no drafts.
  }
}
