/*
 * Applies the stored theme and sign-in state before the first paint, as the document is the same for everybody. The
 * page waits for this script, so it imports nothing and is as short as possible; after hydration web/lib/theme.ts and
 * web/app/member-start.ts maintain both marks.
 */
try {
  const { theme, 'user.access': access } = localStorage
  const root = document.documentElement
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (access) root.dataset.member = ''
} catch {
  // Storage is forbidden: a visitor with the system's theme.
}
