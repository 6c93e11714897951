import type { UserRecord } from '@flagyard/api-types'
import { reportError } from '@flagyard/ui/monitoring'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { Suspense } from 'react'
import { TabbedShowLayout, TabbedShowLayoutTabs } from 'react-admin'
import { useParams } from 'react-router-dom'
import NotFound from '../../crud/NotFound.tsx'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { ImpersonateButton } from '../auth/ImpersonateButton.tsx'
import { DeletionButton } from '../privacy/DeletionButton.tsx'
import { DisableButton } from './DisableButton.tsx'
import { MailButton } from './MailButton.tsx'
import { RightsButton } from './RightsButton.tsx'
import { tabs } from './tabs.ts'
import { UserHeading } from './UserHeading.tsx'
import { UserIssues } from './UserIssues.tsx'
import { UserProfile } from './UserProfile.tsx'

export default function UserShow() {
  const { '*': tab = '' } = useParams()
  if (tab !== '' && !tabs.some(({ path }) => path === tab)) return <NotFound />
  return (
    <RecordPage<UserRecord>
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
          <DeletionButton user={user} />
        </>
      )}
    >
      {(user) => (
        <>
          <UserIssues user={user} />
          <TabbedShowLayout
            tabs={
              <TabbedShowLayoutTabs
                variant="scrollable"
                aria-label={`About ${user.username}`}
                allowScrollButtonsMobile
              />
            }
          >
            <TabbedShowLayout.Tab label="Profile">
              <div role="tabpanel" aria-label="Profile">
                <UserProfile user={user} />
              </div>
            </TabbedShowLayout.Tab>
            {tabs.map(({ path, label, Panel }) => (
              <TabbedShowLayout.Tab key={path} path={path} label={label}>
                <div role="tabpanel" aria-label={label}>
                  <ScreenBoundary resetKey={path} onError={reportError}>
                    <Suspense fallback={<Spinner />}>
                      <Panel />
                    </Suspense>
                  </ScreenBoundary>
                </div>
              </TabbedShowLayout.Tab>
            ))}
          </TabbedShowLayout>
        </>
      )}
    </RecordPage>
  )
}
