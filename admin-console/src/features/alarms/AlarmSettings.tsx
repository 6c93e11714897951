import type { AlarmSettings as Settings } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { Chip } from '@flagyard/ui/Chip'
import { NumberInput, ResourceContextProvider, required, SelectInput } from 'react-admin'
import { actionsOn, CallButton, RecordButtons } from '../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { cloudNames, countOf, formatAgo, optionsOf } from '../../lib/format.ts'
import { ItemsInput } from '../content/ItemsInput.tsx'
import styles from './Alarms.module.css'

const back = { to: consolePaths.listAlarms, label: 'Alarms' }

/** On-call roster, pool thresholds and the state of the alarm webhook. */
export default function AlarmSettings() {
  const { data, error, refetch } = useCall('getAlarmSettings', {}, { staleTime: 0, refetchInterval: 15_000 })
  return (
    <>
      <ScreenHeader
        title="On-call roster"
        about="Who is notified of alarms, and when"
        back={back}
        actions={data && <RecordButtons record={data} actions={settingsActions} />}
      />
      {data ? (
        <div className={styles.page}>
          <Roster settings={data} />
          <Thresholds settings={data} />
          <WebhookCard settings={data} />
        </div>
      ) : (
        <LoadingOrError what="the settings" error={error} retry={refetch} />
      )}
    </>
  )
}

function Roster({ settings: { roster } }: { settings: Settings }) {
  return (
    <section className={styles.card} aria-label="Roster">
      <h2 className={styles.title}>Roster</h2>
      <p className={styles.calm}>
        The first person on duty gets the e-mail. An urgent alarm that is not acknowledged is escalated to the next
        person every ten minutes, and then to all owners.
      </p>
      {roster.length === 0 ? (
        <p className={styles.calm}>The on-call roster is empty. All owners are notified.</p>
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
                <Chip tone="bad">Cannot be notified</Chip>
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
  <section className={styles.card} aria-label="Pool thresholds">
    <h2 className={styles.title}>Pool thresholds</h2>
    <dl className={styles.facts}>
      {optionsOf(cloudNames).map(([cloud, name]) => (
        <Fact key={cloud} name={name}>
          {pool_low[cloud] === 0 ? 'No alarm' : `Fewer than ${pool_low[cloud]} free in a region`}
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
            successMessage="Test sent. The result will appear here"
          >
            Send test
          </CallButton>
        )}
      </div>
      {webhook ? (
        <dl className={styles.facts}>
          <Fact name="Host">{webhook.host}</Fact>
          <Fact name="Last delivered">{formatAgo(webhook.last_sent_at)}</Fact>
          {webhook.waiting > 0 && <Fact name="Waiting">{countOf(webhook.waiting, 'delivery', 'deliveries')}</Fact>}
          {webhook.error && (
            <Fact name="Last error">
              <span className={styles.error}>{webhook.error}</span>
            </Fact>
          )}
        </dl>
      ) : (
        <p className={styles.calm}>No webhook. Set ALARM_WEBHOOK_URL in the server’s environment to add one.</p>
      )}
    </section>
  )
}

interface Edit {
  roster: { username: string; from_hour: number; until_hour: number }[]
  pool_low: Settings['pool_low']
}

const hours = Array.from({ length: 24 }, (_, id) => ({ id, name: `${String(id).padStart(2, '0')}:00` }))

const settingsActions = [
  actionsOn<Settings>()({
    name: 'update',
    operation: 'updateAlarmSettings',
    label: 'Edit…',
    title: 'On-call roster',
    body: (settings) => <SettingsInputs settings={settings} />,
    defaults: ({ roster, pool_low }): Edit => ({
      roster: roster.map(({ username, from_hour, until_hour }) => ({ username, from_hour, until_hour })),
      pool_low,
    }),
    input: ({ version }, { roster, pool_low }) => ({
      alarmSettingsEdit: { version, roster: roster ?? [], pool_low },
    }),
    submit: 'Save',
    success: 'Settings saved',
  }),
]

const SettingsInputs = ({ settings: { candidates } }: { settings: Settings }) => (
  <>
    <p className={styles.calm}>
      In this order. Hours are those of each person’s own time zone; the same hour twice is the whole day.
    </p>
    <ResourceContextProvider value="alarms">
      <ItemsInput
        source="roster"
        itemLabel="Person"
        addLabel="Add person"
        newItem={{ username: '', from_hour: 0, until_hour: 0 }}
      >
        <SelectInput
          source="username"
          label="Person"
          choices={candidates.map(({ username, full_name, time_zone }) => ({
            id: username,
            name: `${isolate(full_name)} (${username}), ${time_zone}`,
          }))}
          helperText={false}
          validate={required('Choose a person')}
        />
        <SelectInput source="from_hour" label="From" choices={hours} helperText={false} validate={[]} />
        <SelectInput source="until_hour" label="Until" choices={hours} helperText={false} validate={[]} />
      </ItemsInput>
    </ResourceContextProvider>
    <p className={styles.calm}>
      Minimum number of free accounts per region. With fewer, an alarm is raised; 0 turns it off.
    </p>
    <div className={styles.three}>
      {optionsOf(cloudNames).map(([cloud, name]) => (
        <NumberInput
          key={cloud}
          source={`pool_low.${cloud}`}
          label={name}
          min={0}
          max={1000}
          helperText={false}
          validate={required('Enter a number')}
        />
      ))}
    </div>
  </>
)
