import type { Webhook } from '@flagyard/api-types'
import { EditForm } from '../../crud/EditForm.tsx'
import { CardColumns, Facts, RecordCard } from '../../crud/RecordCards.tsx'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { formatMoment } from '../../lib/format.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { Deliveries } from './Deliveries.tsx'
import { RemoveButton, RotateButton, TestButton } from './WebhookButtons.tsx'
import { WebhookInputs, webhookLabels } from './WebhookInputs.tsx'
import { WebhookState } from './WebhookState.tsx'
import styles from './Webhooks.module.css'
import { hostOf } from './webhook-words.ts'

const WebhookPage = () => (
  <RecordPage<Webhook>
    recordLabel="webhook"
    title={({ url }) => hostOf(url)}
    about={(webhook) => <WebhookState webhook={webhook} />}
    actions={(webhook) => (
      <>
        <AuditButton type="webhook" id={webhook.id} />
        <TestButton webhook={webhook} />
        <RotateButton webhook={webhook} />
        <RemoveButton webhook={webhook} />
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
      <EditForm<Webhook> recordLabel="webhook" labels={webhookLabels} successMessage="The webhook is saved">
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
