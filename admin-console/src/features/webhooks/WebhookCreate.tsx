import type { WebhookSecret } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { useState } from 'react'
import { useRedirect } from 'react-admin'
import { CreateForm } from '../../crud/EditForm.tsx'
import { ScreenHeader } from '../../crud/RecordPage.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { WebhookInputs } from './WebhookInputs.tsx'
import styles from './Webhooks.module.css'

const noWebhook = { url: '', description: '', events: [], is_on: true }

export default function WebhookCreate() {
  const redirect = useRedirect()
  const [created, setCreated] = useState<WebhookSecret>()
  return (
    <>
      <ScreenHeader title="New webhook" back={{ to: consolePaths.listWebhooks, label: 'Webhooks' }} />
      <div className={styles.card}>
        <CreateForm<WebhookSecret>
          recordLabel="webhook"
          defaultValues={noWebhook}
          successMessage="The webhook is saved"
          onCreated={setCreated}
        >
          <WebhookInputs />
        </CreateForm>
      </div>
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
