/*
 * The file of a schedule that was not stored on the server yet: text fits into the browser's storage, a file does not.
 * IndexedDB throws when forbidden or full; then the file must be chosen again.
 */

const [database, store, key] = ['schedule', 'files', 'file'] as const

const done = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no database'))
  })

async function within(mode: IDBTransactionMode, act: (files: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(store)
  const opened = await done(opening)
  try {
    return await done(act(opened.transaction(store, mode).objectStore(store)))
  } finally {
    opened.close()
  }
}

/** Keeps it, or forgets it (`null`). Returns whether it is kept. */
export async function keepFile(file: File | null): Promise<boolean> {
  try {
    await within('readwrite', files => (file ? files.put(file, key) : files.delete(key)))
    return file !== null
  } catch {
    return false
  }
}

export async function keptFile(): Promise<File | null> {
  try {
    const file = await within('readonly', files => files.get(key))
    return file instanceof File ? file : null
  } catch {
    return null
  }
}
