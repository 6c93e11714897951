import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { recordAudit } from '../../audit-log/record.ts'
import { audit } from '../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const actor = { id: await app.idOf('ada'), username: 'ada' }
  for (const id of ['one', 'two'])
    await recordAudit(app.deps.db, { actor, action: 'users.update', subject: { type: 'user', id }, after: { id } })
  await recordAudit(app.deps.db, {
    actor: null,
    action: 'cloud_accounts.nuke',
    subject: { type: 'cloud_account', id: '1' },
  })
})
afterAll(() => app.close())

const list = async (filter: object) => (await app.asAdmin.listAudit({ filter: JSON.stringify(filter) })).data

test('shows the newest change first', async () => {
  const at = (await list({})).map((entry) => entry.at)
  expect(at).toHaveLength(3)
  expect(at).toEqual([...at].sort().reverse())
})

test('narrows by who, what and on what', async () => {
  expect((await list({ actor: 'ada' })).map((entry) => entry.subject_id).sort()).toEqual(['one', 'two'])
  expect(await list({ actor: 'nobody' })).toEqual([])
  expect(await list({ action: 'cloud_accounts.nuke' })).toHaveLength(1)
  expect(await list({ subject_type: 'user', subject_id: 'two' })).toHaveLength(1)
})

test('an entry that an earlier version wrote under another name is shown as it is, and cannot be asked for', async () => {
  const old = { action: 'updateGcpProject', subject_type: 'cloud_account', subject_id: 'old' }
  await app.deps.db.insert(audit).values(old)
  expect(await list({ subject_id: 'old' })).toMatchObject([old])
  await expect(list({ action: 'updateGcpProject' })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'filter.action' }],
  })
})

test('a change that is rolled back leaves no entry', async () => {
  await app.deps.db
    .transaction(async (tx) => {
      await recordAudit(tx, { actor: null, action: 'users.update', subject: { type: 'user', id: 'three' } })
      throw new Error('the change failed')
    })
    .catch(() => undefined)
  expect(await list({ subject_id: 'three' })).toEqual([])
})
