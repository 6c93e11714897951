import type { OrganisationPage as Organisation } from '@flagyard/api-types'
import type { contentTabs } from '@flagyard/api-types/links'
import { countryName } from '@flagyard/api-types/taxes/countries'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import type { ComponentType } from 'react'
import { useCan } from '../../crud/calls.tsx'
import { EditForm } from '../../crud/EditForm.tsx'
import { CardColumns, Facts, RecordCard } from '../../crud/RecordCards.tsx'
import { TabbedRecordPage } from '../../crud/RecordPage.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { ManagersCard } from './ManagersCard.tsx'
import { OrganisationInputs, organisationLabels } from './OrganisationInputs.tsx'
import { kindWords, taxIdWords } from './organisation-words.ts'
import { TaxIdCard } from './TaxIdCard.tsx'

/** Tabs of an organisation's page. To add one, add its panel here. */
const tabs: { path: (typeof contentTabs)['organisation'][number]; label: string; Panel: ComponentType }[] = [
  { path: 'orders', label: 'Orders', Panel: lazyScreen(() => import('./OrganisationOrders.tsx')) },
  { path: 'vouchers', label: 'Seats and vouchers', Panel: lazyScreen(() => import('./OrganisationVouchers.tsx')) },
]

export default function OrganisationPage() {
  return (
    <TabbedRecordPage<Organisation>
      recordLabel="organisation"
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
        <EditForm<Organisation>
          recordLabel="organisation"
          labels={organisationLabels}
          successMessage="The organisation is saved"
        >
          <OrganisationInputs />
        </EditForm>
      ) : (
        <Facts
          facts={[
            ['Name', organisation.name],
            ['Kind', kindWords[organisation.kind]],
            ['Country', organisation.country ? countryName(organisation.country) : 'none'],
            ['Tax id', organisation.tax_id ? `${organisation.tax_id}${taxIdWords[organisation.tax_id_state]}` : 'none'],
            ['Address', organisation.address ?? 'none'],
            ['Their reference', organisation.reference ?? 'none'],
            ['Invoices to', organisation.invoice_email ?? 'the buyer alone'],
          ]}
        />
      )}
      <Facts facts={[['Added', formatMoment(organisation.created_at)]]} />
    </RecordCard>
  )
}
