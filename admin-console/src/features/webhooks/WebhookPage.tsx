import type { Webhook, WebhookSecret } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { useState } from 'react'
import { BooleanInput, CheckboxGroupInput, required, TextInput, useRedirect } from 'react-admin'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../crud/actions/Dialog.tsx'
import { CopyButton } from '../../crud/links.tsx'
import { CreatePage } from '../../crud/record/CreatePage.tsx'
import { EditForm } from '../../crud/record/EditForm.tsx'
import { CardColumns, Facts, RecordCard } from '../../crud/record/RecordCards.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { formatMoment } from '../../lib/format.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { Deliveries } from './Deliveries.tsx'
import styles from './Webhooks.module.css'
import { eventChoices, hostOf, WebhookState } from './webhook-words.tsx'

const WebhookPage = () => (
  <RecordPage<Webhook>
    title={({ url }) => hostOf(url)}
    about={(webhook) => <WebhookState webhook={webhook} />}
    actions={(webhook) => (
      <>
        <AuditButton type="webhook" id={webhook.id} />
        <RecordButtons record={webhook} actions={testActions} />
        <RotateButton webhook={webhook} />
        <RecordButtons record={webhook} actions={removeActions} />
      </>
    )}
  >
    {(webhook) => (
      <>
        <CardColumns left={<Settings webhook={webhook} />} right={<Health webhook={webhook} />} />
        <div className={styles.deliveries}>
          <Deliveries webhook={webhook} />
        </div>
      </>
    )}
  </RecordPage>
)

export default WebhookPage

const Settings = ({ webhook }: { webhook: Webhook }) => (
  <RecordCard title="Settings">
    {webhook.allowed.includes('update') && (
      <EditForm<Webhook> labels={webhookLabels} successMessage="Webhook saved">
        <WebhookInputs />
      </EditForm>
    )}
  </RecordCard>
)

const Health = ({
  webhook: { state, failures, failing_since, last_delivered_at, old_secret_until },
}: {
  webhook: Webhook
}) => (
  <RecordCard title="Status">
    <Facts
      facts={[
        ['Last delivery', last_delivered_at ? formatMoment(last_delivered_at) : 'Never'],
        failing_since !== null && ['Failing since', formatMoment(failing_since)],
        failures > 0 && ['Failed attempts', String(failures)],
        old_secret_until !== null && ['Old secret valid until', formatMoment(old_secret_until)],
        state === 'failing' && ['Queued events', 'Retained for 30 days. Turn the webhook on once the receiver works.'],
      ]}
    />
  </RecordCard>
)

function RotateButton({ webhook }: { webhook: Webhook }) {
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <RecordButtons record={webhook} actions={[rotateAction(setSecret)]} />
      {secret && (
        <SecretDialog
          secret={secret}
          note="The old secret remains valid for 24 hours."
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

const action = actionsOn<Webhook>()

const rotateAction = (onSecret: (secret: string) => void) =>
  action({
    name: 'rotate',
    operation: 'rotateWebhookSecret',
    label: 'New secret…',
    title: 'Rotate secret',
    body: (
      <p className="muted small">
        For 24 hours, deliveries are signed with both the new and the old secret, so that your receiver can switch
        without losing events.
      </p>
    ),
    input: ({ id, version }) => ({ id, webhookRotation: { version } }),
    onSuccess: ({ secret }) => onSecret(secret),
    submit: 'Rotate secret',
    success: 'Secret rotated',
  })

const testActions = [
  action({
    name: 'test',
    operation: 'testWebhook',
    label: 'Send test',
    input: ({ id }) => ({ id }),
    success: 'Test sent. See the result below',
  }),
]

const removeActions = [
  action({
    name: 'delete',
    verb: 'delete',
    label: 'Remove…',
    title: 'Remove webhook',
    body: (
      <p className="muted small">
        Its delivery history and queued events are deleted too. To pause it, turn it off instead.
      </p>
    ),
    submit: 'Remove webhook',
    color: 'error',
    success: 'Webhook removed',
    isGone: true,
  }),
]

/** Shows the secret once. A click outside does not close the dialog, because the secret would be lost. */
const SecretDialog = ({ secret, note, onClose }: { secret: string; note: string; onClose: () => void }) => (
  <Dialog title="Webhook secret" onClose={onClose} dismissible={false}>
    <DialogBody>
      <p className="muted small">
        Your receiver uses it to verify our signatures. Store it safely: it is not shown again. {note}
      </p>
      <div className={styles.secret}>
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy secret" />
      </div>
    </DialogBody>
    <DialogFoot>
      <Button variant="contained" onClick={onClose}>
        Done
      </Button>
    </DialogFoot>
  </Dialog>
)

const noWebhook = { url: '', description: '', events: [], is_on: true }

export function WebhookCreate() {
  const redirect = useRedirect()
  const [created, setCreated] = useState<WebhookSecret>()
  return (
    <>
      <CreatePage<WebhookSecret> defaultValues={noWebhook} successMessage="Webhook saved" onCreated={setCreated}>
        <WebhookInputs />
      </CreatePage>
      {created && (
        <SecretDialog
          secret={created.secret}
          note="If you lose it, rotate it."
          onClose={() => redirect('edit', 'webhooks', created.id)}
        />
      )}
    </>
  )
}

const webhookLabels = { url: 'URL', description: 'Purpose', events: 'Events', is_on: 'On' } as const

const WebhookInputs = () => (
  <>
    <TextInput
      source="url"
      label={webhookLabels.url}
      helperText="Public URL starting with https://"
      validate={required('Enter a URL')}
      slotProps={{ htmlInput: { maxLength: 500 } }}
      fullWidth
    />
    <TextInput
      source="description"
      label={webhookLabels.description}
      helperText="For other administrators, for example “Bookkeeping”"
      parse={(typed: string) => typed}
      slotProps={{ htmlInput: { maxLength: 200 } }}
      fullWidth
    />
    <CheckboxGroupInput
      source="events"
      label={webhookLabels.events}
      choices={eventChoices}
      row={false}
      helperText={false}
      validate={required('Choose at least one event')}
    />
    <BooleanInput source="is_on" label={webhookLabels.is_on} helperText={false} />
  </>
)
