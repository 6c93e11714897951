import type { AlarmSettings } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { NumberInput, ResourceContextProvider, required, SelectInput } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { cloudNames, optionsOf } from '../../lib/format.ts'
import { ItemsInput } from '../content/ItemsInput.tsx'
import styles from './Alarms.module.css'

interface Edit {
  roster: { username: string; from_hour: number; until_hour: number }[]
  pool_low: AlarmSettings['pool_low']
}

const hours = Array.from({ length: 24 }, (_, id) => ({ id, name: `${String(id).padStart(2, '0')}:00` }))

export function ChangeSettings({ settings: { version, roster, pool_low, candidates } }: { settings: AlarmSettings }) {
  const people = candidates.map(({ username, full_name, time_zone }) => ({
    id: username,
    name: `${isolate(full_name)} (${username}), ${time_zone}`,
  }))
  return (
    <ActionButton
      operation="updateAlarmSettings"
      label="Change…"
      title="Who is called, and when"
      call={(provider, edit: Edit) =>
        provider.call('updateAlarmSettings', {
          alarmSettingsEdit: { version, roster: edit.roster ?? [], pool_low: edit.pool_low },
        })
      }
      successMessage="Saved"
      defaultValues={{
        roster: roster.map(({ username, from_hour, until_hour }) => ({ username, from_hour, until_hour })),
        pool_low,
      }}
      submitLabel="Save"
    >
      <p className={styles.calm}>
        In this order. Hours are those of each person’s own time zone; the same hour twice is the whole day.
      </p>
      <ResourceContextProvider value="alarms">
        <ItemsInput
          source="roster"
          itemLabel="Person"
          addLabel="Add a person"
          newItem={{ username: '', from_hour: 0, until_hour: 0 }}
        >
          <SelectInput
            source="username"
            label="Person"
            choices={people}
            helperText={false}
            validate={required('Choose somebody')}
          />
          <SelectInput source="from_hour" label="From" choices={hours} helperText={false} validate={[]} />
          <SelectInput source="until_hour" label="Until" choices={hours} helperText={false} validate={[]} />
        </ItemsInput>
      </ResourceContextProvider>
      <p className={styles.calm}>The fewest accounts that a region should have free; 0 tells nobody.</p>
      <div className={styles.three}>
        {optionsOf(cloudNames).map(([cloud, name]) => (
          <NumberInput
            key={cloud}
            source={`pool_low.${cloud}`}
            label={name}
            min={0}
            max={1000}
            helperText={false}
            validate={required('Say a number')}
          />
        ))}
      </div>
    </ActionButton>
  )
}
