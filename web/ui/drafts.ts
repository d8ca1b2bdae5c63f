/*
 * What people have written and not saved, kept in this browser. Storage throws where it is forbidden or full, and what
 * stands in it may be anything: forms work without it.
 */

const prefix = 'draft.'

/** The draft of a form, `null` when there is none; its shape is the form's own to check. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a draft, or forgets it (`null`). */
export function writeDraft(name: string, draft: object | null): void {
  try {
    if (draft) localStorage.setItem(prefix + name, JSON.stringify(draft))
    else localStorage.removeItem(prefix + name)
  } catch {
    // Then there is no draft.
  }
}

/** Forgets all drafts: somebody has signed out. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // Then there were none.
  }
}
