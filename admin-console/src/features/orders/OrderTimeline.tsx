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
        empty="No events yet."
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
  'payment.paid': 'Provider event: paid',
  'payment.failed': 'Provider event: failed',
  'payment.cancelled': 'Provider event: cancelled',
  'document.invoice': 'Invoice issued',
  'document.credit_note': 'Credit note issued',
  'refund.asked': 'Refund requested',
  'refund.done': 'Refunded',
  'refund.failed': 'Refund failed',
  'mail.waiting': 'E-mail queued',
  'mail.sending': 'Sending e-mail',
  'mail.sent': 'E-mail sent',
  'mail.kept': 'E-mail not sent: no mail server',
  'mail.failed': 'E-mail failed',
  'mail.bounced': 'E-mail bounced',
}
