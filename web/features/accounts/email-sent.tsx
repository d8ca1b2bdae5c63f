import type { ReactNode } from 'react'
import { MailCheck } from '#web/ui/icons.ts'

interface EmailSentProps {
  email: string
  /** Instructions for the email. */
  children: ReactNode
  /** The next steps: links and buttons. */
  actions: ReactNode
}

/** An email was sent; the address stays visible, because a missing email is usually a typing error. */
export function EmailSent({ email, children, actions }: EmailSentProps) {
  return (
    <>
      <div className="flex items-start gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5">
        <MailCheck size={32} strokeWidth={1.6} className="mt-0.5 shrink-0 text-leaf" />
        <div className="min-w-0">
          <p className="font-semibold break-all">{email}</p>
          <div className="mt-1.5">{children}</div>
        </div>
      </div>
      <p className="mt-4 text-sm text-muted">
        Письма нет? Оно идёт до нескольких минут. Проверьте папку «Спам» и то, верно ли написан адрес.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">{actions}</div>
    </>
  )
}
