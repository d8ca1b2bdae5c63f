import { LogOut } from 'lucide-react'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { signOut } from './sign-in-out.ts'

export function SignOutButton() {
  const { api } = useApp()
  return (
    <Button variant="quiet" onClick={() => signOut(api)}>
      <LogOut aria-hidden size={20} />
      Выйти
    </Button>
  )
}
