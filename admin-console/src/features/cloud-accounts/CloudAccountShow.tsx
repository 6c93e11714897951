import type { Cloud, CloudAccount } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Button } from '@mui/material'
import { useState } from 'react'
import { FunctionField, SimpleShowLayout, TextField } from 'react-admin'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { Text } from '../../crud/inputs.tsx'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { EditForm } from '../../crud/record/EditForm.tsx'
import { CardColumns, RecordCard } from '../../crud/record/RecordCards.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { countOf, formatAge, formatAgo, formatDay, formatMoment } from '../../lib/format.ts'
import { AbuseNoticeButton } from '../account-freezes/AbuseNoticeButton.tsx'
import { AuditButton } from '../audit/AuditButton.tsx'
import { cloudAccountActions, credentialActions, residueActions } from './actions.tsx'
import styles from './CloudAccountShow.module.css'
import { CloudStatusChip, stateSentence } from './CloudStatusChip.tsx'
import { HoldersCard, Receipt } from './HoldersCard.tsx'

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
          <RecordButtons record={account} actions={cloudAccountActions} />
        </>
      )}
    >
      {(account) => (
        <CardColumns
          left={
            <>
              <StateCard account={account} />
              <ReceiptsCard account={account} />
              <HoldersCard account={account} />
            </>
          }
          right={
            <>
              <AccountCard account={account} />
              {!account.retired_at && <CredentialsCard account={account} />}
              <Lifecycle account={account} />
            </>
          }
        />
      )}
    </RecordPage>
  )
}

/** The page is always polled, because a learner or a job may change the account at any time. */
const always = () => true

/** Properties edited by administrators: name, region and notes. */
const AccountCard = ({ account }: { account: CloudAccount }) => (
  <RecordCard title="Account">
    {account.allowed.includes('update') ? (
      <EditForm<CloudAccount>
        recordLabel="account"
        labels={{ name: 'Name', region: 'Region', notes: 'Notes' }}
        transform={onlyTyped}
        successMessage="Account saved"
      >
        <Text source="name" label="Name" maxLength={120} isRequired />
        <Text source="region" label="Region" maxLength={40} isRequired />
        <Text source="notes" label="Notes" maxLength={5000} multiline minRows={2} />
      </EditForm>
    ) : (
      <SimpleShowLayout>
        <TextField source="name" label="Name" />
        <TextField source="region" label="Region" />
        <TextField source="notes" label="Notes" emptyText="none" />
      </SimpleShowLayout>
    )}
  </RecordCard>
)

/** Sends only the edited fields, because the account's state may change during the edit. */
const onlyTyped = ({ name, region, notes }: CloudAccount) => ({ name, region, notes })

/** Result of the latest credential check. The credentials themselves are never shown. */
const CredentialsCard = ({ account }: { account: CloudAccount }) => (
  <RecordCard title="Credentials">
    <p role="status">
      <Check account={account} />
    </p>
    {account.check_error && !account.is_checking && <p className={styles.error}>{account.check_error}</p>}
    <div className={styles.buttons}>
      <RecordButtons record={account} actions={credentialActions} />
    </div>
  </RecordCard>
)

function Check({ account: { is_checking, checked_at, check_error } }: { account: CloudAccount }) {
  if (is_checking) return <Chip tone="info">Checking</Chip>
  if (checked_at === null) return 'Not checked yet.'
  return (
    <>
      <Chip tone={check_error === null ? 'good' : 'bad'}>{check_error === null ? 'Working' : 'Failing'}</Chip> checked{' '}
      {formatAgo(checked_at)}
    </>
  )
}

/** Number of steps shown by default: enough for one lease and one nuke. */
const SHOWN = 8

/** State history of an account, newest first. Older steps are collapsed, because accounts are used for years. */
function Lifecycle({ account: { history } }: { account: CloudAccount }) {
  const [isOpen, setOpen] = useState(false)
  const steps = history.toSorted((a, b) => b.at.localeCompare(a.at))
  const earlier = steps.length - SHOWN
  return (
    <RecordCard title="Lifecycle">
      {steps.length === 0 && <p className="muted small">No steps yet.</p>}
      <ol className={styles.steps}>
        {steps.slice(0, isOpen ? steps.length : SHOWN).map((step) => (
          <li key={`${step.at} ${step.to}`} className={styles.step}>
            <span className={styles.to}>
              {step.from && step.from !== step.to ? `${step.from} → ${step.to}` : step.to}
            </span>
            <span className={styles.why}>{step.reason}</span>
            <span className={styles.when}>
              {formatMoment(step.at)}
              {step.by && ` · ${step.by}`}
            </span>
          </li>
        ))}
      </ol>
      {earlier > 0 && (
        <div>
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide earlier steps' : `Show ${countOf(earlier, 'earlier step')}`}
          </Button>
        </div>
      )}
    </RecordCard>
  )
}

const ReceiptsCard = ({ account: { receipts } }: { account: CloudAccount }) => (
  <RecordCard title="Clean-ups">
    {receipts.length === 0 && <p className="muted small">No clean-ups yet.</p>}
    {receipts.map((receipt) => (
      <Receipt key={receipt.at} receipt={receipt} />
    ))}
  </RecordCard>
)

const StateCard = ({ account }: { account: CloudAccount }) => (
  <RecordCard title="State">
    <p>{stateSentence(account)}</p>
    {account.is_evidence && (
      <p className={styles.error}>
        The contents are preserved as evidence. Release the hold before you nuke or retire the account.
      </p>
    )}
    {account.last_error && <p className={styles.error}>{account.last_error}</p>}
    <Facts account={account} />
    {account.residue_until && (
      <p className={styles.quiet}>
        Accepted until {lastDay(account.residue_until)}: {account.accepted_residue.map(nameOf).join(', ')}
      </p>
    )}
    <div className={styles.buttons}>
      <RecordButtons record={account} actions={residueActions} />
    </div>
  </RecordCard>
)

/** Last day of the acceptance, as selected. It ends with that day in UTC, regardless of the reader's time zone. */
const lastDay = (until: string) => formatDay(`${new Date(Date.parse(until) - 1).toISOString().slice(0, 10)}T12:00:00`)
const nameOf = ({ type, name }: { type: string; name: string }) => `${type} ${name}`

const Facts = ({ account: { holder, lab, last_nuked_at, nuke_failures } }: { account: CloudAccount }) => (
  <SimpleShowLayout>
    {/* Undefined for administrators without access to holders. */}
    {holder !== undefined && (
      <FunctionField label="Holder" render={() => (holder ? <PersonLink username={holder} /> : 'none')} />
    )}
    {lab !== undefined && (
      <FunctionField label="Lab" render={() => (lab ? <ResourceLink resource="labs" id={lab} /> : 'none')} />
    )}
    <FunctionField label="Last nuke" render={() => formatAgo(last_nuked_at)} />
    <FunctionField label="Failed nukes" render={() => `${nuke_failures} in a row`} />
  </SimpleShowLayout>
)
