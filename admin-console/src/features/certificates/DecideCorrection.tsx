import type { CorrectionRow } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { RadioButtonGroupInput } from 'react-admin'
import { actionsOn, hasReason, RecordButtons } from '../../crud/actions/action-table.tsx'
import styles from './CertificateShow.module.css'

const choices = [
  { id: 'accepted', name: 'Accept it: the certificate says the new name' },
  { id: 'refused', name: 'Refuse it' },
]

type Request = Pick<CorrectionRow, 'id' | 'username' | 'printed' | 'name' | 'reason' | 'version'> &
  Partial<Pick<CorrectionRow, 'full_name'>>

/** Accepts or rejects a requested correction, with the old and new name side by side. */
const decideAction = actionsOn<Request & { allowed: string[] }>()({
  operation: 'decideCertificateCorrection',
  label: 'Decide…',
  title: ({ username }) => `What ${username} asks for`,
  body: ({ printed, name, reason, full_name }) => (
    <>
      <SideBySide printed={printed} name={name} />
      <p>
        “{reason}”{full_name && ` · The account is of ${isolate(full_name)}.`}
      </p>
      <RadioButtonGroupInput source="state" label="Decision" choices={choices} row={false} helperText={false} />
    </>
  ),
  defaults: { state: 'accepted' as 'accepted' | 'refused' },
  input: ({ id, version }, { state, reason }) => ({
    id,
    correctionDecision: { version, state, ...(reason.trim() && { reason }) },
  }),
  reason: { label: 'Answer', isRequired: false, helperText: 'The learner reads it. A refusal needs one.' },
  isReady: ({ state, reason }) => state === 'accepted' || hasReason({ reason }),
  submit: 'Decide it',
  success: 'It is decided, and the learner is told',
})

export const DecideCorrection = ({ request }: { request: Request }) => (
  <RecordButtons record={{ ...request, allowed: [] }} actions={[decideAction]} size="small" />
)

/** Current name and requested name. */
export const SideBySide = ({ printed, name }: { printed: string; name: string }) => (
  <dl className={styles.sides}>
    <div>
      <dt>Now</dt>
      <dd>{printed}</dd>
    </div>
    <div>
      <dt>Then</dt>
      <dd>{name || '—'}</dd>
    </div>
  </dl>
)
