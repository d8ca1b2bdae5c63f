import { useSyncExternalStore } from 'react'

export type Theme = 'auto' | 'light' | 'dark'

const storageKey = 'theme'
const listeners = new Set<() => void>()

/** Set on <html> from the storage by web/app/before-paint.ts. */
const getTheme = () => (document.documentElement.dataset.theme ?? 'auto') as Theme

function apply(theme: string | null) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
  for (const listener of listeners) listener()
}

function onStorage({ key, newValue }: StorageEvent) {
  if (key === null || key === storageKey) apply(newValue)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Forbidden storage: the choice lasts until the page is closed.
  }
  apply(theme)
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getTheme, () => 'auto')
}
