import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'

/**
 * A GET form whose answer is a screen of this site; without scripts it is an ordinary one. React Router's own form knows
 * more and weighs a kilobyte on every first load. Fields that take effect at once call `form.requestSubmit()`.
 */
export function GetForm(props: Omit<ComponentProps<'form'>, 'method' | 'onSubmit'>) {
  const navigate = useNavigate()
  return (
    <form
      {...props}
      onSubmit={event => {
        event.preventDefault()
        const { pathname } = new URL(event.currentTarget.action)
        // There are no files in such a form.
        const fields = [...new FormData(event.currentTarget)] as [string, string][]
        void navigate(`${pathname}?${new URLSearchParams(fields)}`)
      }}
    />
  )
}
