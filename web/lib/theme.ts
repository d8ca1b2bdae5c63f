import { useSyncExternalStore } from 'react'

export type Theme = 'auto' | 'light' | 'dark'

const storageKey = 'theme'
const listeners = new Set<() => void>()

function getTheme(): Theme {
  try {
    const value = localStorage.getItem(storageKey)
    return value === 'light' || value === 'dark' ? value : 'auto'
  } catch {
    return 'auto'
  }
}

function apply() {
  const theme = getTheme()
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function onStorage(event: StorageEvent) {
  if (event.key !== null && event.key !== storageKey) return
  apply()
  for (const listener of listeners) listener()
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
    // Forbidden storage: there is nowhere to remember the choice, and the system's theme stays.
  }
  apply()
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getTheme, () => 'auto')
}

// As soon as the code is there, before hydration: <html> is exempt from React's comparison (suppressHydrationWarning).
if (typeof document !== 'undefined') apply()
