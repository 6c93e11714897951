import type { CorrectionRow } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { RadioButtonGroupInput } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import styles from './CertificateShow.module.css'

type Request = Pick<CorrectionRow, 'id' | 'username' | 'printed' | 'name' | 'reason' | 'version' | 'certificate_id'> &
  Partial<Pick<CorrectionRow, 'full_name'>>

interface Decision {
  state: 'accepted' | 'refused'
  reason: string
}

const choices = [
  { id: 'accepted', name: 'Accept it: the certificate says the new name' },
  { id: 'refused', name: 'Refuse it' },
]

/** Accepts or rejects a requested correction, with the old and new name side by side. */
export const DecideCorrection = ({ request }: { request: Request }) => (
  <ActionButton
    operation="decideCertificateCorrection"
    label="Decide…"
    size="small"
    title={`What ${request.username} asks for`}
    call={(provider, { state, reason }: Decision) =>
      provider.call('decideCertificateCorrection', {
        id: request.id,
        correctionDecision: { version: request.version, state, ...(reason.trim() && { reason }) },
      })
    }
    successMessage="It is decided, and the learner is told"
    defaultValues={{ state: 'accepted', reason: '' }}
    isReady={({ state, reason }) => state === 'accepted' || !!reason?.trim()}
    submitLabel="Decide it"
  >
    <SideBySide printed={request.printed} name={request.name} />
    <p>
      “{request.reason}”{request.full_name && ` · The account is of ${isolate(request.full_name)}.`}
    </p>
    <RadioButtonGroupInput source="state" label="Decision" choices={choices} row={false} helperText={false} />
    <ReasonInput label="Answer" isRequired={false} helperText="The learner reads it. A refusal needs one." />
  </ActionButton>
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
