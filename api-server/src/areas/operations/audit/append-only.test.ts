import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds, openTestDatabaseOf } from '../../../../test/database.ts'
import { auditSpecials } from '../../../audit-log/personal-data-queries.ts'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Db, OpenedDatabase } from '../../../db/open.ts'
import { audit } from '../../../db/schema/index.ts'

const refused = { cause: { message: expect.stringContaining('The audit is append-only') } }

describe.each(kinds)('the append-only audit log (%s)', (kind) => {
  let opened: OpenedDatabase
  let db: Db
  beforeAll(async () => {
    opened = await openTestDatabaseOf(kind)
    db = opened.db
    await recordAudit(db, {
      actor: 'command line',
      action: 'users.update',
      subject: { type: 'user', id: 'mara' },
      before: { full_name: 'Mara Kowal' },
      reason: 'She asked',
    })
  })
  afterAll(() => opened.close())

  const whole = () => db.select().from(audit)
  const erasing = (work: (tx: Db) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('flagyard.erasure', 'on', true)`)
      await work(tx)
    })

  test('rejects updates and deletes', async () => {
    const before = await whole()
    await expect(db.update(audit).set({ reason: 'Nothing to see' })).rejects.toMatchObject(refused)
    await expect(db.update(audit).set({ actor: null, before: null })).rejects.toMatchObject(refused)
    await expect(db.delete(audit)).rejects.toMatchObject(refused)
    await expect(db.execute(sql`truncate audit`)).rejects.toMatchObject(refused)
    await expect(db.execute(sql`truncate audit cascade`)).rejects.toMatchObject(refused)
    expect(await whole()).toEqual(before)
  })

  test('an erasure removes personal names, but not the record of the action', async () => {
    for (const change of [{ action: 'users.nothing' }, { at: new Date(0) }, { subject_type: 'shoe' }])
      await expect(erasing((tx) => tx.update(audit).set(change))).rejects.toMatchObject(refused)
    await expect(erasing((tx) => tx.delete(audit))).rejects.toMatchObject(refused)
    await expect(erasing((tx) => tx.execute(sql`truncate audit`))).rejects.toMatchObject(refused)
    await erasing((tx) =>
      tx
        .update(audit)
        .set({ actor: null, subject_id: 'erased', before: null, reason: null })
        .where(eq(audit.subject_id, 'mara')),
    )
    expect(await whole()).toMatchObject([{ action: 'users.update', subject_id: 'erased', before: null, reason: null }])
  })

  const mara = { id: crypto.randomUUID(), username: 'mara', email: 'mara@x.example', full_name: 'Mara Kowal' }
  test.each([
    ['a person', (tx: Db) => auditSpecials.erase?.(tx, { ...mara, alias: 'erased-1', keepCertificates: false })],
    ['an address', (tx: Db) => auditSpecials.ofAddress?.erase?.(tx, { email: mara.email, begun: [] })],
  ])('the permission to erase %s ends with its transaction, on every connection', async (_, erase) => {
    await db.transaction(async (tx) => {
      await erase(tx)
      await tx.update(audit).set({ before: null })
    })
    // The embedded database has one connection, so its transactions run one after the other.
    const changes = Array.from({ length: 12 }, () => db.transaction((tx) => tx.update(audit).set({ before: null })))
    for (const change of await Promise.allSettled(changes))
      expect(change).toMatchObject({ status: 'rejected', reason: refused })
  })
})
