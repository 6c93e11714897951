import type { VoucherBatch } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { useState } from 'react'
import { RecordContextProvider, ResourceContextProvider } from 'react-admin'
import { useParams } from 'react-router-dom'
import { CallButton, OperationButton } from '../../crud/actions/action-table.tsx'
import BulkDialog from '../../crud/actions/BulkDialog.tsx'
import { useCall } from '../../crud/calls.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { Facts, RecordCard } from '../../crud/record/RecordCards.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { capitalised, countOf, formatCount, formatDayOr, formatMoment } from '../../lib/format.ts'
import { codeOf, sentenceOf } from '../../lib/problem.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import styles from './BatchPage.module.css'
import { OrderLink, OrganisationLink, VoucherRows } from './VoucherList.tsx'

const back = { to: consolePaths.listVouchers, label: 'Vouchers' }

export default function BatchPage() {
  const { id = '' } = useParams()
  const [isMailing, setIsMailing] = useState(true)
  const { data, error, refetch } = useCall(
    'getVoucherBatch',
    { batch_id: id },
    { refetchInterval: isMailing ? 2_000 : 0, staleTime: 0 },
  )
  if (data && isMailing !== data.unmailed > 0) setIsMailing(data.unmailed > 0)
  if (!data)
    return error ? (
      <>
        <ScreenHeader title={codeOf(error) === 'not_found' ? 'Batch not found' : 'Batch'} back={back} />
        <Failed what="this batch" why={sentenceOf(error)} onRetry={() => void refetch()} />
      </>
    ) : (
      <Spinner label="Loading the batch…" />
    )
  return (
    <ResourceContextProvider value="vouchers">
      <RecordContextProvider value={data}>
        <ScreenHeader
          title={`${countOf(data.total, 'voucher')} for ${data.title}`}
          back={back}
          about={<Counts batch={data} />}
          actions={<Actions batch={data} onDone={() => void refetch()} />}
        />
        <div className={styles.page}>
          <About batch={data} />
          <RelatedList reference="vouchers" target="batch" {...(data.unmailed > 0 && { refetchInterval: 5_000 })}>
            <VoucherRows empty="No vouchers in this batch." />
          </RelatedList>
        </div>
      </RecordContextProvider>
    </ResourceContextProvider>
  )
}

const Counts = ({ batch: { states, recipients, unmailed } }: { batch: VoucherBatch }) => (
  <span role="status">
    {Object.entries(states)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${formatCount(count)} ${state}`)
      .join(' · ')}
    {unmailed > 0 && ` · ${formatCount(recipients - unmailed)} of ${formatCount(recipients)} mailed`}
  </span>
)

type Action = 'vouchers.revoke' | 'vouchers.send'

function Actions({ batch: { id, states, recipients }, onDone }: { batch: VoucherBatch; onDone: () => void }) {
  const isFinance = useCapabilities().has('finance')
  const [open, setOpen] = useState<Action>()
  const filter = JSON.stringify({ batch: id, state: 'available' })
  return (
    <>
      <AuditButton type="voucher_batch" id={id} />
      {isFinance && (
        <CallButton
          operation="listVouchers"
          call={(provider) => {
            const sort = '["created_at","ASC"]'
            return provider.exportList('vouchers', { filter: JSON.stringify({ batch: id }), sort, columns })
          }}
          successMessage="Codes downloaded. Anyone with the file can use them"
        >
          Download codes
        </CallButton>
      )}
      {isFinance && states.available > 0 && recipients > 0 && (
        <OperationButton operation="sendVoucher" onClick={() => setOpen('vouchers.send')}>
          Send again…
        </OperationButton>
      )}
      {isFinance && states.available > 0 && (
        <OperationButton operation="revokeVoucher" color="error" onClick={() => setOpen('vouchers.revoke')}>
          Revoke unused…
        </OperationButton>
      )}
      {open && (
        <BulkDialog action={open} selection={{ filter }} onClose={() => setOpen(undefined)} onStarted={onDone} />
      )}
    </>
  )
}

const columns = [
  { field: 'code', head: 'Code' },
  { field: 'state', head: 'State' },
  { field: 'recipient', head: 'Recipient' },
  { field: 'uses', head: 'Uses' },
  { field: 'used', head: 'Used' },
  { field: 'expires_at', head: 'Expires' },
  { field: 'organisation', head: 'Organisation' },
  { field: 'order_number', head: 'Order' },
  { field: 'price', head: 'Price' },
  { field: 'batch', head: 'Batch' },
  { field: 'note', head: 'Note' },
]

const About = ({ batch }: { batch: VoucherBatch }) => (
  <RecordCard title="Batch">
    <Facts
      facts={[
        [
          'Product',
          <ResourceLink key="opens" resource={`${batch.kind}s`} id={batch.slug}>
            {capitalised(batch.kind)} {batch.title}
          </ResourceLink>,
        ],
        ['Uses per voucher', formatCount(batch.uses)],
        ['Recipients', batch.recipients === 0 ? 'none' : formatCount(batch.recipients)],
        !!batch.organisation && ['Organisation', <OrganisationLink key="organisation" of={batch} />],
        ['Expires', formatDayOr(batch.expires_at, 'no end')],
        !!batch.order_number && ['Order', <OrderLink key="order" voucher={batch} />],
        ['Created', formatMoment(batch.created_at)],
        !!batch.note && ['Note', batch.note],
      ]}
    />
  </RecordCard>
)
