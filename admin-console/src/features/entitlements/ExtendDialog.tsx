import { useWatch } from 'react-hook-form'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { DaysInput } from '../../crud/DaysInput.tsx'
import { useDryRun } from '../../crud/useDryRun.ts'
import { formatDay, formatDayOr } from '../../lib/format.ts'
import type { Access, AccessDialogProps } from './access.ts'
import { Forecast } from './Forecast.tsx'
import { Reason } from './Reason.tsx'

interface Answers {
  days: number | null
  reason: string
}

export const ExtendDialog = ({ row, onClose }: AccessDialogProps) => (
  <ActionDialog
    title={`More days for “${row.title}”`}
    onClose={onClose}
    call={(provider, { days, reason }: Answers) =>
      provider.call('extendEntitlement', {
        id: row.id,
        entitlementExtension: { version: row.version, days: days ?? 0, reason },
      })
    }
    successMessage="The access is extended, and the learner is told"
    defaultValues={{ days: null, reason: '' }}
    isReady={({ days }) => !!days}
    submitLabel="Give the days"
  >
    <p>The days are added to its end, or to now when that is past.</p>
    <DaysInput />
    <NewEnd row={row} />
    <Reason />
  </ActionDialog>
)

function NewEnd({ row: { id, version, ends_at } }: { row: Access }) {
  const { days } = useWatch() as Partial<Answers>
  const answer = useDryRun(
    'extendEntitlement',
    { id, entitlementExtension: { version, days: days ?? 0, dry_run: true } },
    !!days,
  )
  return (
    <Forecast answer={answer} empty="Type the days, and the new end stands here.">
      {(outcome) => (
        <p>
          {outcome.ends_at && `The end moves from ${formatDayOr(ends_at, 'no end')} to ${formatDay(outcome.ends_at)}.`}
        </p>
      )}
    </Forecast>
  )
}
