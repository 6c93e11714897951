import type { DeletionPreview } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { proofPayload } from '@flagyard/auth/second-factor'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { errorMessage, Failed } from '@flagyard/ui/Feedback'
import { Checkbox, Form, FormError, SubmitButton, TextField } from '@flagyard/ui/Form'
import { countOf } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { SectionCard } from '../../shell/sections.tsx'
import { showSuccess } from '../../shell/toasts.ts'
import { ProofFields } from '../auth/second-factor/ProofFields.tsx'
import styles from './privacy.module.css'

export function DeleteAccountCard() {
  const [open, setOpen] = useState(false)
  return (
    <SectionCard title="Delete your account">
      <p>
        Your account is closed right away and erased after 14 days. Until then you can change your mind. First, we show
        you what will be erased and what has to stay.
      </p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete my account…
      </Button>
      <Dialog open={open} title="Delete your account" onClose={() => setOpen(false)} closeOnOutsideClick={false}>
        <DeleteAccountForm onClose={() => setOpen(false)} />
      </Dialog>
    </SectionCard>
  )
}

/** Shows what a deletion erases and what is retained, then asks for the typed username and identity confirmation. */
function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...callQuery('previewMyDeletion'), staleTime: 0 })
  return (
    <Loaded query={query} what="what would be deleted">
      {(preview) => (
        <div className={styles.preview}>
          <Preview preview={preview} />
          {preview.refused ? (
            <>
              <p role="alert" className={styles.warning}>
                {preview.refused}
              </p>
              <div>
                <Button onClick={onClose}>Keep my account</Button>
              </div>
            </>
          ) : (
            <Confirmation preview={preview} onClose={onClose} />
          )}
        </div>
      )}
    </Loaded>
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
            `You will lose ${countOf(unused_vouchers, 'unused voucher')}. Send them to someone first if you want them to be used.`}
        </p>
      )}
    </>
  )
}

function Confirmation({ preview, onClose }: { preview: DeletionPreview; onClose: () => void }) {
  const navigate = useNavigate()
  const { data: secondFactor, error: factorError, refetch } = useQuery(callQuery('getMySecondFactor'))
  const submission = useSubmit(async (values) => {
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
    showSuccess(
      `Your account is closed and will be erased on ${formatDateTime(due_at)}. Until then, sign in to keep it.`,
    )
  })
  return (
    <Form name="delete-account" submission={submission}>
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
      />
      {factorError && <Failed what="how you sign in" why={errorMessage(factorError)} onRetry={() => void refetch()} />}
      {secondFactor && <ProofFields purpose="deleteAccount" factor={secondFactor} />}
      <FormError>{submission.error}</FormError>
      <div className="row">
        <SubmitButton variant="danger" disabled={!secondFactor}>
          Delete my account
        </SubmitButton>
        <Button onClick={onClose}>Keep my account</Button>
      </div>
    </Form>
  )
}
