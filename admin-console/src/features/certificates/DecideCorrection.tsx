import type { CorrectionRow } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { RadioButtonGroupInput } from 'react-admin'
import { actionsOn, hasReason, RecordButtons } from '../../crud/actions/action-table.tsx'
import styles from './CertificateShow.module.css'

const choices = [
  { id: 'accepted', name: 'Accept: the certificate shows the new name' },
  { id: 'refused', name: 'Refuse' },
]

type Request = Pick<CorrectionRow, 'id' | 'username' | 'printed' | 'name' | 'reason' | 'version'> &
  Partial<Pick<CorrectionRow, 'full_name'>>

/** Accepts or rejects a requested correction, with the old and new name side by side. */
const decideAction = actionsOn<Request & { allowed: string[] }>()({
  operation: 'decideCertificateCorrection',
  label: 'Decide…',
  title: ({ username }) => `Correction request of ${username}`,
  body: ({ printed, name, reason, full_name }) => (
    <>
      <SideBySide printed={printed} name={name} />
      <p>
        “{reason}”{full_name && ` · Account name: ${isolate(full_name)}`}
      </p>
      <RadioButtonGroupInput source="state" label="Decision" choices={choices} row={false} helperText={false} />
    </>
  ),
  defaults: { state: 'accepted' as 'accepted' | 'refused' },
  input: ({ id, version }, { state, reason }) => ({
    id,
    correctionDecision: { version, state, ...(reason.trim() && { reason }) },
  }),
  reason: { label: 'Answer', isRequired: false, helperText: 'The learner can read it. Required if you refuse' },
  isReady: ({ state, reason }) => state === 'accepted' || hasReason({ reason }),
  submit: 'Save decision',
  success: 'Decision saved. The learner was notified',
})

export const DecideCorrection = ({ request }: { request: Request }) => (
  <RecordButtons record={{ ...request, allowed: [] }} actions={[decideAction]} size="small" />
)

/** Current name and requested name. */
export const SideBySide = ({ printed, name }: { printed: string; name: string }) => (
  <dl className={styles.sides}>
    <div>
      <dt>Current name</dt>
      <dd>{printed}</dd>
    </div>
    <div>
      <dt>Requested name</dt>
      <dd>{name || '—'}</dd>
    </div>
  </dl>
)
