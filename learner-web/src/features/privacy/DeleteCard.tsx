import type { DeletionPreview } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { proofPayload } from '@flagyard/auth/second-factor'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Dialog } from '@flagyard/ui/Dialog'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { Form, FormError } from '@flagyard/ui/Form'
import { Checkbox, TextField } from '@flagyard/ui/fields'
import { countOf } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { toasts } from '../../shell/toasts.ts'
import { ProofFields } from '../auth/second-factor/ProofFields.tsx'
import styles from './privacy.module.css'

export function DeleteAccountCard() {
  const [open, setOpen] = useState(false)
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>Delete your account</h2>
      <p>
        Your account is closed right away and erased after 14 days. Until then you can change your mind. First, we show
        you what will be erased and what has to stay.
      </p>
      <div>
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete my account…
        </Button>
      </div>
      <Dialog open={open} title="Delete your account" onClose={() => setOpen(false)} closeOnOutsideClick={false}>
        <DeleteAccountForm onClose={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

/** Shows what a deletion erases and what is retained, then asks for the typed username and identity confirmation. */
function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const { data: preview, error, refetch } = useQuery({ ...callQuery('previewMyDeletion'), staleTime: 0 })
  if (error && !preview)
    return <Failed what="what would be deleted" why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!preview) return <Loading what="what would be deleted" />
  return (
    <div className={styles.preview}>
      <Preview preview={preview} />
      {preview.refused ? (
        <>
          <p role="alert" className={styles.warning}>
            {preview.refused}
          </p>
          <div>
            <Button onClick={onClose}>Keep it</Button>
          </div>
        </>
      ) : (
        <Confirmation preview={preview} onClose={onClose} />
      )}
    </div>
  )
}

function Preview({ preview: { erased, kept, running_labs, unused_vouchers } }: { preview: DeletionPreview }) {
  return (
    <>
      <h3>What will be erased</h3>
      <ul>
        {erased.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <h3>What stays</h3>
      <ul>
        {kept.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {(running_labs > 0 || unused_vouchers > 0) && (
        <p className={styles.warning}>
          {running_labs > 0 && `${countOf(running_labs, 'running lab')} will be ended now. `}
          {unused_vouchers > 0 &&
            `You will lose ${countOf(unused_vouchers, 'unused voucher')}: send them first to whoever should have them.`}
        </p>
      )}
    </>
  )
}

function Confirmation({ preview, onClose }: { preview: DeletionPreview; onClose: () => void }) {
  const navigate = useNavigate()
  const { data: secondFactor, error: factorError, refetch } = useQuery(callQuery('getMySecondFactor'))
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const { due_at } = await api.requestMyDeletion({
      deletionPayload: {
        confirm: String(values.get('confirm')).trim(),
        keep_certificates: values.has('keep_certificates'),
        ...proofPayload(values),
      },
    })
    // Leaves first: a guarded screen would redirect to sign-in as soon as the session ends.
    await navigate(paths.home)
    await session.signOut().catch(() => session.set(null)) // the server has already ended it
    toasts.show({
      type: 'success',
      content: `Your account is closed and will be erased on ${formatDateTime(due_at)}. Until then, sign in to keep it.`,
    })
  })
  return (
    <Form name="delete-account" onSubmit={submit}>
      {preview.certificates > 0 && (
        <Checkbox
          label={`Keep my ${countOf(preview.certificates, 'certificate')} public`}
          hint="Anyone can still verify them, with the name printed on them. Otherwise their pages will say that they were withdrawn."
          name="keep_certificates"
        />
      )}
      <TextField
        label={`Type ${preview.username} to confirm`}
        name="confirm"
        mono
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldError('confirm')}
      />
      {factorError && <Failed what="how you sign in" why={errorMessage(factorError)} onRetry={() => void refetch()} />}
      {secondFactor ? (
        <ProofFields purpose="to delete your account" factor={secondFactor} fieldError={fieldError} />
      ) : null}
      <FormError>{formError}</FormError>
      <div className="row">
        <Button type="submit" variant="danger" busy={isPending} disabled={!secondFactor}>
          Delete my account
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </Form>
  )
}
