import { useSettled } from '@flagyard/ui/useSettled'
import { BooleanInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { useDryRun } from '../../crud/useDryRun.ts'
import { useSeen } from '../../crud/useSeen.ts'
import type { AccessDialogProps } from './access.ts'
import { Forecast } from './Forecast.tsx'
import { Reason } from './Reason.tsx'

interface Answers {
  to: string
  reason: string
  preview: string
  end_running: boolean
}

/** Moves an entitlement bought with the wrong account, with everything that depends on it: all or nothing. */
export function MoveDialog({ row: { id, username, title, version }, onClose }: AccessDialogProps) {
  const { refusals, watched } = useSeen()
  return (
    <ActionDialog
      title={`Move “${title}” to another account`}
      onClose={onClose}
      call={(provider, { to, ...answers }: Answers) =>
        watched(provider.call('moveEntitlement', { id, entitlementMove: { version, to: to.trim(), ...answers } }))
      }
      successMessage="It has moved, and both accounts are told"
      defaultValues={{ to: '', reason: '', preview: '', end_running: true }}
      isReady={({ preview }) => !!preview}
      submitLabel="Move it"
      cancelLabel="Leave it"
      color="error"
    >
      <p>
        From {username}, with everything that was done in it. What a certificate prints stays as it is. The order stays
        with who paid.
      </p>
      <TextInput
        source="to"
        label="Username or e-mail address of the other account"
        parse={(typed: string) => typed.toLowerCase()}
        helperText={false}
        autoComplete="off"
        fullWidth
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, className: 'mono', maxLength: 254 } }}
      />
      <Shown key={refusals} id={id} version={version} />
      <Reason />
    </ActionDialog>
  )
}

function Shown({ id, version }: { id: string; version: number }) {
  const { to = '', end_running } = useWatch() as Partial<Answers>
  const settled = useSettled(to.trim())
  const entitlementMove = { version, to: settled, end_running: end_running !== false, dry_run: true }
  const isAsked = settled === to.trim() && /^([a-z0-9_-]{3,32}|\S+@\S+\.\S+)$/.test(settled)
  const answer = useDryRun('moveEntitlement', { id, entitlementMove }, isAsked)
  const shown = isAsked ? answer : { error: null, isFetching: false }
  const ends = answer.data?.items.some(({ fate }) => fate === 'ends')
  return (
    <>
      <Forecast answer={shown} empty="Name the other account to preview what would move." />
      {(ends || end_running === false) && (
        <BooleanInput
          source="end_running"
          label="End what runs and take back what is booked"
          helperText="Otherwise it cannot move until that is over."
        />
      )}
    </>
  )
}
