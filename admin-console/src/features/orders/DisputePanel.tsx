import type { AdminOrder, OrderDispute } from '@flagyard/api-types'
import { saveFile } from '@flagyard/ui/save-file'
import { CallButton } from '../../crud/actions.tsx'
import { Lines, Quiet, RecordCard } from '../../crud/RecordCards.tsx'
import { formatMoment, formatMoney } from '../../lib/format.ts'

/** Disputes of the order, with their deadlines and the evidence to submit. */
export function DisputePanel({ order: { id, number, disputes } }: { order: AdminOrder }) {
  if (disputes.length === 0) return null
  const isOpen = disputes.some(({ state }) => state === 'open')
  return (
    <RecordCard title="Disputes">
      <Lines
        empty=""
        lines={disputes.map((dispute) => ({
          key: dispute.id,
          text: (
            <>
              {formatMoney(dispute.amount)} · <b>{stateWords[dispute.state]}</b>
              {dispute.reason && ` · ${dispute.reason.replaceAll('_', ' ')}`}
              {dispute.state === 'open' && dispute.due_at && ` · evidence until ${formatMoment(dispute.due_at)}`} ·{' '}
              <span className="mono">{dispute.number}</span>
            </>
          ),
          when: formatMoment(dispute.closed_at ?? dispute.opened_at),
        }))}
      />
      {isOpen && (
        <Quiet>
          Until the bank has decided, unused vouchers and unfinished access are suspended, and nothing is refunded.
        </Quiet>
      )}
      <CallButton
        operation="getDisputeEvidence"
        size="small"
        call={async (provider) => {
          const answer = (await provider.call('getDisputeEvidence', { id })) as Response
          await saveFile(answer, `evidence-${number}.zip`)
        }}
        successMessage="The evidence is downloaded"
      >
        Evidence as ZIP
      </CallButton>
    </RecordCard>
  )
}

const stateWords: Record<OrderDispute['state'], string> = {
  open: 'the bank decides',
  won: 'won',
  lost: 'lost, the bank took it',
}
