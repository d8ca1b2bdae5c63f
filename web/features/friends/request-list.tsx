import type { FriendshipRequest } from '#contract/friends.ts'
import { Button } from '#web/ui/button.tsx'
import { Check, X } from '#web/ui/icons.ts'
import type { FriendshipAnswer } from './answer-request.ts'
import { PersonRow } from './person-row.tsx'

interface RequestListProps {
  requests: FriendshipRequest[]
  onAnswer: (request: FriendshipRequest, answer: FriendshipAnswer) => void
}

/** Pending requests for friendship. */
export function RequestList({ requests, onAnswer }: RequestListProps) {
  return (
    <ul aria-label="Запросы на дружбу" className="grid gap-3">
      {requests.map(request => (
        <PersonRow key={request.id} person={request.created_by}>
          <Button
            className="grow"
            aria-label={`Принять: ${request.created_by.name}`}
            onClick={() => onAnswer(request, 'accepted')}
          >
            <Check size={18} />
            Принять
          </Button>
          <Button
            variant="secondary"
            className="grow"
            aria-label={`Отклонить: ${request.created_by.name}`}
            onClick={() => onAnswer(request, 'rejected')}
          >
            <X size={18} />
            Отклонить
          </Button>
        </PersonRow>
      ))}
    </ul>
  )
}
