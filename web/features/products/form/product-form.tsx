import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { ContactPerson } from '#contract/companies.ts'
import { type Product, productPicturesMax, variantFieldNames } from '#contract/products.ts'
import { useApp } from '#web/lib/app-context.ts'
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
import { OfferSection } from './offer-section.tsx'
import { PhotoBox } from './photos/photo-box.tsx'
import { PlantSection } from './plant-section.tsx'
import { productFields } from './product-fields.ts'
import { PublicationNote } from './publication-note.tsx'
import { publicationOf } from './publication.ts'
import { ReviewNote } from './review-note.tsx'
import { SaveBar } from './save-bar.tsx'
import { SellingTips } from './selling-tips.tsx'
import { sendProduct } from './send-product.ts'
import { TraitsSection } from './traits-section.tsx'
import { useDirectory } from './use-directory.ts'
import { useDraft } from './use-draft.ts'
import { copiedValues, emptyValues, type ParsedProduct, type ProductField, productSchema, valuesOf } from './values.ts'

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
    const change = { product, parsed, values: form.getValues(), initial: initial.values, photos: storedIds(settled) }
    await sendProduct(api, change)
    finish()
    await forgetProducts(queries)
    onSaved()
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

  const fieldOf = productFields({ form, wiring: field, directory, choices })
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
