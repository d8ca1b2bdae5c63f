import { Card } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ArticleFormTools } from './form-tools.ts'

interface ArticleFieldsProps extends Pick<ArticleFormTools, 'field'> {
  isPublished: boolean
}

export function ArticleFields({ field, isPublished }: ArticleFieldsProps) {
  return (
    <Card className="grid gap-4 sm:grid-cols-2">
      <TextField label="Название" required {...field('name')} className="sm:col-span-2" />
      <TextArea
        label="О чём статья"
        hint="Одно-два предложения: стоят в списке публикаций и в поисковиках"
        rows={3}
        {...field('summary')}
        className="sm:col-span-2"
      />
      <TextField
        label="Автор"
        hint="Имя и занятие"
        placeholder="Например, Мария Ветлугина, агроном"
        {...field('author')}
      />
      <TextField
        label="Адрес"
        hint={
          isPublished
            ? 'На опубликованную статью уже ссылаются: адрес не меняется'
            : 'Можно не писать: получится из названия'
        }
        readOnly={isPublished}
        {...field('slug')}
        inputClassName="font-mono text-sm read-only:bg-sunken"
      />
    </Card>
  )
}
