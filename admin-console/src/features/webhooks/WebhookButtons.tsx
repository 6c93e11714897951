import type { Webhook, WebhookSecret } from '@flagyard/api-types'
import { useState } from 'react'
import { useRedirect } from 'react-admin'
import { ActionButton, CallButton } from '../../crud/actions.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import styles from './Webhooks.module.css'

export function TestButton({ webhook: { id, allowed } }: { webhook: Webhook }) {
  if (!allowed.includes('test')) return null
  return (
    <CallButton
      operation="testWebhook"
      call={(provider) => provider.call('testWebhook', { id })}
      successMessage="A test is on its way. See below what becomes of it"
    >
      Send a test
    </CallButton>
  )
}

export function RotateButton({ webhook: { id, version, allowed } }: { webhook: Webhook }) {
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
        <p className={styles.calm}>
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

export function RemoveButton({ webhook: { id, allowed } }: { webhook: Webhook }) {
  const redirect = useRedirect()
  if (!allowed.includes('delete')) return null
  return (
    <ActionButton
      operation="deleteWebhook"
      label="Remove…"
      title="Remove this webhook"
      call={(provider) => provider.delete('webhooks', { id })}
      isGone
      onSuccess={() => redirect('list', 'webhooks')}
      successMessage="The webhook is gone"
      submitLabel="Remove it"
      color="error"
    >
      <p className={styles.calm}>
        What was sent to it, and what waits for it, goes too. To stop for a while only, switch it off.
      </p>
    </ActionButton>
  )
}
