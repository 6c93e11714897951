import { consolePaths } from '@flagyard/api-types/links'
import { useState } from 'react'
import { CreateForm } from '../../../crud/EditForm.tsx'
import { ScreenHeader } from '../../../crud/RecordPage.tsx'
import styles from './Incident.module.css'
import { IncidentScope, IncidentTimes } from './IncidentInputs.tsx'

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
    <>
      <ScreenHeader title="New incident" back={{ to: consolePaths.listExamIncidents, label: 'Exam incidents' }} />
      <div className={`${styles.card} ${styles.form}`}>
        <CreateForm
          recordLabel="incident"
          defaultValues={defaults}
          successMessage="The incident is open. Nothing has been changed yet"
          next="edit"
        >
          <IncidentTimes />
          <IncidentScope />
        </CreateForm>
      </div>
    </>
  )
}
