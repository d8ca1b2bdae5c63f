import { useState } from 'react'
import type { Project, Strategy } from '#contract/projects.ts'
import type { TransportPlan } from '#contract/transport.ts'
import { useApp } from '#web/lib/app-context.ts'
import { showToast } from '#web/ui/toast.ts'
import { type ChangeProject, showError } from './use-change-project.ts'
import { totalsText } from './words.ts'

/** What lorries are planned for: a plan is old when it changes. */
const loadedIn = ({ place, lines }: Project) =>
  JSON.stringify([place?.id, lines.map(({ chosen, quantity, unit }) => [chosen, quantity, unit])])

/** Chooses offers for all lines at once, and knows how far that still holds: what is chosen by hand comes after it. */
export function useChoosingAll(project: Project, change: ChangeProject, say: (text: string) => void) {
  const { api } = useApp()
  const { id } = project
  const [choosing, setChoosing] = useState<Strategy | null>(null)
  const [isApproximate, setApproximate] = useState(false)
  const [planned, setPlanned] = useState<{ transport: TransportPlan; of: string } | null>(null)
  const loaded = loadedIn(project)
  const [isByHand, setByHand] = useState(() => project.lines.some(({ chosen }) => chosen !== null))

  async function all(strategy: Strategy) {
    setChoosing(strategy)
    // As of now: what is chosen by hand while this one is under way comes after it.
    setByHand(false)
    try {
      const next = await change(() => api.call('POST /projects/:id/choose/', { params: { id }, body: { strategy } }))
      setApproximate(next.is_approximate)
      setPlanned(next.transport && { transport: next.transport, of: loadedIn(next) })
      say(totalsText(next))
      showToast({ message: totalsText(next) })
    } catch (error) {
      setByHand(meanwhile => meanwhile || isByHand)
      showError(error)
    } finally {
      setChoosing(latest => (latest === strategy ? null : latest))
    }
  }

  return {
    strategy: choosing,
    isApproximate,
    isByHand,
    all,
    /** Call when something is chosen by hand. */
    byHand(): void {
      setByHand(true)
      setApproximate(false)
    },
    transport: {
      plan: planned?.of === loaded ? planned.transport : null,
      setPlan: (transport: TransportPlan) => setPlanned({ transport, of: loaded }),
    },
  }
}
