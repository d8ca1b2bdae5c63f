/*
 * What is not stored on the server yet and does not fit into the browser's other storage, such as a file. IndexedDB throws
 * when forbidden or full; then it must be given again.
 */

const [store, onlyKey] = ['files', 'file'] as const

const done = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no database'))
  })

/** Values in a database of this name: one, or one for each key. */
export function browserStore(database: string) {
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

  return {
    /** Keeps it, or forgets it (`null`). Returns whether it is kept. */
    async keep(value: unknown, key: string = onlyKey): Promise<boolean> {
      try {
        await within('readwrite', files => (value === null ? files.delete(key) : files.put(value, key)))
        return value !== null
      } catch {
        return false
      }
    },
    /** What was kept, whose form is to be checked; `undefined`: nothing. */
    async kept(key: string = onlyKey): Promise<unknown> {
      try {
        return await within('readonly', files => files.get(key))
      } catch {
        return undefined
      }
    },
  }
}
