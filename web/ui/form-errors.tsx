import { CircleAlert } from '#web/ui/icons.ts'

/** The red box above a form that lists its errors; nothing without errors. */
export function FormErrors({ messages }: { messages: string[] }) {
  return (
    <div role="alert">
      {messages.length > 0 && (
        <div className="flex items-start gap-3 rounded-lg border border-danger/40 bg-danger-soft px-4 py-3 text-danger">
          <CircleAlert size={20} className="mt-0.5 shrink-0" />
          <ul className="space-y-1">
            {messages.map(message => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
