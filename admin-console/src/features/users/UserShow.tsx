import type { UserRecord } from '@flagyard/api-types'
import { TabbedRecordPage } from '../../crud/RecordPage.tsx'
import { FreezeButton } from '../account-freezes/FreezeButton.tsx'
import { FreezeNotice } from '../account-freezes/FreezeNotice.tsx'
import { ImpersonateButton } from '../auth/ImpersonateButton.tsx'
import { DeletionButton } from '../privacy/DeletionButton.tsx'
import { DisableButton } from './DisableButton.tsx'
import { MailButton } from './MailButton.tsx'
import { RightsButton } from './RightsButton.tsx'
import { tabs } from './tabs.ts'
import { UserHeading } from './UserHeading.tsx'
import { UserIssues } from './UserIssues.tsx'
import { UserProfile } from './UserProfile.tsx'

const UserShow = () => (
  <TabbedRecordPage<UserRecord>
    recordLabel="account"
    wholeBy="version"
    title={(user) => user.full_name}
    about={(user) => <UserHeading user={user} />}
    actions={(user) => (
      <>
        <ImpersonateButton user={user} />
        <MailButton user={user} />
        <RightsButton user={user} />
        <DisableButton user={user} />
        <FreezeButton user={user} />
        <DeletionButton user={user} />
      </>
    )}
    notice={(user) => (
      <>
        <FreezeNotice user={user} />
        <UserIssues user={user} />
      </>
    )}
    firstTab="Profile"
    tabs={tabs}
  >
    {(user) => <UserProfile user={user} />}
  </TabbedRecordPage>
)

export default UserShow
