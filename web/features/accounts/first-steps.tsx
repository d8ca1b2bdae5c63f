import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type Session, useSession } from '#web/lib/session.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Check, ShoppingBasket, Sprout, X } from '#web/ui/icons.ts'
import { type Aim, isNewcomer, keepChoice, readChoice } from './first-steps-state.ts'

interface Step {
  title: string
  text: string
  /** The address for this step. */
  to?: string
  /** The step is done. */
  isDone?: boolean
}

const buying: Step[] = [
  {
    title: 'Найдите растения в каталоге',
    text: 'Отберите их по зоне, высоте, корням и региону: телефон питомника стоит за кнопкой «Контакты».',
    to: '/',
  },
  {
    title: 'Спросите всех сразу',
    text: 'Напишите здесь, в ленте, что и сколько ищете, и отметьте «Хочу купить»: питомники увидят.',
  },
  {
    title: 'Найдите знакомых',
    text: 'С друзьями удобно советоваться: записи «Для друзей» видят только они.',
    to: '/search',
  },
]

const selling = (team: Session['team']): Step[] => [
  team
    ? { title: `Ваша компания: ${team.company_name}`, text: 'Её страницу с телефоном видят все.', isDone: true }
    : {
        title: 'Создайте компанию',
        text: 'Понадобятся название, ИНН, регион, адрес и телефон. Если ваша компания уже здесь, попросите коллегу добавить вас.',
        to: '/teams/add-team',
      },
  {
    title: 'Добавьте растения',
    text: 'Загрузите прайс-лист, как он есть, или добавляйте по одному. Растение из справочника публикуется сразу.',
    ...(team && { to: '/price-list' }),
  },
  {
    title: 'Позовите сотрудников',
    text: 'Каждый ведёт свои растения, а вам видны все.',
    ...(team && { to: '/teams/team' }),
  },
]

/** What a new person can do next, by their purpose. Shown until dismissed, for two weeks at most. */
export function FirstSteps() {
  const { user, team } = useSession()
  const [choice, setChoice] = useState(() => readChoice(user.id))
  if (choice === 'hidden' || !isNewcomer(user.id)) return null

  function choose(next: Aim | 'hidden'): void {
    keepChoice(user.id, next)
    setChoice(next)
  }

  return (
    <section
      aria-labelledby="first-steps"
      className="relative rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <IconButton
        label="Скрыть первые шаги"
        title="Скрыть"
        icon={<X size={20} />}
        onClick={() => choose('hidden')}
        className="absolute top-1.5 right-1.5"
      />
      <h2 id="first-steps" className="pr-10 text-xl">
        Добро пожаловать! С чего начнём?
      </h2>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <AimButton icon={<ShoppingBasket size={24} />} isChosen={choice === 'buy'} onClick={() => choose('buy')}>
          Я покупаю
        </AimButton>
        <AimButton icon={<Sprout size={24} />} isChosen={choice === 'sell'} onClick={() => choose('sell')}>
          Я продаю
        </AimButton>
      </div>
      {choice && (
        <ol className="mt-5 grid gap-4">
          {(choice === 'buy' ? buying : selling(team)).map((step, index) => (
            <StepItem key={step.title} step={step} number={index + 1} />
          ))}
        </ol>
      )}
    </section>
  )
}

interface AimButtonProps {
  icon: ReactNode
  isChosen: boolean
  onClick: () => void
  children: ReactNode
}

function AimButton({ icon, isChosen, onClick, children }: AimButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={clsx(
        'flex min-h-14 items-center justify-center gap-2.5 rounded-md border px-3 py-2 font-semibold transition-colors',
        isChosen
          ? 'border-leaf bg-leaf text-on-leaf'
          : 'border-edge text-leaf-strong hover:border-leaf hover:bg-leaf-soft',
      )}
    >
      <span className="max-sm:hidden">{icon}</span>
      {children}
    </button>
  )
}

function StepItem({ step: { title, text, to, isDone }, number }: { step: Step; number: number }) {
  return (
    <li className="flex items-start gap-3">
      <span
        aria-hidden
        className={clsx(
          'grid size-8 shrink-0 place-items-center rounded-full font-semibold tabular-nums',
          isDone ? 'bg-leaf text-on-leaf' : 'bg-leaf-soft text-leaf-strong',
        )}
      >
        {isDone ? <Check size={18} /> : number}
      </span>
      <div className="min-w-0 pt-0.5">
        <p className="leading-snug font-semibold wrap-anywhere">
          {to ? (
            <Link to={to} className="link inline-block py-1">
              {title}
            </Link>
          ) : (
            <span className="inline-block py-1">{title}</span>
          )}
          {isDone && <span className="sr-only"> (сделано)</span>}
        </p>
        <p className="text-sm text-muted">{text}</p>
      </div>
    </li>
  )
}
