import type { Cloud, CloudAccount } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { FunctionField, SimpleShowLayout, TextField } from 'react-admin'
import { Link } from 'react-router-dom'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { ResourceLink } from '../../crud/ResourceLink.tsx'
import { formatAge, formatAgo } from '../../lib/format.ts'
import { auditLink } from '../audit/auditLink.ts'
import styles from './CloudAccountShow.module.css'
import { CloudStatusChip } from './CloudStatusChip.tsx'
import { HoldButton } from './HoldButton.tsx'
import { Lifecycle } from './Lifecycle.tsx'
import { NukeButton } from './NukeButton.tsx'
import { cloudProviders } from './providers.ts'
import { isMoving } from './status.ts'

export default function CloudAccountShow({ cloud }: { cloud: Cloud }) {
  const [recordLabel] = cloudProviders[cloud].resourceLabel
  return (
    <RecordPage<CloudAccount>
      recordLabel={recordLabel}
      wholeBy="history"
      refetchWhile={isMoving}
      title={(account) => account.id}
      about={(account) => (
        <span role="status">
          <CloudStatusChip account={account} /> for {formatAge(account.status_since)}
        </span>
      )}
      actions={(account) => (
        <>
          <Button component={Link} to={auditLink({ subject_type: 'cloud_account', subject_id: account.id })}>
            Audit
          </Button>
          <HoldButton account={account} />
          <NukeButton account={account} />
        </>
      )}
    >
      {(account) => (
        <div className={styles.columns}>
          <section className={styles.card} aria-label="Facts">
            <h2 className={styles.title}>Account</h2>
            {account.last_error && <p className={styles.error}>{account.last_error}</p>}
            <Facts account={account} />
          </section>
          <Lifecycle account={account} />
        </div>
      )}
    </RecordPage>
  )
}

const Facts = ({ account: { holder, lab, last_nuked_at, nuke_failures } }: { account: CloudAccount }) => (
  <SimpleShowLayout>
    <TextField source="name" label="Name" />
    <TextField source="region" label="Region" />
    <FunctionField
      label="Held by"
      render={() =>
        holder ? (
          <ResourceLink resource="users" id={holder}>
            {holder}
          </ResourceLink>
        ) : (
          'nobody'
        )
      }
    />
    <FunctionField
      label="Lab"
      render={() =>
        lab ? (
          <ResourceLink resource="labs" id={lab}>
            {lab}
          </ResourceLink>
        ) : (
          'none'
        )
      }
    />
    <FunctionField label="Last nuke" render={() => formatAgo(last_nuked_at)} />
    <FunctionField label="Failed nukes" render={() => `${nuke_failures} in a row`} />
    <TextField source="notes" label="Notes" emptyText="none" />
  </SimpleShowLayout>
)
