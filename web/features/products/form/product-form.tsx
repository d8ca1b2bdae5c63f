import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { ContactPerson } from '#contract/companies.ts'
import { type Product, productPicturesMax, variantFieldNames } from '#contract/products.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { numberText } from '#web/lib/number-text.ts'
import { counted } from '#web/lib/plural.ts'
import { useSession } from '#web/lib/session.ts'
import { Card } from '#web/ui/card.tsx'
import { DraftNotice } from '#web/ui/draft-notice.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { type Photo, storedIds } from '#web/ui/photos/photo-list.ts'
import { createPhotoStore } from '#web/ui/photos/photo-store.ts'
import { scaleDown } from '#web/ui/photos/scale-down.ts'
import { photoSender } from '#web/ui/photos/send-photo.ts'
import { type Choices, choicesFor, forgetProducts } from './api.ts'
import { AssigneeSection, DescriptionSection, PlaceSection } from './details-sections.tsx'
import { draftName, storedDraft, restore } from './draft.ts'
import { type DirectoryField, directoryFields } from './fill-in.ts'
import type { FieldOf } from './form-fields.tsx'
import { OfferSection } from './offer-section.tsx'
import { PhotoBox } from './photos/photo-box.tsx'
import { PlantSection } from './plant-section.tsx'
import { PublicationNote } from './publication-note.tsx'
import { publicationOf } from './publication.ts'
import { ReviewNote } from './review-note.tsx'
import { usualMeasure } from './root-measure.ts'
import { SaveBar } from './save-bar.tsx'
import { SellingTips } from './selling-tips.tsx'
import { placeOfError } from './sizes/size-values.ts'
import { TraitsSection } from './traits-section.tsx'
import { useDirectory } from './use-directory.ts'
import { useDraft } from './use-draft.ts'
import {
  changedFields,
  copiedValues,
  editOf,
  emptyValues,
  isNumberField,
  type ParsedProduct,
  type ProductField,
  productSchema,
  valuesOf,
} from './values.ts'

interface ProductFormProps {
  /** The product to edit, `null` for a new one. */
  product: Product | null
  /** The product that a new one is copied from. */
  copied?: Product | undefined
  choices: Choices
  /** The default country of a new product. */
  country: string
  /** Employees to whom it can be assigned; `null` for people who may not assign. */
  assignees: readonly ContactPerson[] | null
  refreshAccess: () => Promise<boolean>
  onSaved: () => void
}

const picturesOf = (product: Product): Photo[] =>
  product.images.map(({ id, get_thumbnail }) => ({
    key: String(id),
    name: '',
    id,
    preview: get_thumbnail,
    state: 'stored',
    progress: 1,
    error: '',
    uploadedAt: null,
  }))

const isDirectoryField = (name: ProductField): name is DirectoryField => directoryFields.some(known => known === name)

/** The form for a new product and for changes. */
export function ProductForm({
  product,
  copied,
  choices: offered,
  country,
  assignees,
  refreshAccess,
  onSaved,
}: ProductFormProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { user } = useSession()
  const choices = choicesFor(offered, product ?? copied ?? null)
  const [draftKey] = useState(() => draftName(user.id, product?.id ?? (copied ? `copy-${copied.id}` : 'new')))
  const [initial] = useState(() => ({
    values: product ? valuesOf(product) : copied ? copiedValues(copied) : emptyValues(country),
    photos: product ? picturesOf(product) : [],
  }))
  const [draft, setDraft] = useState(() => storedDraft(draftKey))
  const [began] = useState(() => (draft ? restore(draft, initial, Date.now()) : { ...initial, lost: 0 }))
  const [store] = useState(() =>
    createPhotoStore({
      send: photoSender(refreshAccess),
      prepare: scaleDown,
      initial: began.photos,
      max: productPicturesMax,
    }),
  )
  const photos = useSyncExternalStore(store.subscribe, store.get)

  const contractForm = useContractForm({ schema: productSchema, defaults: began.values, onSubmit: save })
  const { form, field, submit, busy } = contractForm
  const directory = useDirectory({ form, saved: product ?? copied ?? null, filledBefore: draft?.filled ?? {} })
  const { isChanged, finish } = useDraft({ name: draftKey, form, store, initial, filled: directory.filled })

  async function save(parsed: ParsedProduct): Promise<void> {
    const settled = await store.settled()
    const failed = settled.filter(photo => photo.state === 'failed').length
    if (failed > 0) {
      const message = 'Не все снимки загрузились: повторите или уберите их, потом сохраните'
      contractForm.showErrors({ photos: [{ message, code: 'failed' }] })
      document.getElementById('photos')?.focus()
      return
    }
    await send(parsed, storedIds(settled))
    finish()
    await forgetProducts(queries)
    onSaved()
  }

  /** Throws the server's refusal, with errors at the fields of the form. */
  async function send(parsed: ParsedProduct, photoIds: (string | number)[]): Promise<void> {
    const values = form.getValues()
    try {
      if (product) {
        const params = { category_slug: product.category.slug, product_slug: product.slug }
        const body = { ...editOf(parsed, changedFields(initial.values, values)), photos: photoIds }
        await api.call('POST /products/:category_slug/:product_slug/edit/', { params, body })
      } else await api.call('POST /products/create/', { body: { ...parsed, photos: photoIds } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const fields = Object.entries(error.fields).map(([name, errors]) => [
        placeOfError(name.split('.'), values.variants).join('.'),
        errors,
      ])
      throw new ApiError(error.status, { code: error.code, detail: error.message, fields: Object.fromEntries(fields) })
    }
  }

  function discardDraft(): void {
    form.reset(initial.values)
    store.replace(initial.photos)
    directory.restart()
    setDraft(null)
  }

  function goTo(name: ProductField | 'photos'): void {
    const isInTable = form.getValues('variants').length > 0 && variantFieldNames.some(known => known === name)
    if (name === 'photos' || isInTable) document.getElementById(isInTable ? 'sizes' : 'photos')?.focus()
    else form.setFocus(name)
  }

  /** The measure follows the packaging, unless a different one was chosen. */
  function followPackaging(id: string): void {
    const measureOf = (packaging: string) =>
      usualMeasure(choices.rootPackagings.find(choice => String(choice.id) === packaging)?.name ?? '')
    const { rsp, rsp_measure } = form.getValues()
    if (rsp_measure === '' || rsp_measure === measureOf(rsp)) form.setValue('rsp_measure', measureOf(id))
  }

  const fieldOf: FieldOf = name => {
    const wiring = field(name)
    return {
      ...wiring,
      onChange: event => {
        if (isDirectoryField(name)) directory.forget(name)
        if (name === 'rsp') followPackaging(event.target.value)
        return wiring.onChange(event)
      },
      onBlur: event => {
        if (isNumberField(name)) form.setValue(name, numberText(form.getValues(name)))
        return wiring.onBlur(event)
      },
      ...(isDirectoryField(name) && directory.filled[name] ? { hint: fromDirectory } : {}),
    }
  }

  const publication = publicationOf({ ...directory, product })
  const sending = photos.filter(photo => photo.state === 'sending').length
  const photoError = (form.formState.errors as Record<string, { message?: string } | undefined>).photos?.message

  return (
    <form onSubmit={event => void submit(event)} noValidate>
      {product?.review && <ReviewNote review={product.review} />}
      {draft && (
        <DraftNotice onDiscard={discardDraft}>
          {began.lost > 0 &&
            `Снимки хранятся сутки, поэтому ${counted(began.lost, ['снимок придётся', 'снимка придётся', 'снимков придётся'])} добавить снова.`}
        </DraftNotice>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] lg:gap-x-8">
        <PlantSection
          control={form.control}
          field={fieldOf}
          choices={choices}
          name={directory.name}
          onNaming={directory.setNaming}
        />
        <aside className="grid gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1" aria-label="Публикация и снимки">
          <PublicationNote publication={publication} plant={directory.plant} />
          <Card>
            <section aria-label="Фотографии">
              <h2 className="mb-4 text-xl">Фотографии</h2>
              <PhotoBox store={store} error={photoError} />
            </section>
          </Card>
        </aside>
        <div className="grid gap-5">
          <OfferSection form={form} field={fieldOf} wiring={field} choices={choices} product={product} />
          <TraitsSection field={fieldOf} choices={choices} />
          <DescriptionSection field={fieldOf} />
          <PlaceSection field={fieldOf} />
          {assignees && <AssigneeSection field={fieldOf} members={assignees} />}
          <SellingTips control={form.control} photos={photos.length} onGo={goTo} />
        </div>
      </div>
      <SaveBar isNew={!product} publication={publication} sending={sending} busy={busy} />
      <LeaveQuestion isChanged={isChanged} />
    </form>
  )
}

const fromDirectory: ReactNode = 'Из справочника'
