import type { AdminOrder } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { Lines, RecordCard } from '../../crud/record/RecordCards.tsx'
import { capitalised, formatMoment } from '../../lib/format.ts'
import { actionLabel } from '../audit/labels.ts'

export default function OrderTimeline() {
  const order = useRecordContext<AdminOrder>()
  if (!order) return null
  return (
    <RecordCard title="Timeline">
      <Lines
        empty="Nothing has happened yet."
        lines={order.timeline.map(({ key, at, kind, subject, detail }) => ({
          key,
          text: (
            <>
              <b>{titleOf(kind, subject)}</b>
              {isNamed(kind) && ` · ${subject}`}
              {detail && ` · ${detail}`}
            </>
          ),
          when: formatMoment(at),
        }))}
      />
    </RecordCard>
  )
}

/** Events about the order itself do not repeat its name. */
const isNamed = (kind: string) => !/^(order|refund)\.|^audit$/.test(kind)

function titleOf(kind: string, subject: string): string {
  if (kind === 'audit') return actionLabel(subject)
  const [what = '', done = ''] = kind.split('.')
  return titles[kind] ?? `${capitalised(what)} ${done}`.replaceAll('_', ' ')
}

const titles: Readonly<Record<string, string>> = {
  'order.placed': 'Placed',
  'order.paid': 'Paid',
  'order.fulfilled': 'Delivered',
  'order.cancelled': 'Cancelled',
  'payment.paid': 'The provider says: paid',
  'payment.failed': 'The provider says: failed',
  'payment.cancelled': 'The provider says: cancelled',
  'document.invoice': 'Invoice issued',
  'document.credit_note': 'Credit note issued',
  'refund.asked': 'Refund asked for',
  'refund.done': 'Refunded',
  'refund.failed': 'Refund failed',
  'mail.waiting': 'Mail waits to be sent',
  'mail.sending': 'Mail is being sent',
  'mail.sent': 'Mail sent',
  'mail.kept': 'Mail not sent: no mail server',
  'mail.failed': 'Mail could not be sent',
  'mail.bounced': 'Mail came back',
}
