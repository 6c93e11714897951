import type { OrganisationPage as Organisation } from '@flagyard/api-types'
import type { contentTabs } from '@flagyard/api-types/console-links'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { countryName } from '@flagyard/api-types/taxes/countries'
import type { ComponentType } from 'react'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { useCan } from '../../crud/calls.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { CreatePage } from '../../crud/record/CreatePage.tsx'
import { EditForm } from '../../crud/record/EditForm.tsx'
import { CardColumns, Facts, Quiet, RecordCard, TaxIdCheck } from '../../crud/record/RecordCards.tsx'
import { TabbedRecordPage } from '../../crud/record/RecordPage.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { OrderRows } from '../orders/OrderList.tsx'
import { VoucherRows } from '../vouchers/VoucherList.tsx'
import { ManagersCard } from './ManagersCard.tsx'
import { kindWords, OrganisationInputs, organisationLabels, taxIdWords } from './OrganisationInputs.tsx'

/** Tabs of an organisation's page. To add one, add its panel here. */
const tabs: { path: (typeof contentTabs)['organisation'][number]; label: string; Panel: ComponentType }[] = [
  { path: 'orders', label: 'Orders', Panel: OrganisationOrders },
  { path: 'vouchers', label: 'Seats and vouchers', Panel: OrganisationVouchers },
]

export default function OrganisationPage() {
  return (
    <TabbedRecordPage<Organisation>
      wholeBy="allowed"
      firstTab="Organisation"
      tabs={tabs}
      title={({ name }) => name}
      about={({ kind, country, managers }) =>
        [kindWords[kind], country && countryName(country), managers.length > 0 && countOf(managers.length, 'manager')]
          .filter(Boolean)
          .join(' · ')
      }
      actions={({ id }) => <AuditButton type="organisation" id={id} />}
    >
      {(organisation) => (
        <CardColumns
          left={
            <>
              <Details organisation={organisation} />
              <TaxIdCard organisation={organisation} />
            </>
          }
          right={<ManagersCard organisation={organisation} />}
        />
      )}
    </TabbedRecordPage>
  )
}

function Details({ organisation }: { organisation: Organisation }) {
  const mayEdit = useCan()({ operation: 'updateOrganisationForAdmin' })
  return (
    <RecordCard title="Details">
      {mayEdit ? (
        <EditForm<Organisation> labels={organisationLabels} successMessage="Organisation saved">
          <OrganisationInputs />
        </EditForm>
      ) : (
        <Facts
          facts={[
            ['Name', organisation.name],
            ['Kind', kindWords[organisation.kind]],
            ['Country', organisation.country ? countryName(organisation.country) : 'none'],
            ['Tax ID', organisation.tax_id ? `${organisation.tax_id}${taxIdWords[organisation.tax_id_state]}` : 'none'],
            ['Address', organisation.address ?? 'none'],
            ['Reference', organisation.reference ?? 'none'],
            ['Invoices to', organisation.invoice_email ?? 'the buyer'],
          ]}
        />
      )}
      <Facts facts={[['Added', formatMoment(organisation.created_at)]]} />
    </RecordCard>
  )
}

/** The tax ID, and its manual check with the tax office. */
function TaxIdCard({ organisation }: { organisation: Organisation }) {
  const { tax_id, tax_id_state, tax_id_check, country } = organisation
  if (!tax_id) return null
  return (
    <RecordCard title="Tax ID">
      <Facts
        facts={[
          ['Tax ID', tax_id],
          tax_id_state === 'invalid' && ['Tax', 'The ID is not valid for that country, so VAT is charged'],
          tax_id_check !== null && ['Checked', <TaxIdCheck key="checked" check={tax_id_check} />],
        ]}
      />
      {tax_id_state === 'valid' && !tax_id_check && (
        <Quiet>Only the format and the checksum of the tax ID were checked, not the tax office’s records.</Quiet>
      )}
      {country && <RecordButtons record={organisation} actions={taxIdActions} />}
    </RecordCard>
  )
}

const taxIdActions = [
  actionsOn<Organisation>()({
    name: 'check_tax_id',
    operation: 'saveTaxIdCheck',
    label: ({ tax_id_check }) => (tax_id_check ? 'Confirm again…' : 'Confirm tax ID…'),
    title: ({ tax_id, name }) => `Confirm ${tax_id} of ${isolate(name)}`,
    body: ({ country }) => (
      <p className="muted">
        Ask the tax office of {countryName(country ?? '')} first; for EU countries, use VIES. Your name and the date are
        then shown next to the tax ID, until the ID or the country changes.
      </p>
    ),
    input: ({ id, tax_id, country }) => ({ id, taxIdCheckInput: { tax_id: tax_id ?? '', country: country ?? '' } }),
    submit: 'Confirm',
    success: 'Tax ID confirmed',
  }),
]

const none = {
  name: '',
  kind: 'business',
  country: null,
  tax_id: null,
  address: null,
  reference: null,
  invoice_email: null,
}

export const OrganisationCreate = () => (
  <CreatePage
    about="Invite a manager after you have created it."
    defaultValues={none}
    successMessage="Organisation created"
  >
    <OrganisationInputs />
  </CreatePage>
)

function OrganisationOrders() {
  return (
    <RelatedList reference="orders" target="organisation_id" resourceLabel={['order', 'orders']}>
      <OrderRows empty="No orders yet." />
    </RelatedList>
  )
}

/** Seats from the organisation's orders, and vouchers granted to it without an order. */
function OrganisationVouchers() {
  return (
    <RelatedList reference="vouchers" target="organisation_id" resourceLabel={['voucher', 'vouchers']}>
      <VoucherRows empty="No seats or vouchers yet." />
    </RelatedList>
  )
}
