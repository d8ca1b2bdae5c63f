/*
 * What the page is to look like, said by the browser's storage before anything is painted: the document is the same for
 * everybody. A script of its own that the page waits for, so it imports nothing and is as short as it can be; from
 * hydration on, web/lib/theme.ts and web/app/member-start.ts keep the two marks.
 */
try {
  const { theme, 'user.access': access } = localStorage
  const root = document.documentElement
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (access) root.dataset.member = ''
} catch {
  // Forbidden storage: a visitor in the system's colours.
}
