import { useState } from 'react'
import { required, SelectInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useCall } from '../../../crud/calls.tsx'
import { MomentInput } from '../../../crud/inputs.tsx'
import { CreatePage } from '../../../crud/record/CreatePage.tsx'
import { choicesOf, cloudNames } from '../../../lib/format.ts'
import styles from './Incident.module.css'

/** Creates an incident and opens its page. This does not affect candidates yet. */
export default function IncidentCreate() {
  const [defaults] = useState(() => ({
    title: '',
    cloud: null,
    region: null,
    exam: null,
    from_at: new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString(),
    until_at: null,
  }))
  return (
    <CreatePage defaultValues={defaults} successMessage="Incident opened. No exams have been changed yet" next="edit">
      <IncidentTimes />
      <IncidentScope />
    </CreatePage>
  )
}

export const IncidentTimes = () => (
  <>
    <TextInput
      source="title"
      label="Title"
      helperText="Candidates can read it in their ledger, for example “Outage in Frankfurt”"
      validate={required('Enter a title')}
      slotProps={{ htmlInput: { maxLength: 120 } }}
      fullWidth
    />
    <div className={styles.pair}>
      <MomentInput source="from_at" label="From" validate={required('Enter the start')} helperText={false} />
      <MomentInput source="until_at" label="Until (if known)" helperText={false} />
    </div>
  </>
)

/** Scope of the incident. Empty fields do not restrict it. */
function IncidentScope() {
  const { data: regions = [] } = useCall('listCloudRegions')
  const { data: exams = [] } = useCall('listExamChoices')
  const { cloud } = useWatch() as { cloud?: string | null }
  const names = [...new Set(regions.filter((one) => !cloud || one.cloud === cloud).map(({ region }) => region))]
  return (
    <>
      <div className={styles.pair}>
        <SelectInput
          source="cloud"
          label="Cloud"
          choices={choicesOf(cloudNames)}
          emptyText="All clouds"
          helperText={false}
          parse={orNone}
        />
        <SelectInput
          source="region"
          label="Region"
          choices={names.map((id) => ({ id, name: id }))}
          emptyText="All regions"
          helperText={false}
          parse={orNone}
        />
      </div>
      <SelectInput
        source="exam"
        label="Exam"
        choices={exams.map(({ slug, title }) => ({ id: slug, name: title }))}
        emptyText="All exams"
        helperText={false}
        parse={orNone}
        fullWidth
      />
      <p className={styles.hint}>
        The region is that of the candidate’s account, which is assigned 45 minutes before the start. Booked exams have
        no region before that. While the end is unknown, the incident includes exams of the next 24 hours.
      </p>
    </>
  )
}

const orNone = (value: string) => value || null
