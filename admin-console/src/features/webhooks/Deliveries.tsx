import type { Webhook, WebhookDelivery } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { useState } from 'react'
import { actionsOn, CallButton, RecordButtons } from '../../crud/actions/action-table.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../crud/actions/Dialog.tsx'
import { MomentInput } from '../../crud/inputs.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { Facts } from '../../crud/record/RecordCards.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import styles from './Webhooks.module.css'
import { DeliveryState } from './webhook-words.tsx'

const Col = Column<WebhookDelivery>

export const Deliveries = ({ webhook }: { webhook: Webhook }) => (
  <RelatedList
    reference="webhook_deliveries"
    resourceLabel={['delivery', 'deliveries']}
    target="webhook"
    refetchInterval={LOOK_MS}
    actions={<RecordButtons record={webhook} actions={replayActions} size="small" />}
  >
    <Rows<WebhookDelivery>
      label="Deliveries"
      primaryText={({ event }) => <span className="mono">{event}</span>}
      tertiaryText={(delivery) => <DeliveryState delivery={delivery} />}
      secondaryText={(delivery) => (
        <>
          {answerOf(delivery)} <LookButton delivery={delivery} />
        </>
      )}
      empty="No deliveries yet. Send a test."
    >
      <Col source="created_at" label="Event time" render={(one) => formatMoment(one.created_at)} />
      <Col source="event" label="What" render={({ event }) => <span className="mono">{event}</span>} />
      <Col source="state" label="State" render={(one) => <DeliveryState delivery={one} />} />
      <Col source="status" label="Response" wraps render={answerOf} />
      <Col source="attempts" label="Attempts" align="right" />
      <Col source="id" label="Details" render={(one) => <LookButton delivery={one} />} />
    </Rows>
  </RelatedList>
)

/** Short enough to watch a test delivery arrive. */
const LOOK_MS = 5_000

const answerOf = ({ status, error, attempts }: WebhookDelivery) =>
  error ?? (status === null ? (attempts === 0 ? 'Not attempted yet' : '—') : `${status}`)

function LookButton({ delivery }: { delivery: WebhookDelivery }) {
  const [open, setOpen] = useState(false)
  const { event_id, state, next_at, tried_at, delivered_at, excerpt, body, allowed, id } = delivery
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        View
      </Button>
      {open && (
        <Dialog title={delivery.event} onClose={() => setOpen(false)}>
          <DialogBody>
            <Facts
              facts={[
                ['State', <DeliveryState key="state" delivery={delivery} />],
                [
                  'webhook-id',
                  <span key="id" className="mono">
                    {event_id}
                  </span>,
                ],
                tried_at !== null && ['Last attempt', formatMoment(tried_at)],
                next_at !== null && state === 'waiting' && ['Next attempt', formatMoment(next_at)],
                delivered_at !== null && ['Delivered', formatMoment(delivered_at)],
                ['Response', answerOf(delivery)],
              ]}
            />
            {excerpt && (
              <>
                <h3 className="muted small">Response body (truncated)</h3>
                <pre className={styles.body}>{excerpt}</pre>
              </>
            )}
            <h3 className="muted small">Request body</h3>
            <pre className={styles.body}>{indented(body)}</pre>
          </DialogBody>
          <DialogFoot>
            {allowed.includes('replay') && (
              <CallButton
                operation="replayWebhookDelivery"
                variant="contained"
                call={(provider) => provider.call('replayWebhookDelivery', { id })}
                successMessage="Delivery queued again with the same ID"
                onSuccess={() => setOpen(false)}
              >
                Send again
              </CallButton>
            )}
          </DialogFoot>
        </Dialog>
      )}
    </>
  )
}

const indented = (body: string) => JSON.stringify(JSON.parse(body), null, 2)

const replayActions = [
  actionsOn<Webhook>()({
    name: 'replay',
    operation: 'replayWebhook',
    label: 'Resend failed…',
    title: 'Resend failed deliveries',
    body: (
      <>
        <p className="muted small">Each delivery keeps its ID, so that receivers can ignore duplicates.</p>
        <MomentInput
          source="since"
          label="Events since"
          helperText="In your time zone, at most 30 days ago"
          fullWidth
        />
      </>
    ),
    defaults: { since: '' },
    input: ({ id }, { since }) => ({ id, webhookReplay: { since } }),
    isReady: ({ since }) => !!since,
    submit: 'Resend',
    success: (_, { count }) => `${countOf(count, 'delivery', 'deliveries')} queued again`,
  }),
]
