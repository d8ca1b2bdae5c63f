import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { LogOut } from '#web/ui/icons.ts'
import { signOut } from './sign-in-out.ts'

export function SignOutButton() {
  const { api } = useApp()
  return (
    <Button variant="quiet" onClick={() => signOut(api)}>
      <LogOut size={20} />
      Выйти
    </Button>
  )
}
