import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds, openTestDatabaseOf } from '../../../test/database.ts'
import { recordAudit } from '../../audit-log/record.ts'
import type { Db, OpenedDatabase } from '../../db/open.ts'
import { audit } from '../../db/schema/index.ts'

const refused = { cause: { message: expect.stringContaining('The audit is append-only') } }

describe.each(kinds)('what is written into the audit stays (%s)', (kind) => {
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

  test('nothing changes it, and nothing removes it', async () => {
    const before = await whole()
    await expect(db.update(audit).set({ reason: 'Nothing to see' })).rejects.toMatchObject(refused)
    await expect(db.update(audit).set({ actor: null, before: null })).rejects.toMatchObject(refused)
    await expect(db.delete(audit)).rejects.toMatchObject(refused)
    await expect(db.execute(sql`truncate audit`)).rejects.toMatchObject(refused)
    await expect(db.execute(sql`truncate audit cascade`)).rejects.toMatchObject(refused)
    expect(await whole()).toEqual(before)
  })

  test('an erasure blanks what names a person, and not that something was done', async () => {
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

  test('the permission of an erasure ends with its transaction', async () => {
    await erasing(async () => undefined)
    await expect(db.update(audit).set({ before: null })).rejects.toMatchObject(refused)
  })
})
