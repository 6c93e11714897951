import type { AlarmSettings as Settings } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { CallButton } from '../../crud/actions.tsx'
import { useCall } from '../../crud/calls.tsx'
import { ScreenHeader } from '../../crud/RecordPage.tsx'
import { cloudNames, countOf, formatAgo, optionsOf } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import styles from './Alarms.module.css'
import { ChangeSettings } from './ChangeSettings.tsx'

const back = { to: consolePaths.listAlarms, label: 'Alarms' }

/** On-call roster, pool thresholds and the state of the alarm webhook. */
export default function AlarmSettings() {
  const { data, error, refetch } = useCall('getAlarmSettings', {}, { staleTime: 0, refetchInterval: 15_000 })
  return (
    <>
      <ScreenHeader
        title="Who is called"
        about="When something is wrong"
        back={back}
        actions={data?.allowed.includes('update') && <ChangeSettings settings={data} />}
      />
      {error && !data ? (
        <Failed what="the settings" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <div className={styles.page}>
          <Roster settings={data} />
          <Thresholds settings={data} />
          <WebhookCard settings={data} />
        </div>
      ) : (
        <Spinner label="Loading the settings" />
      )}
    </>
  )
}

function Roster({ settings: { roster } }: { settings: Settings }) {
  return (
    <section className={styles.card} aria-label="Roster">
      <h2 className={styles.title}>Roster</h2>
      <p className={styles.calm}>
        The first who is on duty gets the e-mail. An urgent alarm that nobody takes goes on to the next every ten
        minutes, and then to all owners.
      </p>
      {roster.length === 0 ? (
        <p className={styles.calm}>Nobody stands in it: all owners are called.</p>
      ) : (
        <ol className={styles.roster}>
          {roster.map(({ username, full_name, time_zone, from_hour, until_hour, is_on_duty, can_be_called }) => (
            <li key={username}>
              <span>
                <bdi>{full_name}</bdi> <span className={styles.beside}>{username}</span>
              </span>
              <span className={styles.beside}>
                {from_hour === until_hour ? 'All day' : `${hour(from_hour)} to ${hour(until_hour)}, ${time_zone}`}
              </span>
              {!can_be_called ? (
                <Chip tone="bad">Cannot be called</Chip>
              ) : is_on_duty ? (
                <Chip tone="good">On duty</Chip>
              ) : (
                <Chip tone="neutral">Off duty</Chip>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const hour = (at: number) => `${String(at).padStart(2, '0')}:00`

const Thresholds = ({ settings: { pool_low } }: { settings: Settings }) => (
  <section className={styles.card} aria-label="When a pool is low">
    <h2 className={styles.title}>When a pool is low</h2>
    <dl className={styles.facts}>
      {optionsOf(cloudNames).map(([cloud, name]) => (
        <Fact key={cloud} name={name}>
          {pool_low[cloud] === 0 ? 'Nobody is told' : `Fewer than ${pool_low[cloud]} free in a region`}
        </Fact>
      ))}
    </dl>
  </section>
)

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

function WebhookCard({ settings: { webhook, allowed } }: { settings: Settings }) {
  return (
    <section className={styles.card} aria-label="Webhook">
      <div className={styles.head}>
        <h2 className={styles.title}>Webhook</h2>
        {allowed.includes('test') && (
          <CallButton
            operation="testAlarmWebhook"
            size="small"
            call={(provider) => provider.call('testAlarmWebhook')}
            successMessage="A test is on its way: what comes of it stands here"
          >
            Send a test
          </CallButton>
        )}
      </div>
      {webhook ? (
        <dl className={styles.facts}>
          <Fact name="Goes to">{webhook.host}</Fact>
          <Fact name="Last taken">{formatAgo(webhook.last_sent_at)}</Fact>
          {webhook.waiting > 0 && <Fact name="Waiting">{countOf(webhook.waiting, 'delivery', 'deliveries')}</Fact>}
          {webhook.error && (
            <Fact name="Last refusal">
              <span className={styles.error}>{webhook.error}</span>
            </Fact>
          )}
        </dl>
      ) : (
        <p className={styles.calm}>None is set up. ALARM_WEBHOOK_URL names one, on the server alone.</p>
      )}
    </section>
  )
}
