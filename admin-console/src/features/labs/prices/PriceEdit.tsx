import type { ResourcePrice } from '@flagyard/api-types'
import { DEFAULT_CURRENCY, microsOfUnits, unitsOfMicros } from '@flagyard/api-types/contract/money'
import { NumberInput, required, SelectInput, TextInput } from 'react-admin'
import { actionsOn, RecordButtons } from '../../../crud/actions/action-table.tsx'
import { CreatePage, FormCard } from '../../../crud/record/CreatePage.tsx'
import { EditForm } from '../../../crud/record/EditForm.tsx'
import { RecordPage } from '../../../crud/record/RecordPage.tsx'
import { choicesOf, cloudNames, formatAgo, formatMicros } from '../../../lib/format.ts'
import { AuditButton } from '../../audit/AuditButton.tsx'

const PriceEdit = () => (
  <RecordPage<ResourcePrice>
    title={(price) => price.type}
    about={({ cloud, region, updated_at }) => (
      <span>
        {cloudNames[cloud]} · {region === '*' ? 'all regions without a specific price' : region} · changed{' '}
        {formatAgo(updated_at)}
      </span>
    )}
    actions={(price) => (
      <>
        <AuditButton type="resource_price" id={subjectOf(price)} />
        <RecordButtons record={price} actions={priceActions} />
      </>
    )}
  >
    {(price) => (
      <FormCard maxWidth={560}>
        {price.allowed.includes('update') ? (
          <EditForm<ResourcePrice> labels={priceLabels} successMessage="Price saved">
            <HourlyInput />
          </EditForm>
        ) : (
          <p>{formatMicros(price.hourly_micros, price.currency)} per hour</p>
        )}
      </FormCard>
    )}
  </RecordPage>
)

export default PriceEdit

const subjectOf = ({ cloud, type, region }: ResourcePrice) => `${cloud} ${type}${region === '*' ? '' : ` ${region}`}`

const priceActions = [
  actionsOn<ResourcePrice>()({
    name: 'delete',
    verb: 'delete',
    label: 'Remove…',
    title: ({ type }) => `Remove the price of ${type}`,
    body: 'This resource type will count as “price unknown” from the next refresh, and no longer adds to the cost of a lab.',
    submit: 'Remove price',
    color: 'error',
    success: 'Price removed',
    isGone: true,
  }),
]

const noPrice = { cloud: 'aws', type: '', region: '*', hourly_micros: null }

export const PriceCreate = () => (
  <CreatePage maxWidth={560} defaultValues={noPrice} successMessage="Price saved">
    <SelectInput source="cloud" label="Cloud" choices={choicesOf(cloudNames)} helperText={false} validate={[]} />
    <TextInput
      source="type"
      label="Type"
      helperText="Terraform resource type, such as aws_instance"
      validate={required('Enter a resource type')}
      fullWidth
    />
    <TextInput
      source="region"
      label="Region"
      helperText="* for all regions without a specific price"
      validate={required('Enter a region, or *')}
      fullWidth
    />
    <HourlyInput />
  </CreatePage>
)

/** Edited in the currency, stored in millionths of it. */
const HourlyInput = () => (
  <NumberInput
    source="hourly_micros"
    label={priceLabels.hourly_micros}
    helperText="Price of one resource according to the provider"
    format={(micros: number | null | undefined) =>
      micros === null || micros === undefined ? '' : unitsOfMicros(micros)
    }
    parse={(typed: string) => (typed === '' ? null : microsOfUnits(Number(typed)))}
    min={0}
    step={0.001}
    validate={required('Enter the price per hour')}
    fullWidth
  />
)

const priceLabels = { hourly_micros: `${DEFAULT_CURRENCY} per hour` } as const
