import type { Cloud, CloudAccount, CloudResource } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Button } from '@mui/material'
import { useState } from 'react'
import {
  CheckboxGroupInput,
  DateInput,
  FunctionField,
  required,
  SimpleShowLayout,
  TextField,
  useRedirect,
  useResourceContext,
} from 'react-admin'
import { ActionButton, CallButton } from '../../crud/actions.tsx'
import { useResourceCall } from '../../crud/calls.tsx'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { EditForm } from '../../crud/EditForm.tsx'
import { ReasonInput, Text, TypedConfirmation } from '../../crud/inputs.tsx'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { countOf, formatAge, formatAgo, formatDay, formatMoment } from '../../lib/format.ts'
import { AbuseNoticeButton } from '../account-freezes/AbuseNoticeButton.tsx'
import { AuditButton } from '../audit/AuditButton.tsx'
import styles from './CloudAccountShow.module.css'
import { CloudGuide, CredentialInputs } from './CloudGuide.tsx'
import { CloudStatusChip } from './CloudStatusChip.tsx'
import { HoldersCard } from './HoldersCard.tsx'
import { NukeButton } from './NukeButton.tsx'
import { Receipt } from './Receipt.tsx'
import { stateSentence } from './stateSentence.ts'

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

/** Properties edited by administrators: name, region and notes. */
const AccountCard = ({ account }: { account: CloudAccount }) => (
  <section className={styles.card} aria-label="Account">
    <h2 className={styles.title}>Account</h2>
    {account.allowed.includes('update') ? (
      <EditForm<CloudAccount>
        recordLabel="account"
        labels={{ name: 'Name', region: 'Region', notes: 'Notes' }}
        transform={onlyTyped}
        successMessage="The account is saved"
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
  </section>
)

/** Sends only the edited fields, because the account's state may change during the edit. */
const onlyTyped = ({ name, region, notes }: CloudAccount) => ({ name, region, notes })

/** Result of the latest credential check. The credentials themselves are never shown. */
const CredentialsCard = ({ account }: { account: CloudAccount }) => (
  <section className={styles.card} aria-label="Credentials">
    <h2 className={styles.title}>Credentials</h2>
    <p role="status">
      <Check account={account} />
    </p>
    {account.check_error && !account.is_checking && <p className={styles.error}>{account.check_error}</p>}
    <div className={styles.buttons}>
      {account.allowed.includes('verify') && (
        <CallButton
          operation="verifyCloudAccount"
          call={(provider) => provider.call('verifyCloudAccount', { id: account.uuid })}
        >
          Try them now
        </CallButton>
      )}
      <NewCredentialsButton account={account} />
    </div>
  </section>
)

function Check({ account: { is_checking, checked_at, check_error } }: { account: CloudAccount }) {
  if (is_checking) return <Chip tone="info">Being tried</Chip>
  if (checked_at === null) return 'Not tried since the account was added.'
  return (
    <>
      <Chip tone={check_error === null ? 'good' : 'bad'}>{check_error === null ? 'Work' : 'Do not work'}</Chip> tried{' '}
      {formatAgo(checked_at)}
    </>
  )
}

interface Fields {
  credentials: Record<string, string>
}

function NewCredentialsButton({ account }: { account: CloudAccount }) {
  const operation = useResourceCall('update')
  const resource = useResourceContext() ?? ''
  if (!account.allowed.includes('update')) return null
  return (
    <ActionButton
      operation={operation}
      label="New credentials…"
      title={`New credentials for ${account.id}`}
      call={(provider, { credentials }: Fields) =>
        provider.update(resource, {
          id: account.id,
          data: { ...account, credentials },
          previousData: account,
        })
      }
      successMessage="Saved. They are being tried."
      defaultValues={{ credentials: {} }}
      submitLabel="Save and try them"
    >
      <p>They take the place of the present ones, which are forgotten. Nobody is shown them again.</p>
      <CloudGuide cloud={account.cloud} id={account.id} region={account.region} />
      <CredentialInputs cloud={account.cloud} />
    </ActionButton>
  )
}

/** Takes an account out of the pool without changing it, or returns it. */
function HoldButton({ account }: { account: CloudAccount }) {
  const resource = useResourceContext() ?? ''
  const operation = useResourceCall('update')
  const change = (fields: { hold: boolean; reason: string }) => ({
    id: account.id,
    data: { ...account, ...fields },
    previousData: account,
  })
  if (account.allowed.includes('release'))
    return (
      <ActionButton
        operation={operation}
        label="Release…"
        title={`Release ${account.id}`}
        call={(provider, { reason }: { reason: string }) => provider.update(resource, change({ hold: false, reason }))}
        successMessage="Released"
        submitLabel="Release the account"
        cancelLabel="Keep it held"
      >
        <p>
          If it was held empty, it is free at once. If a lab was in it, everything in it is deleted first: look at what
          you need before.
        </p>
        <ReasonInput />
      </ActionButton>
    )
  if (!account.allowed.includes('hold')) return null
  const { lab } = account
  return (
    <ActionButton
      operation={operation}
      label="Hold…"
      title={`Hold ${account.id}`}
      call={(provider, { reason }: { reason: string }) => provider.update(resource, change({ hold: true, reason }))}
      successMessage={lab ? 'The lab is ending; then the account is held' : 'Held'}
      submitLabel="Hold the account"
      cancelLabel="Leave it"
    >
      {lab && (
        <p>
          The lab of {account.holder ?? 'its learner'} ends now and its credentials stop working. The learner is told
          that the account was taken out of use, and can deploy the lab again in another one.
        </p>
      )}
      <p>The account is kept as it is: no one gets it, and nothing in it is deleted, until you release it.</p>
      <ReasonInput />
    </ActionButton>
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
    <section className={styles.card} aria-label="Lifecycle">
      <h2 className={styles.title}>Lifecycle</h2>
      {steps.length === 0 && <p className="muted small">Nothing happened to it yet.</p>}
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
            {isOpen ? 'Fold the earlier steps' : `Show ${countOf(earlier, 'earlier step')}`}
          </Button>
        </div>
      )}
    </section>
  )
}

const ReceiptsCard = ({ account: { receipts } }: { account: CloudAccount }) => (
  <section className={styles.card} aria-label="Clean-ups">
    <h2 className={styles.title}>Clean-ups</h2>
    {receipts.length === 0 && <p className="muted small">It was not cleaned yet.</p>}
    {receipts.map((receipt) => (
      <Receipt key={receipt.at} receipt={receipt} />
    ))}
  </section>
)

/** Removes an account from the pool permanently. */
function RetireButton({ account }: { account: CloudAccount }) {
  const resource = useResourceContext() ?? ''
  const operation = useResourceCall('delete')
  const redirect = useRedirect()
  if (!account.allowed.includes('retire')) return null
  return (
    <ActionButton
      operation={operation}
      label="Retire…"
      title={`Retire ${account.id}`}
      call={(provider) => provider.delete(resource, { id: account.id })}
      successMessage={`${account.id} is no longer in the pool`}
      isGone
      onSuccess={() => redirect('list', resource)}
      defaultValues={{ confirm: '' }}
      isReady={({ confirm }: { confirm?: string }) => confirm?.trim() === account.id}
      submitLabel="Retire the account"
      cancelLabel="Keep it"
      color="error"
    >
      <p>
        It leaves the pool, and its credentials are deleted here. Nothing in the account itself is touched: what stands
        in it goes on to cost. Its history is kept. To use it again, add it with its credentials.
      </p>
      <TypedConfirmation word={account.id} />
    </ActionButton>
  )
}

const StateCard = ({ account }: { account: CloudAccount }) => (
  <section className={styles.card} aria-label="State">
    <h2 className={styles.title}>State</h2>
    <p>{stateSentence(account)}</p>
    {account.is_evidence && (
      <p className={styles.error}>
        What is in it is kept as evidence. It is neither nuked nor retired before its hold is released.
      </p>
    )}
    {account.last_error && <p className={styles.error}>{account.last_error}</p>}
    <Facts account={account} />
    {account.residue_until && (
      <p className={styles.quiet}>
        May stay until {lastDay(account.residue_until)}: {account.accepted_residue.map(nameOf).join(', ')}
      </p>
    )}
    <div className={styles.buttons}>
      <AcceptResidueButton account={account} />
      <WithdrawResidueButton account={account} />
    </div>
  </section>
)

/** Last day of the acceptance, as selected. It ends with that day in UTC, regardless of the reader's time zone. */
const lastDay = (until: string) => formatDay(`${new Date(Date.parse(until) - 1).toISOString().slice(0, 10)}T12:00:00`)
const nameOf = ({ type, name }: { type: string; name: string }) => `${type} ${name}`

const Facts = ({ account: { holder, lab, last_nuked_at, nuke_failures } }: { account: CloudAccount }) => (
  <SimpleShowLayout>
    {/* Undefined for administrators without access to holders. */}
    {holder !== undefined && (
      <FunctionField label="Held by" render={() => (holder ? <PersonLink username={holder} /> : 'nobody')} />
    )}
    {lab !== undefined && (
      <FunctionField label="Lab" render={() => (lab ? <ResourceLink resource="labs" id={lab} /> : 'none')} />
    )}
    <FunctionField label="Last nuke" render={() => formatAgo(last_nuked_at)} />
    <FunctionField label="Failed nukes" render={() => `${nuke_failures} in a row`} />
  </SimpleShowLayout>
)

interface Acceptance {
  resources: string[]
  until: string
  reason: string
}

/** Accepts resources left by the latest clean-up until a date, such as a key with a 30-day deletion window. */
function AcceptResidueButton({ account }: { account: CloudAccount }) {
  if (!account.allowed.includes('accept_residue')) return null
  const left = account.receipts[0]?.left.first ?? []
  const choices = left.map((resource) => ({ id: JSON.stringify(resource), name: `${resource.type} ${resource.name}` }))
  return (
    <ActionButton
      operation="acceptCloudResidue"
      label="Accept what is left…"
      title={`What may stay in ${account.id}`}
      call={(provider, { resources, until, reason }: Acceptance) =>
        provider.call('acceptCloudResidue', {
          id: account.uuid,
          residueAcceptance: {
            version: account.version,
            resources: resources.map((one) => JSON.parse(one) as CloudResource),
            until,
            reason,
          },
        })
      }
      successMessage="Accepted. The next clean-up counts the account as empty with it."
      defaultValues={{ resources: [], until: '', reason: '' }}
      isReady={({ resources, until, reason }) => (resources?.length ?? 0) > 0 && !!until && !!reason?.trim()}
      submitLabel="Let it stay"
    >
      <p>
        The clean-up could not delete this. Choose what cannot reach the next learner, such as a key that waits to be
        deleted. After the day the account is cleaned again.
      </p>
      <CheckboxGroupInput
        source="resources"
        label="May stay"
        choices={choices}
        row={false}
        helperText={false}
        options={{ size: 'small' }}
      />
      <DateInput
        source="until"
        label="Until"
        helperText="The last day, at most 90 days from now"
        parse={(typed: string) => typed}
        validate={required('Choose a day')}
      />
      <ReasonInput />
    </ActionButton>
  )
}

function WithdrawResidueButton({ account }: { account: CloudAccount }) {
  if (!account.allowed.includes('withdraw_residue')) return null
  return (
    <ActionButton
      operation="withdrawCloudResidue"
      label="No longer accept it…"
      title={`Nothing more may stay in ${account.id}`}
      call={(provider, { reason }: { reason: string }) =>
        provider.call('withdrawCloudResidue', {
          id: account.uuid,
          residueWithdrawal: { version: account.version, reason },
        })
      }
      successMessage="Withdrawn"
      defaultValues={{ reason: '' }}
      isReady={({ reason }) => !!reason?.trim()}
      submitLabel="Withdraw it"
    >
      <p>A free account is cleaned at once. One that a learner has is cleaned after the lab.</p>
      <ReasonInput />
    </ActionButton>
  )
}
