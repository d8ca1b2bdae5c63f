import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApp } from '#web/lib/app-context.ts'
import { useIntent } from '#web/lib/intent.ts'
import { Button } from '#web/ui/button.tsx'
import { Bookmark, BookmarkCheck } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'
import { savedPlantsQuery } from './api.ts'
import { savePlantIntent } from './intents.ts'

/** Saves a plant of the directory, or removes it from the saved ones. */
export function SavePlantButton({ plantId, children }: { plantId: number; children: string }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { data: saved } = useQuery(savedPlantsQuery(api))
  const isSaved = saved?.some(({ plant }) => plant.id === plantId) ?? false
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (isSaved) await api.call('DELETE /saved-plants/:id/', { params: { id: String(plantId) } })
      else await api.call('POST /saved-plants/', { body: { plant: plantId } })
      await queries.invalidateQueries({ queryKey: savedPlantsQuery(api).queryKey })
    },
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  useIntent(savePlantIntent(plantId), saved !== undefined, () => {
    if (!isSaved) mutate()
  })
  const Icon = isSaved ? BookmarkCheck : Bookmark
  return (
    <Button
      variant="secondary"
      busy={isPending}
      disabled={saved === undefined}
      aria-pressed={isSaved}
      onClick={() => mutate()}
    >
      <Icon aria-hidden size={20} />
      {isSaved ? 'Растение сохранено' : children}
    </Button>
  )
}
