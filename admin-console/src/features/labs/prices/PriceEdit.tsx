import type { ResourcePrice } from '@flagyard/api-types'
import { useRedirect } from 'react-admin'
import { ActionButton } from '../../../crud/actions.tsx'
import { EditForm } from '../../../crud/EditForm.tsx'
import { RecordPage } from '../../../crud/RecordPage.tsx'
import { cloudNames, formatAgo, formatMicros } from '../../../lib/format.ts'
import { AuditButton } from '../../audit/AuditButton.tsx'
import { HourlyInput, priceLabels } from './HourlyInput.tsx'
import styles from './Price.module.css'

const PriceEdit = () => (
  <RecordPage<ResourcePrice>
    recordLabel="price"
    title={(price) => price.type}
    about={({ cloud, region, updated_at }) => (
      <span>
        {cloudNames[cloud]} · {region === '*' ? 'all regions without a price of their own' : region} · changed{' '}
        {formatAgo(updated_at)}
      </span>
    )}
    actions={(price) => (
      <>
        <AuditButton type="resource_price" id={subjectOf(price)} />
        <RemoveButton price={price} />
      </>
    )}
  >
    {(price) => (
      <div className={styles.card}>
        {price.allowed.includes('update') ? (
          <EditForm<ResourcePrice> recordLabel="price" labels={priceLabels} successMessage="The price is saved">
            <HourlyInput />
          </EditForm>
        ) : (
          <p>{formatMicros(price.hourly_micros, price.currency)} an hour</p>
        )}
      </div>
    )}
  </RecordPage>
)

export default PriceEdit

const subjectOf = ({ cloud, type, region }: ResourcePrice) => `${cloud} ${type}${region === '*' ? '' : ` ${region}`}`

function RemoveButton({ price }: { price: ResourcePrice }) {
  const redirect = useRedirect()
  if (!price.allowed.includes('delete')) return null
  return (
    <ActionButton
      operation="deleteResourcePrice"
      label="Remove…"
      title={`Remove the price of ${price.type}`}
      call={(provider) => provider.delete('resource_prices', { id: price.id })}
      isGone
      onSuccess={() => redirect('list', 'resource_prices')}
      successMessage="The price is removed"
      submitLabel="Remove the price"
      cancelLabel="Keep it"
      color="error"
    >
      <p>From the next reading on, what this type costs counts as unknown: it no longer adds to the cost of a lab.</p>
    </ActionButton>
  )
}
