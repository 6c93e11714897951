import type { Tx } from '../../../../db/open.ts'
import type { BulkRun, Item, Outcome } from '../../../../extension-points/bulk-action.ts'
import type { ContentReferences } from '../../../../extension-points/content-references.ts'
import {
  changeEntitlements,
  type EntitlementRow,
  entitlementEnd,
  findLedgerRow,
  type References,
  readReferences,
} from '../../../catalogue/entitlements/index.ts'
import { changeMany } from './change-many.ts'

type Parts = readonly ContentReferences[]

interface GrantMemo {
  entitlement: string
  /** Fingerprint of the entitlement and everything that belongs to it, to detect changes. */
  print: string | null
}

export async function rememberGrant(tx: Tx, parts: Parts, id: string) {
  const row = await findLedgerRow(tx, id)
  return { entitlement: id, print: row ? (await readReferences(tx, parts, row)).print : null } satisfies GrantMemo
}

/** Undoes a bulk grant for entitlements that are unused. Used ones stay until an administrator revokes them individually. */
export async function takeGrantsBack(tx: Tx, items: Item[], run: BulkRun, parts: Parts): Promise<Outcome[]> {
  const unused = new Map<string, string>()
  for (const { id, memo } of items) {
    const { entitlement = '', print } = (memo ?? {}) as Partial<GrantMemo>
    const row = await findLedgerRow(tx, entitlement)
    if (row && (await readReferences(tx, parts, row)).print === print) unused.set(id, row.id)
  }
  const rows = [...unused.values()]
  await changeEntitlements(tx, rows, 'revoke', run.reason ?? '')
  await changeMany(
    tx,
    rows.map((id) => ({ id, memo: null })),
    run,
    'revoked',
  )
  return items.map(({ id }) => (unused.has(id) ? { id } : { id, refused: USED }))
}

const USED = 'They have begun with it, or it was changed since, so they keep it.'

interface EndMemo {
  /** Version of the entitlement after the extension. */
  version: number
  ends_at: string | null
  /** End of the lab's own access period, before and after the extension. */
  own: string | null
  own_after: string | null
  /** Keys of the labs and exams that ran or were booked before the extension. */
  begun: string[]
}

/** `row` is the entitlement before the extension. */
export async function rememberEnd(tx: Tx, parts: Parts, row: EntitlementRow, extend: () => Promise<Date | null>) {
  const own = await entitlementEnd.ofLab(tx, row)
  const begun = begunOf(await readReferences(tx, parts, row))
  const until = await extend()
  const memo: EndMemo = {
    version: row.version + 1,
    ends_at: row.ends_at?.toISOString() ?? null,
    own: own?.toISOString() ?? null,
    own_after: own && until ? until.toISOString() : null,
    begun,
  }
  return { until, memo: { ...memo } }
}

const begunOf = ({ items }: References) =>
  items.flatMap(({ is, key }) => (is === 'running' || is === 'lasting' ? key : []))

/** Undoes a bulk extension for entitlements where nothing was started since. */
export async function takeDaysBack(tx: Tx, items: Item[], run: BulkRun, parts: Parts): Promise<Outcome[]> {
  const asLeft = new Map<string, EndMemo>()
  for (const { id, memo } of items) {
    const left = memo as unknown as EndMemo | null
    const row = await findLedgerRow(tx, id)
    if (row && left && (await isAsLeft(tx, parts, row, left))) asLeft.set(id, left)
  }
  await changeMany(
    tx,
    items.filter(({ id }) => asLeft.has(id)),
    run,
    'shortened',
    async ({ row }) => {
      const { ends_at, own } = asLeft.get(row.id) ?? { ends_at: null, own: null }
      const end = { ends_at: ends_at ? new Date(ends_at) : null, own: own ? new Date(own) : null }
      await entitlementEnd.reset(tx, row, end)
      return { before: { ends_at: row.ends_at }, after: { ends_at }, until: end.own ?? end.ends_at }
    },
  )
  return items.map(({ id }) => (asLeft.has(id) ? { id } : { id, refused: BEGUN }))
}

async function isAsLeft(tx: Tx, parts: Parts, row: EntitlementRow, left: EndMemo): Promise<boolean> {
  if (row.version !== left.version) return false
  if (((await entitlementEnd.ofLab(tx, row))?.toISOString() ?? null) !== left.own_after) return false
  return begunOf(await readReferences(tx, parts, row)).every((key) => left.begun.includes(key))
}

const BEGUN = 'Something was begun with the days, or it was changed since, so they stay.'
