import type { DeletionPreview } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { proofPayload } from '@flagyard/auth/second-factor'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { errorMessage, Failed } from '@flagyard/ui/Feedback'
import { Checkbox, Form, FormError, SubmitButton, TextField } from '@flagyard/ui/Form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/privacy.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { SectionCard } from '../../shell/sections.tsx'
import { showSuccess } from '../../shell/toasts.ts'
import { ProofFields } from '../auth/second-factor/ProofFields.tsx'
import styles from './privacy.module.css'

export function DeleteAccountCard() {
  const [open, setOpen] = useState(false)
  return (
    <SectionCard title={t.deleteAccount}>
      <p>{t.deleteAccountIntro}</p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t.deleteAccountButton}
      </Button>
      <Dialog open={open} title={t.deleteAccount} onClose={() => setOpen(false)} closeOnOutsideClick={false}>
        <DeleteAccountForm onClose={() => setOpen(false)} />
      </Dialog>
    </SectionCard>
  )
}

/** Shows what a deletion erases and what is retained, then asks for the typed username and identity confirmation. */
function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...callQuery('previewMyDeletion'), staleTime: 0 })
  return (
    <Loaded query={query} what={t.deletionPreview}>
      {(preview) => (
        <div className={styles.preview}>
          <Preview preview={preview} />
          {preview.refused ? (
            <>
              <p role="alert" className={styles.warning}>
                {preview.refused}
              </p>
              <div>
                <Button onClick={onClose}>{t.keepAccount}</Button>
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
      <h3>{t.whatWillBeErased}</h3>
      <ul>
        {erased.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <h3>{t.whatStays}</h3>
      <ul>
        {kept.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {(running_labs > 0 || unused_vouchers > 0) && (
        <p className={styles.warning}>{t.alsoLost({ labs: running_labs, vouchers: unused_vouchers })}</p>
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
    showSuccess(t.accountClosed({ dueAt: formatDateTime(due_at) }))
  })
  return (
    <Form name="delete-account" submission={submission}>
      {preview.certificates > 0 && (
        <Checkbox
          label={t.keepCertificates({ count: preview.certificates })}
          hint={t.keepCertificatesHint}
          name="keep_certificates"
        />
      )}
      <TextField
        label={t.typeUsername({ username: preview.username })}
        name="confirm"
        mono
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {factorError && <Failed what={t.howYouSignIn} why={errorMessage(factorError)} onRetry={() => void refetch()} />}
      {secondFactor && <ProofFields purpose="deleteAccount" factor={secondFactor} />}
      <FormError>{submission.error}</FormError>
      <div className="row">
        <SubmitButton variant="danger" disabled={!secondFactor}>
          {t.confirmDeletion}
        </SubmitButton>
        <Button onClick={onClose}>{t.keepAccount}</Button>
      </div>
    </Form>
  )
}
