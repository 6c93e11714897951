import type { Cloud, CloudAccount } from '@flagyard/api-types'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { formatAge } from '../../lib/format.ts'
import { AbuseNoticeButton } from '../account-freezes/AbuseNoticeButton.tsx'
import { AuditButton } from '../audit/AuditButton.tsx'
import { AccountCard } from './AccountCard.tsx'
import styles from './CloudAccountShow.module.css'
import { CloudStatusChip } from './CloudStatusChip.tsx'
import { CredentialsCard } from './CredentialsCard.tsx'
import { HoldButton } from './HoldButton.tsx'
import { HoldersCard } from './HoldersCard.tsx'
import { Lifecycle } from './Lifecycle.tsx'
import { NukeButton } from './NukeButton.tsx'
import { ReceiptsCard } from './ReceiptsCard.tsx'
import { RetireButton } from './RetireButton.tsx'
import { StateCard } from './StateCard.tsx'

export default function CloudAccountShow({ cloud }: { cloud: Cloud }) {
  const [recordLabel] = cloudProviders[cloud].resourceLabel
  return (
    <RecordPage<CloudAccount>
      recordLabel={recordLabel}
      wholeBy="history"
      refetchWhile={always}
      title={(account) => account.id}
      about={(account) => (
        <span role="status">
          <CloudStatusChip account={account} /> for {formatAge(account.retired_at ?? account.status_since)}
        </span>
      )}
      actions={(account) => (
        <>
          <AuditButton type="cloud_account" id={account.id} />
          <AbuseNoticeButton account={account} />
          <RetireButton account={account} />
          <HoldButton account={account} />
          <NukeButton account={account} />
        </>
      )}
    >
      {(account) => (
        <div className={styles.columns}>
          <div className={styles.column}>
            <StateCard account={account} />
            <ReceiptsCard account={account} />
            <HoldersCard account={account} />
          </div>
          <div className={styles.column}>
            <AccountCard account={account} />
            {!account.retired_at && <CredentialsCard account={account} />}
            <Lifecycle account={account} />
          </div>
        </div>
      )}
    </RecordPage>
  )
}

/** The page is always polled, because a learner or a job may change the account at any time. */
const always = () => true
