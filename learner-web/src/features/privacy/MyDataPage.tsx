import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { useState } from 'react'
import { SessionGate } from '../../app/SessionGate.tsx'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'
import { AuthCard } from '../auth/AuthCard.tsx'
import { EXPORT_FILE_NAME, saveFile } from './save-file.ts'

/** The link of the mail that tells of an archive. */
export default function MyDataPage() {
  // Read before anything else is shown: the token leaves the address at once.
  const token = useFragmentParam('token')
  return (
    <SessionGate>
      <MyData token={token} />
    </SessionGate>
  )
}

function MyData({ token }: { token: string }) {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!session)
    return (
      <AuthCard
        title="Your data is ready"
        intro="Sign in to the account that asked for it. Then you find it on your profile, too."
      >
        <ButtonLink to={`${paths.signin}?next=${encodeURIComponent(paths.profile)}`} variant="primary">
          Sign in
        </ButtonLink>
      </AuthCard>
    )
  const download = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await saveFile(await api.downloadMailedExport({ mailedExportPayload: { token } }), EXPORT_FILE_NAME)
      setDone(true)
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AuthCard
      title={token ? 'Your data is ready' : 'This link is not whole'}
      intro={
        token
          ? `The archive of ${session.user.username}, as one file.`
          : 'Its token is missing. Your profile has the archive, too.'
      }
      error={problem}
    >
      <div className="row">
        {token && (
          <Button variant="primary" busy={busy} onClick={download}>
            Download my data
          </Button>
        )}
        <ButtonLink to={paths.profile}>Go to your profile</ButtonLink>
      </div>
      <p role="status">{done && 'Downloaded. Keep it where only you can read it.'}</p>
    </AuthCard>
  )
}
