import type { UserIssue, UserRecord } from '@flagyard/api-types'
import { consolePaths, type userTabs } from '@flagyard/api-types/console-links'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { CopyButton, MailAddress } from '../../crud/links.tsx'
import { lazyTab, TabbedRecordPage } from '../../crud/record/RecordPage.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import { FreezeNotice } from '../account-freezes/FreezeNotice.tsx'
import { userActions } from './actions.tsx'
import { UserProfile } from './UserProfile.tsx'
import styles from './UserShow.module.css'
import { StateChip, userIssues } from './user-words.tsx'

const UserShow = () => (
  <TabbedRecordPage<UserRecord>
    wholeBy="version"
    title={(user) => user.full_name}
    about={(user) => <UserHeading user={user} />}
    actions={(user) => <RecordButtons record={user} actions={userActions} />}
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

/** Header of all tabs: state, username and address with copy buttons; for a disabled account also the reason and the administrator. */
function UserHeading({ user }: { user: UserRecord }) {
  const { state, username, email, disabled_at, disabled_by, disabled_reason, freeze } = user
  return (
    <div className={styles.heading}>
      <StateChip state={state} />
      <span className={styles.copied}>
        <span className="mono">{username}</span>
        <CopyButton text={username} label="Copy username" />
      </span>
      <span className={styles.copied}>
        <span>
          <MailAddress>{email}</MailAddress>
        </span>
        <CopyButton text={email} label="Copy e-mail address" />
      </span>
      {disabled_at && !freeze && (
        <p className={styles.disabled}>
          Disabled {formatMoment(disabled_at)}
          {disabled_by && ` by ${disabled_by}`}
          {disabled_reason && `: ${disabled_reason}`}
        </p>
      )}
    </div>
  )
}

/** Pending tasks about this account, each linked to its rows. Shown on all tabs. */
function UserIssues({ user: { username, issues } }: { user: UserRecord }) {
  const waiting = (Object.keys(userIssues) as UserIssue[]).filter((issue) => issues[issue] > 0)
  if (waiting.length === 0) return null
  return (
    <ul className={styles.issues} aria-label="Needs attention">
      {waiting.map((issue) => {
        const { one, many, tab } = userIssues[issue]
        return (
          <li key={issue}>
            <Link to={`${consolePaths.user(username)}/${tab}`}>{countOf(issues[issue], one, many)}</Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Tabs of a user's page in addition to the profile. To add one, add its panel here. */
export const tabs: { path: (typeof userTabs)[number]; label: string; Panel: ComponentType }[] = [
  { path: 'timeline', label: 'Timeline', Panel: lazyScreen(() => import('./UserTimeline.tsx')) },
  {
    path: 'entitlements',
    label: 'Entitlements',
    Panel: lazyScreen(() => import('../entitlements/UserEntitlements.tsx')),
  },
  { path: 'progress', label: 'Progress', Panel: lazyScreen(() => import('../progress/UserProgress.tsx')) },
  { path: 'deployments', label: 'Deployments', Panel: lazyScreen(() => import('../lab-work/UserDeployments.tsx')) },
  { path: 'exams', label: 'Exams', Panel: lazyScreen(() => import('../exam-attempts/UserExams.tsx')) },
  {
    path: 'vouchers',
    label: 'Vouchers',
    Panel: lazyTab(async () => (await import('../vouchers/VoucherList.tsx')).UserVouchers),
  },
  {
    path: 'certificates',
    label: 'Certificates',
    Panel: lazyTab(async () => (await import('../certificates/CertificateList.tsx')).UserCertificates),
  },
  { path: 'orders', label: 'Orders', Panel: lazyTab(async () => (await import('../orders/OrderList.tsx')).UserOrders) },
  { path: 'mails', label: 'E-mails', Panel: lazyScreen(() => import('./UserMails.tsx')) },
  { path: 'sessions', label: 'Sessions', Panel: lazyScreen(() => import('../auth/UserSessions.tsx')) },
  {
    path: 'audit',
    label: 'Audit log',
    Panel: lazyTab(async () => (await import('../audit/RecordAudit.tsx')).UserAudit),
  },
]
