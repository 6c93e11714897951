import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { Page } from '../../shell/Page.tsx'
import { SecondFactorCard } from '../auth/SecondFactorCard.tsx'
import { SessionsCard } from '../auth/SessionsCard.tsx'
import { DeleteAccountCard } from '../privacy/DeleteCard.tsx'
import { ExportCard } from '../privacy/ExportCard.tsx'
import { EmailForm } from './EmailForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'

/** What we keep about the account, and the forms to change it. */
export default function ProfilePage() {
  const { data: me, error, refetch } = useQuery(callQuery('getMe'))
  return (
    <Page
      title="Profile"
      width="text"
      intro={me && `Signed in as ${me.username}. Your name appears on certificates; only we see the rest.`}
    >
      {error && !me ? (
        <Failed what="your profile" why={errorMessage(error)} onRetry={() => void refetch()} />
      ) : me ? (
        <>
          <ProfileForm me={me} />
          <EmailForm me={me} />
          <PasswordForm username={me.username} />
          <SecondFactorCard />
          <SessionsCard />
          <ExportCard />
          <DeleteAccountCard />
        </>
      ) : (
        <Loading what="your profile" />
      )}
    </Page>
  )
}
