import type { OrganisationRow } from '@flagyard/api-types'
import { countries, countryName } from '@flagyard/api-types/taxes/countries'
import { CrudList, NewButton } from '../../crud/list/CrudList.tsx'
import { choices, type Filters, search, select, text } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { RecordLink } from '../../crud/list/row-focus.tsx'
import { formatDay } from '../../lib/format.ts'
import { kindWords, taxIdWords } from './OrganisationInputs.tsx'

const Col = Column<OrganisationRow>

const filters: Filters<'listOrganisations'> = {
  q: search('Name, tax ID or invoice address'),
  kind: choices('Kind', Object.entries(kindWords) as [OrganisationRow['kind'], string][]),
  unmanaged: choices('Managers', [[true, 'No managers']]),
  country: select(
    'Country',
    countries.map((value) => ({ value, label: countryName(value) })).toSorted((a, b) => a.label.localeCompare(b.label)),
  ),
  manager: text('Manager (username)'),
}

export default function OrganisationList() {
  return (
    <CrudList<'listOrganisations'> filters={filters} actions={<NewButton />}>
      <Rows<OrganisationRow>
        hiddenColumns={['invoice_email']}
        primaryText={({ name }) => <bdi>{name}</bdi>}
        tertiaryText={({ kind }) => kindWords[kind]}
        secondaryText={(row) => (
          <>
            {row.country ? countryName(row.country) : 'No country'} · {managersOf(row)}
          </>
        )}
        empty="No organisations yet. Buyers can add them, and so can you."
      >
        <Col
          source="name"
          label="Name"
          wraps
          render={({ name }) => (
            <RecordLink>
              <bdi>{name}</bdi>
            </RecordLink>
          )}
        />
        <Col source="kind" label="Kind" render={({ kind }) => kindWords[kind]} />
        <Col source="country" label="Country" render={({ country }) => (country ? countryName(country) : '—')} />
        <Col
          source="tax_id"
          label="Tax ID"
          render={({ tax_id, tax_id_state }) => (tax_id ? `${tax_id}${taxIdWords[tax_id_state]}` : '—')}
        />
        <Col source="managers" label="Managers" render={managersOf} />
        <Col source="invoice_email" label="Invoices to" long render={({ invoice_email }) => invoice_email ?? '—'} />
        <Col source="created_at" label="Added" render={({ created_at }) => formatDay(created_at)} />
      </Rows>
    </CrudList>
  )
}

const managersOf = ({ managers, invitations }: OrganisationRow) =>
  `${managers === 0 ? 'none' : managers}${invitations > 0 ? `, ${invitations} invited` : ''}`
