import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import { toastStore } from './toast.ts'

/**
 * Shows the toasts; used once, in the layout. The live regions always exist, otherwise screen readers would miss the
 * first toast.
 */
export function ToastRegion() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null)
  const shown = toast?.visible ? toast : null
  const box = shown && (
    <div
      key={shown.id}
      className={`pointer-events-auto flex items-start gap-3 rounded-lg px-4 py-3 shadow-lift ${shown.classes}`}
    >
      <Icon shape={shown.tone} size={22} className="mt-px shrink-0" />
      <span>{shown.message}</span>
    </div>
  )
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-20 z-50 mx-auto w-fit max-w-lg md:bottom-6">
      <output className="block">{shown?.tone !== 'danger' && box}</output>
      <div role="alert">{shown?.tone === 'danger' && box}</div>
    </div>
  )
}
