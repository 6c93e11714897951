import { recordAudits } from '../../../audit-log/record.ts'
import type { Tx } from '../../../db/open.ts'
import type { BulkAction, BulkRun, Item, Outcome } from '../../../extension-points/bulk-action.ts'
import { alarmLabel, alarmSource, takeAlarms, takeRefusal } from './admin-queries.ts'

export const alarmBulkActions = {
  'alarms.take': {
    source: alarmSource,
    resourceName: 'alarm',
    label: alarmLabel,
    refusal: () => takeRefusal,
    chunk: 100,
    apply: take,
  },
} satisfies Record<string, BulkAction>

async function take(tx: Tx, items: Item[], { actor, address, jobId }: BulkRun): Promise<Outcome[]> {
  const taken = await takeAlarms(
    tx,
    items.map(({ id }) => id),
    actor.id,
  )
  await recordAudits(
    tx,
    taken.map(({ id }) => ({ actor, address, jobId, action: 'alarms.take', subject: { type: 'alarm', id } })),
  )
  return taken.map(({ id, sentence }) => ({ id, message: sentence }))
}
