import { recordAudits } from '../../../../audit-log/record.ts'
import type { Tx } from '../../../../db/open.ts'
import type { BulkAction, BulkRun, Item, Outcome } from '../../../../extension-points/bulk-action.ts'
import type { Tenants } from '../../../../ports/ports.ts'
import { holdAccountOfDeployment, lockPools } from '../../cloud-accounts/index.ts'
import { deploymentSource } from '../list-queries.ts'
import { deploymentLabel, endManyRefusal, holdRefusal } from '../sql.ts'
import { endEntry, endSubject } from './actions.ts'
import { listSubjects } from './queries.ts'

const many = {
  source: deploymentSource,
  resourceName: 'deployment',
  chunk: 20,
  lockFirst: lockPools,
  label: deploymentLabel,
} satisfies Partial<BulkAction>

const subjectsOf = (tx: Tx, items: Item[]) =>
  listSubjects(
    tx,
    items.map(({ id }) => id),
  )

/** Bulk actions on deployments, with the same rules as the single actions. */
export const deploymentBulkActions = (tenants: Tenants) =>
  ({
    'deployments.end': {
      ...many,
      refusal: endManyRefusal,
      async apply(tx: Tx, items: Item[], { deps, actor, address, reason, jobId }: BulkRun): Promise<Outcome[]> {
        const subjects = await subjectsOf(tx, items)
        for (const subject of subjects) await endSubject(tx, deps, subject)
        await recordAudits(
          tx,
          subjects.map((subject) => ({ ...endEntry(subject), actor, address, reason, jobId })),
        )
        return subjects.map(({ id }) => ({ id }))
      },
    },
    'deployments.hold': {
      ...many,
      refusal: holdRefusal,
      async apply(tx: Tx, items: Item[], { deps, actor, address, reason, jobId }: BulkRun): Promise<Outcome[]> {
        const subjects = await subjectsOf(tx, items)
        const by = { actor, address, reason: reason ?? '', jobId }
        for (const { id } of subjects) await holdAccountOfDeployment(tx, { ...deps, tenants }, id, by)
        return subjects.map(({ id }) => ({ id }))
      },
    },
  }) satisfies Record<string, BulkAction>
