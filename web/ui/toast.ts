/** The meaning of a message, which determines the colour. */
export type ToastTone = 'success' | 'danger' | 'info'

export interface Toast {
  id: number
  /** Milliseconds from showing to hiding. */
  duration: number
  message: string
  tone: ToastTone
  /** Current CSS classes: the tone's, and `toast-up` while the toast is slid in. */
  classes: string
  visible: boolean
}

export interface ToastRequest {
  message: string
  tone?: ToastTone
  duration?: number
}

export const toastDuration = 5000
const slideInDelay = 10
const slideOutLead = 500

const toneClasses: Record<ToastTone, string> = {
  success: 'toast bg-leaf text-on-leaf',
  danger: 'toast bg-danger text-on-danger',
  info: 'toast bg-ink text-paper',
}

/**
 * One toast at a time: a new one replaces the current one. All timing is here, so that it can be tested without a page.
 */
export function createToastStore() {
  let current: Toast | null = null
  let nextId = 1
  let timers: ReturnType<typeof setTimeout>[] = []
  const listeners = new Set<() => void>()

  function change(toast: Toast | null) {
    current = toast
    for (const listener of listeners) listener()
  }

  const show = ({ message, tone = 'success', duration = toastDuration }: ToastRequest): void => {
    timers.forEach(clearTimeout)
    const lowered = toneClasses[tone]
    const toast: Toast = { id: nextId++, duration, message, tone, classes: lowered, visible: true }
    change(toast)
    timers = [
      setTimeout(() => change({ ...toast, classes: `${lowered} toast-up` }), slideInDelay),
      // A toast too short for both slides still goes up before it comes down.
      setTimeout(() => change(toast), Math.max(duration - slideOutLead, slideInDelay)),
      setTimeout(() => change({ ...toast, visible: false }), duration),
    ]
  }

  /** The last toast, `null` before the first; `visible` is whether it is still shown. */
  const get = (): Toast | null => current

  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return { show, get, subscribe }
}

export const toastStore = createToastStore()

/** Shows a toast; works anywhere in the browser, but not on the server. */
export const showToast = toastStore.show
