import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { recordAudits } from '../../audit-log/record.ts'
import type { Tx } from '../../db/open.ts'
import { invalidField } from '../../errors.ts'
import type { BulkAction, BulkDetails, BulkRun, Item, Outcome } from '../../extension-points/bulk-action.ts'
import type { HeldContent } from '../../extension-points/held-content.ts'
import { prepareMail, queueMail } from '../../mail/outbox.ts'
import { findContent, grantRefusal, grantTo } from '../entitlements/grant.ts'
import { entitlementLabel } from '../entitlements/label-sql.ts'
import { accessMail } from '../entitlements/mails.ts'
import { readHoldings } from '../entitlements/preview.ts'
import {
  entitlementSource,
  writeEnd,
  writeRestored,
  writeResumed,
  writeRevoked,
  writeSuspended,
} from '../entitlements/service.ts'
import {
  type Changed,
  changeRefusals,
  countLabsOfRows,
  grantRefusalSql,
  listChanged,
  lockHolders,
} from './access-bulk-queries.ts'
import { listAccounts } from './bulk-queries.ts'
import { userSource } from './queries.ts'

/** Rows in a transaction: each has a mail to be rendered. */
const CHUNK = 20

/** What support does with the access of many: the same rules as for one row (entitlements/changes.ts). */
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
      refusal: (_actor, ask) => grantRefusalSql(ask),
      assertComplete: assertContent,
      apply: (tx, items, run) => grantMany(tx, items, run, heldContent),
    },
    'entitlements.extend': {
      ...rows,
      refusal: changeRefusals.extend,
      assertComplete: assertDays,
      apply: (tx, items, run) =>
        changeMany(tx, items, run, 'extended', async (found) => {
          const until = await writeEnd(tx, found.row, run.ask.access?.days ?? 0)
          return { before: { ends_at: found.row.ends_at }, after: { ends_at: until }, until }
        }),
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

const actions = {
  extended: 'entitlements.extend',
  suspended: 'entitlements.suspend',
  resumed: 'entitlements.resume',
  revoked: 'entitlements.revoke',
  restored: 'entitlements.restore',
} as const satisfies Record<string, AuditAction>

interface Written {
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  until?: Date | null
}

/** An audit entry and a mail for each row, and what else there is to do for it. */
async function changeMany(
  tx: Tx,
  items: Item[],
  run: BulkRun,
  what: keyof typeof actions,
  each?: (found: Changed) => Promise<Written>,
): Promise<Outcome[]> {
  const found = await listChanged(tx, items)
  const reason = run.reason ?? 'Undone'
  const written = new Map<string, Written>()
  for (const one of found) {
    const more = (await each?.(one)) ?? {}
    written.set(one.row.id, more)
    const told = { title: one.title, until: more.until ?? one.row.ends_at, reason }
    await queueMail(tx, await prepareMail(accessMail(one.account, what, told, run.deps.config.publicUrl)))
  }
  await recordAudits(
    tx,
    found.map(({ row, account, kind, slug }) => ({
      action: actions[what],
      actor: run.actor,
      address: run.address,
      jobId: run.jobId,
      reason,
      subject: { type: 'user', id: account.username },
      before: { [kind]: slug, ...written.get(row.id)?.before },
      after: { [kind]: slug, state: what, ...written.get(row.id)?.after },
    })),
  )
  return found.map(({ row }) => ({ id: row.id }))
}

async function grantMany(
  tx: Tx,
  items: Item[],
  { actor, address, reason, jobId, deps, ask }: BulkRun,
  heldContent: readonly HeldContent[],
): Promise<Outcome[]> {
  const { kind, slug, days } = ask.access ?? {}
  if (!kind || !slug) throw invalidField('access', 'Say what opens to them')
  const content = await findContent({ db: tx }, { kind, slug, days })
  const grantDeps = { config: deps.config, extensions: { heldContent } }
  const outcomes: Outcome[] = []
  for (const account of await listAccounts(tx, items)) {
    const refusal = await grantRefusal(tx, grantDeps, account, content)
    if (!refusal) await grantTo(tx, grantDeps, { actor, address, reason: reason ?? '', jobId }, account, content)
    outcomes.push(refusal ? { id: account.username, refused: refusal.message } : { id: account.username })
  }
  return outcomes
}

function assertContent({ access }: BulkDetails): void {
  if (!access?.kind || !access.slug) throw invalidField('access', 'Say what opens to them')
}

function assertDays({ access }: BulkDetails): void {
  if (!access?.days) throw invalidField('access', 'Say how many days')
}
