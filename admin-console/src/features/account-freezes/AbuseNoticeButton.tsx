import type { CloudAccount, CloudAccountMoment } from '@flagyard/api-types'
import { FailedLine } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Button } from '@mui/material'
import { useState } from 'react'
import { Form } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { OperationButton, RecordActionDialog } from '../../crud/actions/action-table.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../crud/actions/Dialog.tsx'
import { useCall } from '../../crud/calls.tsx'
import { MomentInput } from '../../crud/inputs.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { useReadsPeople } from '../../lib/useCapabilities.ts'
import styles from './Freeze.module.css'
import { freezeAction } from './freeze-action.tsx'

interface Freezing {
  username: string
  reason: string
}

/** Handles an abuse notice, which names an account and a minute: finds the holder at that time and offers to freeze their account. */
export function AbuseNoticeButton({ account }: { account: CloudAccount }) {
  const [open, setOpen] = useState(false)
  const [freezing, setFreezing] = useState<Freezing>()
  return (
    <>
      <OperationButton operation="findCloudAccountHolder" onClick={() => setOpen(true)}>
        Abuse notice…
      </OperationButton>
      {open && (
        <NoticeDialog
          account={account}
          onClose={() => setOpen(false)}
          onFreeze={(next) => {
            setOpen(false)
            setFreezing(next)
          }}
        />
      )}
      {freezing && (
        <RecordActionDialog
          record={{ ...freezing, allowed: [] }}
          action={freezeAction}
          onClose={() => setFreezing(undefined)}
        />
      )}
    </>
  )
}

interface Props {
  account: CloudAccount
  onClose: () => void
  onFreeze: (freezing: Freezing) => void
}

function NoticeDialog({ account, onClose, onFreeze }: Props) {
  const [opened] = useState(() => ({ at: new Date().toISOString() }))
  return (
    <Dialog title={`Abuse notice for ${account.id}`} onClose={onClose}>
      <Form record={noRecord} defaultValues={opened}>
        <DialogBody>
          <p>Enter the time in the notice to find the holder of the account at that time.</p>
          <MomentInput source="at" label="Time in the notice" fullWidth />
          <Found account={account} onFreeze={onFreeze} />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Close</Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

const noRecord = {}

function Found({ account, onFreeze }: Pick<Props, 'account' | 'onFreeze'>) {
  const { at } = useWatch() as { at: string | null }
  const { data, error, refetch } = useCall(
    'findCloudAccountHolder',
    { id: account.uuid, at: at ? endOfMinute(at) : '' },
    { enabled: !!at },
  )
  if (!at) return <p>Enter a time to see the holder.</p>
  if (error) return <FailedLine why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Loading the holder…" />
  if (!data.holder)
    return <p role="status">No holder at that time. The account’s page lists the holders before and after.</p>
  return <Holder account={account} at={at} holder={data.holder} onFreeze={onFreeze} />
}

/** Looks up the end of the minute, so that a lease that started within it is found. */
const endOfMinute = (at: string) => new Date(new Date(at).setSeconds(59, 999)).toISOString()

function Holder({
  account,
  at,
  holder: { username, lab, exam, from, until },
  onFreeze,
}: Pick<Props, 'account' | 'onFreeze'> & { at: string; holder: NonNullable<CloudAccountMoment['holder']> }) {
  const readsPeople = useReadsPeople()
  const { data: user } = useCall('getUser', { username }, { enabled: readsPeople })
  return (
    <div className={styles.found} role="status">
      <p>
        <ResourceLink resource="users" id={username} /> was using it for {lab ?? exam ?? 'a test run'}
      </p>
      <p className={styles.quiet}>
        {formatMoment(from)} – {until ? formatMoment(until) : 'now'}
      </p>
      {user?.freeze && <p>Their account is already frozen.</p>}
      {user?.allowed.includes('freeze') && (
        <div>
          <OperationButton
            operation="freezeUser"
            variant="contained"
            color="error"
            onClick={() => onFreeze({ username, reason: `Abuse notice for ${account.id}, ${formatMoment(at)}` })}
          >
            Freeze {username}…
          </OperationButton>
        </div>
      )}
      {!readsPeople && (
        <p className={styles.quiet}>
          You need the support capability to freeze the learner. You can hold the cloud account.
        </p>
      )}
    </div>
  )
}
