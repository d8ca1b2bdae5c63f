import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'

/**
 * A GET form that leads to a screen of this site; without scripts it is an ordinary form. React Router's Form does more
 * and adds a kilobyte to every first load. Fields that take effect at once call `form.requestSubmit()`.
 */
export function GetForm(props: Omit<ComponentProps<'form'>, 'method' | 'onSubmit'>) {
  const navigate = useNavigate()
  return (
    <form
      {...props}
      onSubmit={event => {
        event.preventDefault()
        const { pathname } = new URL(event.currentTarget.action)
        // Such a form has no files.
        const fields = [...new FormData(event.currentTarget)] as [string, string][]
        void navigate(`${pathname}?${new URLSearchParams(fields)}`)
      }}
    />
  )
}
