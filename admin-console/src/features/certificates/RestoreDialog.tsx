import type { CertificatePage, CertificateRow } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { Foreseen } from '../../crud/Foreseen.tsx'
import { ReasonInput } from '../../crud/ReasonInput.tsx'
import type { RecordDialogProps } from '../../crud/RecordActions.tsx'
import { useDryRun } from '../../crud/useDryRun.ts'
import { useSeen } from '../../crud/useSeen.ts'
import { formatDay } from '../../lib/format.ts'

export function RestoreDialog({ record: { id, version }, onClose }: RecordDialogProps<CertificateRow>) {
  const { refusals, watched } = useSeen()
  return (
    <ActionDialog
      title="Restore the certificate"
      onClose={onClose}
      call={(provider, { reason, preview }: { reason: string; preview: string }) =>
        watched(
          provider.call('updateCertificate', { certificateEdit: { id, version, revoked: false, reason, preview } }),
        )
      }
      successMessage="The certificate is restored"
      defaultValues={{ reason: '', preview: '' }}
      isReady={({ reason, preview }) => !!reason?.trim() && !!preview}
      submitLabel="Restore it"
    >
      <Shown key={refusals} id={id} version={version} />
      <ReasonInput />
    </ActionDialog>
  )
}

function Shown({ id, version }: Pick<CertificateRow, 'id' | 'version'>) {
  const answer = useDryRun('updateCertificate', { certificateEdit: { id, version, revoked: false, dry_run: true } })
  return (
    <Foreseen<CertificatePage> answer={answer}>
      {(restored) => (
        <>
          <p>{pageSays(restored)}</p>
          <p>What it said before stays among its versions. Its owner gets no mail.</p>
        </>
      )}
    </Foreseen>
  )
}

function pageSays({ state, valid_until, name }: CertificatePage) {
  if (state === 'expired' && valid_until)
    return `It expired on ${formatDay(valid_until)}. Its public page says so, and no longer that it was revoked.`
  const until = valid_until ? ` until ${formatDay(valid_until)}` : ''
  return `Its public page says again that the certificate of ${isolate(name)} is valid${until}, and so does its PDF.`
}
