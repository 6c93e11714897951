import type { Webhook, WebhookSecret } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { useState } from 'react'
import { BooleanInput, CheckboxGroupInput, required, TextInput, useRedirect } from 'react-admin'
import { ActionButton } from '../../crud/actions/ActionButton.tsx'
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
      <EditForm<Webhook> labels={webhookLabels} successMessage="The webhook is saved">
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
  <RecordCard title="How it does">
    <Facts
      facts={[
        ['Took something', last_delivered_at ? formatMoment(last_delivered_at) : 'Never'],
        failing_since !== null && ['Fails since', formatMoment(failing_since)],
        failures > 0 && ['Tries that failed', String(failures)],
        old_secret_until !== null && ['The old secret signs until', formatMoment(old_secret_until)],
        state === 'failing' && ['Meanwhile', 'What happens waits for it, for 30 days. Switch it on once it works.'],
      ]}
    />
  </RecordCard>
)

function RotateButton({ webhook: { id, version, allowed } }: { webhook: Webhook }) {
  const [secret, setSecret] = useState<string>()
  if (!allowed.includes('rotate')) return null
  return (
    <>
      <ActionButton
        operation="rotateWebhookSecret"
        label="New secret…"
        title="Make a new secret"
        call={(provider) => provider.call('rotateWebhookSecret', { id, webhookRotation: { version } })}
        onSuccess={(renewed: WebhookSecret) => setSecret(renewed.secret)}
        successMessage="It has a new secret"
        submitLabel="Make it"
      >
        <p className="muted small">
          For 24 hours we sign with the new one and with the one before it, so that your receiver can take it over
          without losing anything.
        </p>
      </ActionButton>
      {secret && (
        <SecretDialog
          secret={secret}
          note="The one before it is good for 24 hours."
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

const action = actionsOn<Webhook>()

const testActions = [
  action({
    name: 'test',
    operation: 'testWebhook',
    label: 'Send a test',
    input: ({ id }) => ({ id }),
    success: 'A test is on its way. See below what becomes of it',
  }),
]

const removeActions = [
  action({
    name: 'delete',
    verb: 'delete',
    label: 'Remove…',
    title: 'Remove this webhook',
    body: (
      <p className="muted small">
        What was sent to it, and what waits for it, goes too. To stop for a while only, switch it off.
      </p>
    ),
    submit: 'Remove it',
    color: 'error',
    success: 'The webhook is gone',
    isGone: true,
  }),
]

/** Shows the secret once. A click outside does not close the dialog, because the secret would be lost. */
const SecretDialog = ({ secret, note, onClose }: { secret: string; note: string; onClose: () => void }) => (
  <Dialog title="Its secret" onClose={onClose} dismissible={false}>
    <DialogBody>
      <p className="muted small">
        Your receiver checks with it that what arrives is ours. Keep it where it keeps its other secrets: we do not show
        it again. {note}
      </p>
      <div className={styles.secret}>
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy the secret" />
      </div>
    </DialogBody>
    <DialogFoot>
      <Button variant="contained" onClick={onClose}>
        I have it
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
      <CreatePage<WebhookSecret> defaultValues={noWebhook} successMessage="The webhook is saved" onCreated={setCreated}>
        <WebhookInputs />
      </CreatePage>
      {created && (
        <SecretDialog
          secret={created.secret}
          note="If it is lost, make a new one."
          onClose={() => redirect('edit', 'webhooks', created.id)}
        />
      )}
    </>
  )
}

const webhookLabels = { url: 'Address', description: 'What for', events: 'Hears of', is_on: 'Switched on' } as const

const WebhookInputs = () => (
  <>
    <TextInput
      source="url"
      label={webhookLabels.url}
      helperText="Begins with https://, on the public internet"
      validate={required('Enter an address')}
      slotProps={{ htmlInput: { maxLength: 500 } }}
      fullWidth
    />
    <TextInput
      source="description"
      label={webhookLabels.description}
      helperText="For whoever looks here next, such as “Bookkeeping”"
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
      validate={required('Choose at least one')}
    />
    <BooleanInput source="is_on" label={webhookLabels.is_on} helperText={false} />
  </>
)
