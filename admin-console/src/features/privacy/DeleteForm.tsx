import type { DeletionPreview, UserRecord } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { Checkbox, TextField } from '@flagyard/ui/fields'
import { Failed, Loading } from '@flagyard/ui/States'
import { useState } from 'react'
import { sentenceOf } from '../../lib/problem.ts'
import { useCall } from '../../lib/useCall.ts'
import { useSubmitCall } from '../../lib/useSubmitCall.ts'
import { ProofFields, proofOf } from '../auth/ProofFields.tsx'
import styles from './DeleteForm.module.css'

/** What goes and what stays; then the reason, the username typed and the administrator's own proof. */
export function DeleteForm({ user: { username }, onDone }: { user: UserRecord; onDone: () => void }) {
  const { data: preview, error, refetch } = useCall('previewUserDeletion', { username }, { staleTime: 0 })
  if (error && !preview)
    return <Failed what="what would be deleted" why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!preview) return <Loading what="what would be deleted" />
  if (preview.refused)
    return (
      <>
        <p role="alert">{preview.refused}</p>
        <div className="row">
          <Button onClick={onDone}>Keep it</Button>
        </div>
      </>
    )
  return <Confirmation preview={preview} onDone={onDone} />
}

type Deletion = { confirm: string; reason: string; keep_certificates: boolean; current_password: string; code?: string }

function Confirmation({ preview, onDone }: { preview: DeletionPreview; onDone: () => void }) {
  const { username } = preview
  const [typed, setTyped] = useState('')
  const { submit, busy, fault } = useSubmitCall(`${username} is closed`, (provider, userDeletion: Deletion) =>
    provider.call('deleteUser', { username, userDeletion }),
  )
  const ready = typed.trim() === username
  return (
    <Form
      name="delete-user"
      onSubmit={async (values) => {
        const reason = String(values.get('reason'))
        const keep_certificates = values.has('keep_certificates')
        if (ready && (await submit({ confirm: typed.trim(), reason, keep_certificates, ...proofOf(values) }))) onDone()
      }}
    >
      <p>The account is closed at once and erased after 14 days. Until then its owner and you can undo it.</p>
      <Told preview={preview} />
      <TextField
        label="Reason"
        name="reason"
        required
        maxLength={500}
        hint="Its owner reads it in the mail."
        error={fault('reason')}
      />
      {preview.certificates > 0 && (
        <Checkbox label="Leave the pages of its certificates, with the name on them" name="keep_certificates" />
      )}
      <TextField
        label={`Type ${username} to confirm`}
        name="confirm"
        mono
        required
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={fault('confirm')}
      />
      <ProofFields purpose="to delete the account" fault={fault} />
      <div className="row">
        <Button type="submit" look="danger" busy={busy} disabled={!ready}>
          Delete the account
        </Button>
        <Button onClick={onDone}>Keep it</Button>
      </div>
    </Form>
  )
}

function Told({ preview: { erased, kept, running_labs, unused_vouchers } }: { preview: DeletionPreview }) {
  return (
    <details className={styles.told}>
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
