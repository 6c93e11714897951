import type { Tx } from '../../../../db/open.ts'
import { invalidField } from '../../../../errors.ts'
import type { BulkAction, BulkDetails, BulkRun, Item, Outcome } from '../../../../extension-points/bulk-action.ts'
import type { ContentReferences } from '../../../../extension-points/content-references.ts'
import {
  adminGrant,
  changeEntitlements,
  entitlementEnd,
  entitlementLabel,
  entitlementSource,
  readReferences,
} from '../../../catalogue/entitlements/index.ts'
import { listAccounts } from '../bulk-queries.ts'
import { userSource } from '../queries.ts'
import { changeMany } from './change-many.ts'
import { changeRefusals, countLabsOfRows, grantRefusalSql, lockHolders } from './queries.ts'
import { rememberEnd, rememberGrant, takeDaysBack, takeGrantsBack } from './undo.ts'

/** Maximum number of rows per transaction. Each needs a rendered mail. */
const CHUNK = 20

/** Bulk actions on access, with the same rules as for a single row (entitlements/changes.ts). */
export const accessBulkActions = (contentReferences: readonly ContentReferences[]) => {
  const rows = {
    source: entitlementSource,
    resourceName: 'entitlement',
    chunk: CHUNK,
    lockFirst: lockHolders,
    label: entitlementLabel,
  } as const
  return {
    'users.grant': {
      source: userSource,
      resourceName: 'account',
      chunk: CHUNK,
      refusal: grantRefusalSql,
      assertComplete: assertContent,
      apply: (tx, items, run) => grantMany(tx, items, run, contentReferences),
    },
    'users.ungrant': {
      source: userSource,
      resourceName: 'account',
      chunk: CHUNK,
      refusal: changeRefusals.takeVouchersBack,
      apply: (tx, items, run) => takeGrantsBack(tx, items, run, contentReferences),
    },
    'entitlements.extend': {
      ...rows,
      refusal: changeRefusals.extend,
      assertComplete: assertDays,
      apply: (tx, items, run) =>
        changeMany(tx, items, run, 'extended', async ({ row }) => {
          const days = run.ask.access?.days ?? 0
          const { until, memo } = await rememberEnd(tx, contentReferences, row, () =>
            entitlementEnd.extend(tx, row, days),
          )
          return { before: { ends_at: row.ends_at }, after: { ends_at: until }, until, memo }
        }),
    },
    'entitlements.shorten': {
      ...rows,
      refusal: changeRefusals.shorten,
      apply: (tx, items, run) => takeDaysBack(tx, items, run, contentReferences),
    },
    'entitlements.suspend': {
      ...rows,
      refusal: changeRefusals.suspend,
      apply: async (tx, items, run) => {
        await changeEntitlements(tx, idsOf(items), 'suspend', run.reason ?? '')
        return changeMany(tx, items, run, 'suspended')
      },
    },
    'entitlements.resume': {
      ...rows,
      refusal: changeRefusals.resume,
      apply: async (tx, items, run) => {
        await changeEntitlements(tx, idsOf(items), 'resume')
        return changeMany(tx, items, run, 'resumed')
      },
    },
    'entitlements.revoke': {
      ...rows,
      refusal: changeRefusals.revoke,
      countLabs: countLabsOfRows,
      apply: async (tx, items, run) => {
        await changeEntitlements(tx, idsOf(items), 'revoke', run.reason ?? '')
        return changeMany(tx, items, run, 'revoked', async ({ row, account }) => {
          if (!run.endDeployments) return {}
          const { content } = await readReferences(tx, contentReferences, row)
          for (const part of contentReferences)
            await part.end?.(tx, run.deps, content, { person: account, reason: run.reason ?? '' })
          return {}
        })
      },
    },
    'entitlements.restore': {
      ...rows,
      refusal: changeRefusals.restore,
      apply: async (tx, items, run) => {
        await changeEntitlements(tx, idsOf(items), 'restore')
        return changeMany(tx, items, run, 'restored')
      },
    },
  } satisfies Record<string, BulkAction>
}

const idsOf = (items: Item[]) => items.map(({ id }) => id)

async function grantMany(
  tx: Tx,
  items: Item[],
  { actor, address, reason, jobId, deps, ask }: BulkRun,
  contentReferences: readonly ContentReferences[],
): Promise<Outcome[]> {
  const { kind, slug, days } = ask.access ?? {}
  if (!kind || !slug) throw invalidField('access', 'Say what opens to them')
  const content = await adminGrant.find({ db: tx }, { kind, slug, days })
  const grantDeps = { config: deps.config, extensions: { contentReferences } }
  const outcomes: Outcome[] = []
  for (const account of await listAccounts(tx, items)) {
    const refusal = await adminGrant.refusal(tx, grantDeps, account, content)
    if (refusal) {
      outcomes.push({ id: account.username, refused: refusal.message })
      continue
    }
    const granted = await adminGrant.write(
      tx,
      grantDeps,
      { actor, address, reason: reason ?? '', jobId },
      account,
      content,
    )
    outcomes.push({ id: account.username, memo: await rememberGrant(tx, contentReferences, granted.id) })
  }
  return outcomes
}

function assertContent({ access }: BulkDetails): void {
  if (!access?.kind || !access.slug) throw invalidField('access', 'Say what opens to them')
}

function assertDays({ access }: BulkDetails): void {
  if (!access?.days) throw invalidField('access', 'Say how many days')
}
