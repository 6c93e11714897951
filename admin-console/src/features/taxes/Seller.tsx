import type { SellerPage, SellerVersion } from '@flagyard/api-types'
import { countryName } from '@flagyard/api-types/taxes/countries'
import { timeZoneOptions } from '@flagyard/ui/time-zones'
import { AutocompleteInput, BooleanInput, DateInput, required, TextInput } from 'react-admin'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import styles from './Taxes.module.css'
import { countryChoices, formatDay } from './tax-words.ts'

export default function Seller() {
  const { data, error, refetch } = useCall('getSeller')
  return (
    <>
      <ScreenHeader
        title="Seller"
        about="Seller details on invoices"
        actions={data && <RecordButtons record={{ ...data, allowed: [] }} actions={sellerActions} />}
      />
      {data ? (
        <div className={styles.page}>
          <Current seller={data.current} />
          {data.versions.length > 0 && <Versions versions={data.versions} />}
        </div>
      ) : (
        <LoadingOrError what="the seller" error={error} retry={refetch} />
      )}
    </>
  )
}

function Current({ seller }: { seller: SellerPage['current'] }) {
  if (!seller)
    return (
      <section className={styles.card}>
        <h2 className={styles.title}>No seller yet</h2>
        <p className={styles.calm}>Until you enter a seller, orders have no tax and no invoice.</p>
      </section>
    )
  const { name, address, country, tax_id, oss_registered, iban, bic, email, time_zone, footer, valid_from } = seller
  const facts: [string, string | null][] = [
    ['Address', `${address}\n${countryName(country)}`],
    ['VAT ID', tax_id],
    ['One-stop shop', oss_registered ? 'Registered: consumers pay their own country’s tax' : 'Not registered'],
    ['IBAN', iban],
    ['BIC', bic],
    ['E-mail', email],
    ['Time zone', time_zone],
    ['Invoice footer', footer],
    ['In use from', formatDay(valid_from)],
  ]
  return (
    <section className={styles.card} aria-label="In use">
      <h2 className={styles.title}>{name}</h2>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
      </dl>
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

const Versions = ({ versions }: { versions: SellerVersion[] }) => (
  <section className={styles.card} aria-label="Versions">
    <h2 className={styles.title}>Versions</h2>
    <ul className={styles.versions}>
      {versions.map(({ version, name, country, valid_from }) => (
        <li key={version}>
          <span>
            {version}. {name}, {countryName(country)}
          </span>
          <span>from {formatDay(valid_from)}</span>
        </li>
      ))}
    </ul>
  </section>
)

type Edit = Omit<NonNullable<SellerPage['current']>, 'version' | 'created_at'>

const noSeller: Edit = {
  name: '',
  address: '',
  country: 'DE',
  tax_id: '',
  oss_registered: false,
  iban: '',
  bic: '',
  email: '',
  time_zone: 'Europe/Berlin',
  footer: '',
  valid_from: '',
}
const timeZones = timeZoneOptions('UTC').map(({ value, label }) => ({ id: value, name: label }))

/** Adds a version of the seller's details, prefilled from the newest one. */
const sellerActions = [
  actionsOn<SellerPage & { allowed: string[] }>()({
    operation: 'updateSeller',
    label: 'Change…',
    title: 'Seller details, by start date',
    body: () => <SellerInputs />,
    defaults: ({ versions: [newest] }): Edit => {
      const { version: _, created_at: __, ...latest } = newest ?? { ...noSeller, version: 0, created_at: '' }
      return { ...noSeller, ...latest, valid_from: new Date().toISOString().slice(0, 10) }
    },
    input: ({ version }, { reason: _, preview: __, tax_id, iban, bic, footer, ...edit }) => ({
      sellerInput: {
        ...edit,
        version,
        tax_id: tax_id || null,
        iban: iban || null,
        bic: bic || null,
        footer: footer ?? '',
      },
    }),
    submit: 'Save',
    success: 'Seller saved',
  }),
]

const SellerInputs = () => (
  <>
    <p className={styles.calm}>Issued invoices do not change.</p>
    <TextInput source="name" label="Name" helperText={false} validate={required('Enter the seller’s name')} fullWidth />
    <TextInput
      source="address"
      label="Address"
      helperText={false}
      validate={required('Enter an address')}
      multiline
      minRows={2}
      fullWidth
    />
    <AutocompleteInput
      source="country"
      label="Country"
      choices={countryChoices}
      helperText="Catalogue prices include this country’s VAT"
      validate={required('Choose a country')}
      fullWidth
    />
    <TextInput source="tax_id" label="VAT ID" helperText={false} fullWidth />
    <BooleanInput source="oss_registered" label="Registered for the EU one-stop shop (OSS)" helperText={false} />
    <TextInput source="iban" label="IBAN" helperText={false} fullWidth />
    <TextInput source="bic" label="BIC" helperText={false} fullWidth />
    <TextInput
      source="email"
      label="E-mail"
      helperText={false}
      validate={required('Enter an e-mail address')}
      fullWidth
    />
    <AutocompleteInput
      source="time_zone"
      label="Time zone"
      choices={timeZones}
      helperText="Tax rates and invoice numbering change at midnight in this time zone"
      validate={required('Choose a time zone')}
      fullWidth
    />
    <TextInput source="footer" label="Invoice footer" helperText={false} multiline fullWidth />
    <DateInput
      source="valid_from"
      label="From"
      helperText={false}
      parse={(typed: string) => typed}
      validate={required('Choose a start date')}
      fullWidth
    />
  </>
)
