import { TextField } from '#web/ui/text-field.tsx'
import type { Choices } from './api.ts'
import { ChoiceField, type FieldOf, NumberField, wished } from './form-fields.tsx'
import { FormSection } from './form-section.tsx'

interface TraitsSectionProps {
  field: FieldOf
  choices: Choices
}

/** What kind of plant it is; the directory knows most of this. */
export function TraitsSection({ field, choices }: TraitsSectionProps) {
  return (
    <FormSection
      title="Характеристики"
      hint="Если растение есть в справочнике, подставим что знаем. Поправьте, если у вас иначе."
    >
      <ChoiceField wiring={field('winter_hardiness')} label={wished('Морозостойкость')} choices={choices.zones} />
      <ChoiceField wiring={field('growth_pattern')} label={wished('Форма роста')} choices={choices.growthPatterns} />
      <ChoiceField wiring={field('crown_shape')} label={wished('Форма кроны')} choices={choices.crownShapes} />
      <NumberField
        wiring={field('height_at_maturity')}
        label="Высота взрослого растения, м"
        placeholder="Например, 4,5"
      />
      <TextField
        label="Годовой прирост"
        placeholder="Например, 20–30 см"
        autoComplete="off"
        {...field('annual_growth')}
      />
      <TextField
        label="Освещение"
        placeholder="Например, полутень"
        autoComplete="off"
        {...field('light_requirements')}
      />
      <TextField
        label="Цвет листвы или хвои"
        placeholder="Например, изумрудно-зелёный"
        autoComplete="off"
        {...field('foliage_or_needles_color')}
      />
      <TextField
        label="Применение в ландшафте"
        placeholder="Например, живые изгороди"
        autoComplete="off"
        {...field('landscape_use')}
      />
    </FormSection>
  )
}
