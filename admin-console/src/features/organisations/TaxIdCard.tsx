import type { OrganisationPage } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { countryName } from '@flagyard/api-types/taxes/countries'
import { ActionButton } from '../../crud/actions.tsx'
import { Facts, Quiet, RecordCard, TaxIdCheck } from '../../crud/RecordCards.tsx'
import styles from './organisations.module.css'

/** The tax ID, and its manual check with the tax office. */
export function TaxIdCard({ organisation }: { organisation: OrganisationPage }) {
  const { id, name, tax_id, tax_id_state, tax_id_check, country, allowed } = organisation
  if (!tax_id) return null
  return (
    <RecordCard title="Tax id">
      <Facts
        facts={[
          ['Tax id', tax_id],
          tax_id_state === 'invalid' && ['Tax', 'The id is not a valid one of that country: VAT is charged'],
          tax_id_check !== null && ['Checked', <TaxIdCheck key="checked" check={tax_id_check} />],
        ]}
      />
      {tax_id_state === 'valid' && !tax_id_check && (
        <Quiet>Of a tax id only the form and the checksum are checked. Nobody has asked the tax office for it.</Quiet>
      )}
      {allowed.includes('check_tax_id') && country && (
        <ActionButton
          operation="saveTaxIdCheck"
          label={tax_id_check ? 'I checked it again…' : 'I checked it…'}
          title={`${tax_id} of ${isolate(name)}`}
          call={(provider) => provider.call('saveTaxIdCheck', { id, taxIdCheckInput: { tax_id, country } })}
          successMessage="It is noted that you checked it"
          submitLabel="The tax office confirmed it"
        >
          <p className={styles.calm}>
            Ask the tax office of {countryName(country)} first; for countries of the EU, VIES answers for it. Your name
            and this day then stand beside the tax id, until it or the country changes.
          </p>
        </ActionButton>
      )}
    </RecordCard>
  )
}
