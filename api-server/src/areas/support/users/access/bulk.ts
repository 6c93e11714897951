import type { Tx } from '../../../../db/open.ts'
import { invalidField } from '../../../../errors.ts'
import type { BulkAction, BulkDetails, BulkRun, Item, Outcome } from '../../../../extension-points/bulk-action.ts'
import type { HeldContent } from '../../../../extension-points/held-content.ts'
import {
  entitlementLabel,
  entitlementSource,
  findContent,
  grantRefusal,
  grantTo,
  readHoldings,
  writeEnd,
  writeRestored,
  writeResumed,
  writeRevoked,
  writeSuspended,
} from '../../../catalogue/entitlements/index.ts'
import { listAccounts } from '../bulk-queries.ts'
import { userSource } from '../queries.ts'
import { changeMany } from './change-many.ts'
import { changeRefusals, countLabsOfRows, grantRefusalSql, lockHolders } from './queries.ts'
import { rememberEnd, rememberGrant, undoExtensions, undoGrants } from './undo.ts'

/** Maximum number of rows per transaction. Each needs a rendered mail. */
const CHUNK = 20

export const accessBulkActions = (heldContent: readonly HeldContent[]) => {
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
      apply: (tx, items, run) => grantMany(tx, items, run, heldContent),
    },
    'users.ungrant': {
      source: userSource,
      resourceName: 'account',
      chunk: CHUNK,
      refusal: changeRefusals.takeVouchersBack,
      apply: (tx, items, run) => undoGrants(tx, items, run, heldContent),
    },
    'entitlements.extend': {
      ...rows,
      refusal: changeRefusals.extend,
      assertComplete: assertDays,
      apply: (tx, items, run) =>
        changeMany(tx, items, run, 'extended', async ({ row }) => {
          const days = run.ask.access?.days ?? 0
          const { until, memo } = await rememberEnd(tx, heldContent, row, () => writeEnd(tx, row, days))
          return { before: { ends_at: row.ends_at }, after: { ends_at: until }, until, memo }
        }),
    },
    'entitlements.shorten': {
      ...rows,
      refusal: changeRefusals.shorten,
      apply: (tx, items, run) => undoExtensions(tx, items, run, heldContent),
    },
    'entitlements.suspend': {
      ...rows,
      refusal: changeRefusals.suspend,
      apply: async (tx, items, run) => {
        await writeSuspended(tx, idsOf(items), run.reason ?? '')
        return changeMany(tx, items, run, 'suspended')
      },
    },
    'entitlements.resume': {
      ...rows,
      refusal: changeRefusals.resume,
      apply: async (tx, items, run) => {
        await writeResumed(tx, idsOf(items))
        return changeMany(tx, items, run, 'resumed')
      },
    },
    'entitlements.revoke': {
      ...rows,
      refusal: changeRefusals.revoke,
      countLabs: countLabsOfRows,
      apply: async (tx, items, run) => {
        await writeRevoked(tx, idsOf(items), run.reason ?? '')
        return changeMany(tx, items, run, 'revoked', async ({ row, account }) => {
          if (!run.endDeployments) return {}
          const { held } = await readHoldings(tx, heldContent, row)
          for (const part of heldContent)
            await part.end?.(tx, run.deps, held, { person: account, reason: run.reason ?? '' })
          return {}
        })
      },
    },
    'entitlements.restore': {
      ...rows,
      refusal: changeRefusals.restore,
      apply: async (tx, items, run) => {
        await writeRestored(tx, idsOf(items))
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
  heldContent: readonly HeldContent[],
): Promise<Outcome[]> {
  const { kind, slug, days } = ask.access ?? {}
  if (!kind || !slug) throw invalidField('access', 'Choose what to grant')
  const content = await findContent({ db: tx }, { kind, slug, days })
  const grantDeps = { config: deps.config, extensions: { heldContent } }
  const outcomes: Outcome[] = []
  for (const account of await listAccounts(tx, items)) {
    const refusal = await grantRefusal(tx, grantDeps, account, content)
    if (refusal) {
      outcomes.push({ id: account.username, refused: refusal.message })
      continue
    }
    const granted = await grantTo(tx, grantDeps, { actor, address, reason: reason ?? '', jobId }, account, content)
    outcomes.push({ id: account.username, memo: await rememberGrant(tx, heldContent, granted.id) })
  }
  return outcomes
}

function assertContent({ access }: BulkDetails): void {
  if (!access?.kind || !access.slug) throw invalidField('access', 'Choose what to grant')
}

function assertDays({ access }: BulkDetails): void {
  if (!access?.days) throw invalidField('access', 'Enter the number of days')
}
