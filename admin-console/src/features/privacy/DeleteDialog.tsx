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
          <Failed what="what would be deleted" why={sentenceOf(error)} onRetry={() => void refetch()} />
        ) : (
          <Loading what="what would be deleted" />
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Keep it</Button>
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
      successMessage={`${username} is closed`}
      waiting="Closing the account…"
      defaultValues={nothing}
      isReady={({ confirm }) => confirm?.trim() === username}
      submitLabel="Delete the account"
      cancelLabel="Keep it"
      color="error"
    >
      <p>The account is closed at once and erased after 14 days. Until then its owner and you can undo it.</p>
      <Consequences preview={preview} />
      <ReasonInput helperText="Its owner reads it in the mail." />
      {preview.certificates > 0 && (
        <BooleanInput
          source="keep_certificates"
          label="Leave the pages of its certificates, with the name on them"
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
      <summary>What is erased and what stays</summary>
      <p>
        In words for its owner. Ended now: {running_labs} running labs. Not used yet: {unused_vouchers} vouchers.
      </p>
      <h3>Erased</h3>
      <ul>
        {erased.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <h3>Stays</h3>
      <ul>
        {kept.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </details>
  )
}
