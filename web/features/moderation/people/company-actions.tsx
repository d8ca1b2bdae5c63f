import type { StaffCompany } from '#contract/moderation/people.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ActionDialog } from './action-dialog.tsx'
import { BlockButton } from './block-button.tsx'
import { CorrectForm, VerifyForm } from './company-forms.tsx'
import { ReasonButton } from './reason-button.tsx'

/** A moderator's actions on a company. */
export function CompanyActions({ company }: { company: StaffCompany }) {
  const { company_name: name, can } = company
  return (
    <div className="flex flex-wrap gap-2 lg:ml-auto lg:w-max lg:flex-col">
      {can.verify && (
        <ActionDialog label="Поставить отметку" name={name}>
          {(close, title) => <VerifyForm company={company} title={title} onClose={close} />}
        </ActionDialog>
      )}
      <UnverifyButton company={company} />
      <ActionDialog label="Исправить" name={name}>
        {(close, title) => <CorrectForm company={company} title={title} onClose={close} />}
      </ActionDialog>
      <ClearButton company={company} />
      <BlockAction company={company} />
    </div>
  )
}

function UnverifyButton({ company: { id, company_name: name, verification } }: { company: StaffCompany }) {
  const { api } = useApp()
  if (!verification) return null
  const { verified_at } = verification
  const params = { id: String(id) }
  return (
    <ReasonButton
      label="Снять отметку"
      name={name}
      hint="Её прочитают сотрудники компании."
      isDangerous
      onConfirm={(reason, rule) =>
        api.call('POST /staff/companies/:id/unverify/', { params, body: { reason, rule, verified_at } })
      }
      said={`Отметка снята: ${name}`}
    >
      Рядом с названием компании больше не будет «Проверено».
    </ReasonButton>
  )
}

/** Of what people see of a company, the pictures are what moderators mostly have to take away; the API takes parts. */
function ClearButton({ company: { id, company_name: name } }: { company: StaffCompany }) {
  const { api } = useApp()
  const params = { id: String(id) }
  return (
    <ReasonButton
      label="Убрать картинки"
      name={name}
      hint="Её прочитают сотрудники компании."
      isDangerous
      onConfirm={(reason, rule) =>
        api.call('POST /staff/companies/:id/clear/', {
          params,
          body: { reason, rule, parts: ['logo', 'cover', 'photos'] },
        })
      }
      said={`Картинки убраны: ${name}`}
    >
      Со страницы компании исчезнут логотип, обложка и снимки. Их можно поставить заново.
    </ReasonButton>
  )
}

function BlockAction({ company }: { company: StaffCompany }) {
  const { api } = useApp()
  const { id, company_name: name, block, published_count: count } = company
  const params = { id: String(id) }
  return (
    <BlockButton
      name={name}
      isBlocked={block !== null}
      blocking={
        <>
          Страница компании исчезнет для всех, кроме её сотрудников.
          {count > 0 && ` Вместе с ней уйдут из каталога и ленты её растения: ${count}.`}
        </>
      }
      unblocking="Страница компании и её растения снова будут видны всем."
      hint="Её прочитают сотрудники компании."
      onBlock={(reason, rule) => api.call('POST /staff/companies/:id/block/', { params, body: { reason, rule } })}
      onUnblock={reason => api.call('POST /staff/companies/:id/unblock/', { params, body: { reason } })}
    />
  )
}
