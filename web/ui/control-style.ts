/** The look of all input controls. 16 px text keeps iOS from zooming into the field. */
export const controlStyle =
  'w-full min-h-11 rounded-md border border-edge bg-surface px-3 py-2 text-base text-ink transition-colors ' +
  'hover:border-leaf focus-visible:border-leaf aria-invalid:border-danger aria-invalid:bg-danger-soft disabled:opacity-60'
