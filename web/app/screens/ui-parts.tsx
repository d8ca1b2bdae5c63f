import { type ReactNode, useState } from 'react'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { Chip, RemovableChip } from '#web/ui/chip.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorView } from '#web/ui/error-view.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Pencil, Search, Share2, Trash2 } from '#web/ui/icons.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Price } from '#web/ui/price.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'

const colours = [
  'bg-paper',
  'bg-surface',
  'bg-sunken',
  'bg-ink',
  'bg-muted',
  'bg-line',
  'bg-edge',
  'bg-leaf',
  'bg-leaf-strong',
  'bg-leaf-soft',
  'bg-accent',
  'bg-accent-strong',
  'bg-accent-soft',
  'bg-success',
  'bg-success-soft',
  'bg-danger',
  'bg-danger-soft',
  'bg-cover',
]

/** All UI components on one page, for development. Mounted in development only. */
export function Component() {
  return (
    <div className="mx-auto max-w-page px-4 py-8 sm:px-6">
      <PageMeta title={screenTitle('Части интерфейса')} />
      <h1 className="text-3xl">Части интерфейса</h1>

      <Colours />
      <Fonts />
      <Buttons />
      <Fields />

      <Section title="Метки">
        <div className="flex flex-wrap gap-2">
          <Chip>Зона 4</Chip>
          <Chip tone="accent">Куплю</Chip>
          <Chip tone="plain">ЗКС, С3</Chip>
          <RemovableChip to="/dev/ui">до 5 000 ₽</RemovableChip>
        </div>
      </Section>

      <CardAndTable />
      <DialogAndToasts />

      <Section title="Загрузка">
        <div className="grid max-w-sm gap-2">
          <Skeleton className="aspect-4/3" />
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      </Section>

      <Section title="Пусто">
        <EmptyState title="Тут пока пусто." action={<ButtonLink to="/">В каталог</ButtonLink>}>
          Добавьте первое растение, и его увидят покупатели.
        </EmptyState>
      </Section>

      <Section title="Навигация">
        <Breadcrumbs
          crumbs={[{ name: 'Каталог', to: '/' }, { name: 'Хвойные', to: '/products/hvoynye' }, { name: 'Туя' }]}
        />
        <Pager page={6} pages={12} href={page => `?page=${page}`} />
      </Section>

      <Section title="Ошибки">
        <ErrorView status={500} requestId="req-1a2b" />
      </Section>
    </div>
  )
}

function Colours() {
  return (
    <Section title="Цвета">
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-6">
        {colours.map(colour => (
          <li key={colour} className="text-xs">
            <div className={`h-14 rounded-md border border-line ${colour}`} />
            {colour.slice(3)}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Fonts() {
  return (
    <Section title="Шрифты">
      <p className="font-serif text-display">Растения для ландшафта</p>
      <p className="font-serif text-3xl">Липа мелколистная 'Greenspire'</p>
      <p className="font-serif text-2xl">Хвойные растения</p>
      <p className="text-xl">
        <LatinName>Thuja occidentalis 'Smaragd'</LatinName>, <LatinName>Salix × sepulcralis 'Chrysocoma'</LatinName>
      </p>
      <p>
        Обычный текст: саженцы с закрытой корневой системой,{' '}
        <a className="link" href="/about">
          ссылка в тексте
        </a>
        , высота 225–250 см, ком 60 см.
      </p>
      <p className="text-sm text-muted">Мелкий приглушённый: обхват 18–20 см, зона 4.</p>
      <p className="text-xl">
        <Price rubles={12500} /> · <Price rubles={950.5} /> · <Price rubles={null} />
      </p>
    </Section>
  )
}

function Buttons() {
  return (
    <Section title="Кнопки">
      <div className="flex flex-wrap items-center gap-3">
        <Button>Готово</Button>
        <Button variant="secondary">Отмена</Button>
        <Button variant="quiet">Пропустить</Button>
        <Button variant="danger">Удалить</Button>
        <Button busy>Сохраняем</Button>
        <Button disabled>Недоступно</Button>
        <Button size="sm">Маленькая</Button>
        <ButtonLink to="/" variant="secondary" size="sm">
          Контакты
        </ButtonLink>
        <IconButton label="Найти" icon={<Search size={22} />} />
        <Menu
          label="Действия"
          items={[
            {
              label: 'Редактировать',
              icon: <Pencil size={18} />,
              onSelect: () => showToast({ message: 'Редактировать' }),
            },
            {
              label: 'Поделиться',
              icon: <Share2 size={18} />,
              onSelect: () => showToast({ message: 'Поделиться' }),
            },
            {
              label: 'Удалить',
              icon: <Trash2 size={18} />,
              tone: 'danger',
              onSelect: () => showToast({ message: 'Успешно удален' }),
            },
          ]}
        />
      </div>
    </Section>
  )
}

function Fields() {
  return (
    <Section title="Поля">
      <form className="grid max-w-3xl gap-5 sm:grid-cols-2" onSubmit={event => event.preventDefault()}>
        <TextField label="Наименование компании" required placeholder="Например, Питомник «Северный сад»" />
        <TextField
          label="ИНН"
          required
          placeholder="12 цифр"
          defaultValue="7707083894"
          error="Не заполнен ИНН компании"
        />
        <SelectField label="Регион" hint="Где находится питомник" defaultValue="2">
          <option value="1">Московская область</option>
          <option value="2">Ленинградская область</option>
        </SelectField>
        <TextField label="Цена, ₽" inputMode="decimal" hint="Пусто: «Цена по запросу»" />
        <TextArea className="sm:col-span-2" label="О компании" rows={3} />
        <fieldset className="sm:col-span-2">
          <legend className="text-sm font-semibold">Условия</legend>
          <CheckboxField label="Разгрузка товара" defaultChecked />
          <CheckboxField label="Хранение купленных растений" hint="До начала работ на участке" count={14} />
        </fieldset>
      </form>
    </Section>
  )
}

function CardAndTable() {
  return (
    <Section title="Карточка и таблица">
      <Card>
        <Table caption="Сотрудники" captionShown>
          <thead>
            <tr>
              <HeadCell>Имя</HeadCell>
              <HeadCell>Почта</HeadCell>
              <HeadCell className="text-right">Растений</HeadCell>
            </tr>
          </thead>
          <tbody>
            <tr>
              <Cell>Анна Берёзкина</Cell>
              <Cell>anna@example.ru</Cell>
              <Cell className="text-right tabular-nums">128</Cell>
            </tr>
            <tr>
              <Cell>Пётр Кленов</Cell>
              <Cell>petr@example.ru</Cell>
              <Cell className="text-right tabular-nums">7</Cell>
            </tr>
          </tbody>
        </Table>
      </Card>
    </Section>
  )
}

function DialogAndToasts() {
  const [dialogOpen, setDialogOpen] = useState(false)
  return (
    <Section title="Диалог и сообщения">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setDialogOpen(true)}>
          Открыть диалог
        </Button>
        <Button variant="secondary" onClick={() => showToast({ message: 'Успешно сохранен' })}>
          Сообщение
        </Button>
        <Button variant="secondary" onClick={() => showToast({ message: 'Не все поля заполнены', tone: 'danger' })}>
          Ошибка
        </Button>
        <Button variant="secondary" onClick={() => showToast({ message: 'Запрос отправлен!', tone: 'info' })}>
          К сведению
        </Button>
      </div>
      <Dialog
        open={dialogOpen}
        onClose={() => setDialogOpen(false)}
        title="Удалить растение?"
        actions={
          <>
            <Button variant="quiet" onClick={() => setDialogOpen(false)}>
              Оставить
            </Button>
            <Button variant="danger" onClick={() => setDialogOpen(false)}>
              Удалить
            </Button>
          </>
        }
      >
        <p>«Туя западная 'Smaragd'» исчезнет из каталога вместе с фотографиями.</p>
      </Dialog>
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10 border-t border-line pt-4">
      <h2 className="mb-4 text-2xl">{title}</h2>
      {children}
    </section>
  )
}
