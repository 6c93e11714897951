import type { DeletionPreview, UserRecord } from '@flagyard/api-types'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { Button } from '@mui/material'
import { BooleanInput } from 'react-admin'
import { ActionDialog } from '../../crud/actions/ActionDialog.tsx'
import type { RecordDialogProps } from '../../crud/actions/action-spec.ts'
import { Dialog, DialogBody, DialogFoot } from '../../crud/actions/Dialog.tsx'
import { useCall } from '../../crud/calls.tsx'
import { ReasonInput, TypedConfirmation } from '../../crud/inputs.tsx'
import { sentenceOf } from '../../lib/problem.ts'
import { type Proof, ProofFields, proofOf } from '../auth/ProofFields.tsx'
import styles from './DeleteDialog.module.css'

/** Preview of the deletion, then reason, typed username and the administrator's credentials. */
export default function DeleteDialog({ record: { username }, onClose }: RecordDialogProps<UserRecord>) {
  const { data: preview, error, refetch } = useCall('previewUserDeletion', { username }, { staleTime: 0 })
  const title = `Delete ${username}`
  if (preview && !preview.refused) return <Question title={title} preview={preview} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        {preview ? (
          <p role="alert">{preview.refused}</p>
        ) : error ? (
          <Failed what="the preview" why={sentenceOf(error)} onRetry={() => void refetch()} />
        ) : (
          <Loading what="the preview" />
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
      </DialogFoot>
    </Dialog>
  )
}

interface Deletion extends Proof {
  confirm: string
  reason: string
  keep_certificates: boolean
}

const nothing: Deletion = { confirm: '', reason: '', keep_certificates: false, current_password: '', code: '' }

function Question({ title, preview, onClose }: { title: string; preview: DeletionPreview; onClose: () => void }) {
  const { username } = preview
  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      call={(provider, { confirm, reason, keep_certificates, ...proof }: Deletion) =>
        provider.call('deleteUser', {
          username,
          userDeletion: { confirm: confirm.trim(), reason, keep_certificates, ...proofOf(proof) },
        })
      }
      successMessage={`${username} closed. The data will be erased in 14 days`}
      waiting="Closing the account…"
      defaultValues={nothing}
      isReady={({ confirm }) => confirm?.trim() === username}
      submitLabel="Delete account"
      color="error"
    >
      <p>
        Closes the account immediately and erases its data after 14 days. Until then, you and the owner can undo it.
      </p>
      <Consequences preview={preview} />
      <ReasonInput helperText="Sent to the owner by e-mail" />
      {preview.certificates > 0 && (
        <BooleanInput
          source="keep_certificates"
          label="Keep the certificate pages, including the name"
          helperText={false}
        />
      )}
      <TypedConfirmation word={username} />
      <ProofFields purpose="to delete the account" />
    </ActionDialog>
  )
}

function Consequences({ preview: { erased, kept, running_labs, unused_vouchers } }: { preview: DeletionPreview }) {
  return (
    <details className={styles.consequences}>
      <summary>Erased and retained data</summary>
      <p>
        As described to the owner. Running labs to be ended: {running_labs}. Unused vouchers: {unused_vouchers}.
      </p>
      <h3>Erased</h3>
      <ul>
        {erased.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <h3>Retained</h3>
      <ul>
        {kept.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </details>
  )
}
