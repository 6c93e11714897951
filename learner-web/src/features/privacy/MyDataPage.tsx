import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Link } from '@flagyard/ui/Link'
import { saveFile } from '@flagyard/ui/save-file'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'
import * as t from '../../messages/en/privacy.ts'
import { SessionGate } from '../../shell/SessionGate.tsx'
import { AuthCard, IncompleteLink } from '../auth/AuthCard.tsx'

export default function MyDataPage() {
  // Above the gate, so that the token leaves the address before the session is restored.
  const token = useFragmentParam('token')
  return (
    <SessionGate>
      <MyData token={token} />
    </SessionGate>
  )
}

function MyData({ token }: { token: string }) {
  const session = useSession()
  const { run, isPending, error } = useAction()
  const [done, setDone] = useState(false)
  if (!session)
    return (
      <AuthCard title={t.dataReady} intro={t.signInForData}>
        <ButtonLink to={`${paths.signin}?next=${encodeURIComponent(paths.profileSection('data'))}`} variant="primary">
          {t.signIn}
        </ButtonLink>
      </AuthCard>
    )
  if (!token) return <IncompleteLink help={<Link to={paths.profileSection('data')}>{t.archiveOnProfile}</Link>} />
  const download = () =>
    run(async () => {
      await saveFile(await api.downloadMailedExport({ mailedExportPayload: { token } }), 'my-data.zip')
      setDone(true)
    })
  return (
    <AuthCard title={t.dataReady} intro={t.archiveOfUser({ username: session.user.username })} error={error}>
      <div className="row">
        <Button variant="primary" busy={isPending} onClick={download}>
          {t.downloadData}
        </Button>
        <ButtonLink to={paths.profileSection('data')}>{t.goToProfile}</ButtonLink>
      </div>
      <p role="status">{done && t.downloaded}</p>
    </AuthCard>
  )
}
