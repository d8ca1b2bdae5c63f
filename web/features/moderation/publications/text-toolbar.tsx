import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Bold, Heading2, ImagePlus, Italic, Link2, List, ListOrdered, Table2 } from '#web/ui/icons.ts'
import { PictureChooser } from './picture-chooser.tsx'
import { bulletList, heading, link, numberedList, type Selection, type TextEdit, table, wrap } from './text-edits.ts'

type Edit = (selection: Selection) => TextEdit

const bold: Edit = selection => wrap(selection, '**', 'важное')
const italic: Edit = selection => wrap(selection, '*', 'слово')

/** By the key's position, which is the same in all layouts. */
export const shortcuts: Readonly<Record<string, Edit>> = { KeyB: bold, KeyI: italic, KeyK: link }

const tools: readonly { label: string; keys?: string; icon: ReactNode; edit: Edit }[] = [
  { label: 'Подзаголовок', icon: <Heading2 size={20} />, edit: heading },
  { label: 'Жирный', keys: 'Ctrl+B', icon: <Bold size={20} />, edit: bold },
  { label: 'Курсив', keys: 'Ctrl+I', icon: <Italic size={20} />, edit: italic },
  { label: 'Список', icon: <List size={20} />, edit: bulletList },
  { label: 'Нумерованный список', icon: <ListOrdered size={20} />, edit: numberedList },
  { label: 'Ссылка', keys: 'Ctrl+K', icon: <Link2 size={20} />, edit: link },
  { label: 'Таблица', icon: <Table2 size={20} />, edit: table },
]

interface TextToolbarProps {
  onEdit: (edit: Edit) => void
  onPicture: (file: File | undefined) => void
}

export function TextToolbar({ onEdit, onPicture }: TextToolbarProps) {
  return (
    <fieldset className="flex flex-wrap rounded-t-md border border-b-0 border-edge bg-sunken">
      <legend className="sr-only">Оформление текста</legend>
      {tools.map(({ label, keys, icon, edit }) => (
        <IconButton
          key={label}
          label={label}
          title={keys ? `${label} (${keys})` : label}
          icon={icon}
          onClick={() => onEdit(edit)}
        />
      ))}
      <PictureChooser
        onChoose={onPicture}
        className="grid size-11 place-items-center rounded-md text-leaf hover:bg-leaf-soft"
      >
        <ImagePlus size={20} />
        <span className="sr-only">Картинка в тексте</span>
      </PictureChooser>
    </fieldset>
  )
}
