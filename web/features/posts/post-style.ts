/** Controls in the row below a post: tall enough for a thumb, inconspicuous until used. */
export const actionStyle =
  'inline-flex min-h-11 min-w-14 items-center justify-center gap-2 rounded-md px-2.5 text-sm font-semibold ' +
  'tabular-nums no-underline transition-colors'

export const quietAction = 'text-muted hover:bg-leaf-soft hover:text-leaf'
