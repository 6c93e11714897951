import type { Webhook, WebhookDelivery } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { useState } from 'react'
import { actionsOn, CallButton, RecordButtons } from '../../crud/actions/action-table.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../crud/actions/Dialog.tsx'
import { MomentInput } from '../../crud/inputs.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { Facts } from '../../crud/record/RecordCards.tsx'
import { formatMoment } from '../../lib/format.ts'
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
      empty="Nothing has been sent yet. Send a test."
    >
      <Col source="created_at" label="Happened" render={(one) => formatMoment(one.created_at)} />
      <Col source="event" label="What" render={({ event }) => <span className="mono">{event}</span>} />
      <Col source="state" label="State" render={(one) => <DeliveryState delivery={one} />} />
      <Col source="status" label="Answer" wraps render={answerOf} />
      <Col source="attempts" label="Tries" align="right" />
      <Col source="id" label="Details" render={(one) => <LookButton delivery={one} />} />
    </Rows>
  </RelatedList>
)

/** Short enough to watch a test delivery arrive. */
const LOOK_MS = 5_000

const answerOf = ({ status, error, attempts }: WebhookDelivery) =>
  error ?? (status === null ? (attempts === 0 ? 'Not tried yet' : '—') : `${status}`)

function LookButton({ delivery }: { delivery: WebhookDelivery }) {
  const [open, setOpen] = useState(false)
  const { event_id, state, next_at, tried_at, delivered_at, excerpt, body, allowed, id } = delivery
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Look
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
                tried_at !== null && ['Tried last', formatMoment(tried_at)],
                next_at !== null && state === 'waiting' && ['Tried next', formatMoment(next_at)],
                delivered_at !== null && ['Taken', formatMoment(delivered_at)],
                ['Answer', answerOf(delivery)],
              ]}
            />
            {excerpt && (
              <>
                <h3 className="muted small">What it answered, as far as we read</h3>
                <pre className={styles.body}>{excerpt}</pre>
              </>
            )}
            <h3 className="muted small">What we send</h3>
            <pre className={styles.body}>{indented(body)}</pre>
          </DialogBody>
          <DialogFoot>
            {allowed.includes('replay') && (
              <CallButton
                operation="replayWebhookDelivery"
                variant="contained"
                call={(provider) => provider.call('replayWebhookDelivery', { id })}
                successMessage="It is sent again, with the same id"
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
    label: 'Send again what failed…',
    title: 'Send again what we gave up',
    body: (
      <>
        <p className="muted small">Each keeps its id, so that a receiver who had it after all can leave it out.</p>
        <MomentInput
          source="since"
          label="Of what happened since"
          helperText="Your time, 30 days back at most"
          fullWidth
        />
      </>
    ),
    defaults: { since: '' },
    input: ({ id }, { since }) => ({ id, webhookReplay: { since } }),
    isReady: ({ since }) => !!since,
    submit: 'Send again',
    success: (_, { count }) => (count === 1 ? '1 delivery is sent again' : `${count} deliveries are sent again`),
  }),
]
