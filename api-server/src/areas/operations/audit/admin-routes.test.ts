import type { Capability } from '@flagyard/api-types'
import { type AuditAction, auditActions, contentActions } from '@flagyard/api-types/audit/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import { recordAudit } from '../../../audit-log/record.ts'
import { audit } from '../../../db/schema/index.ts'

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

test('lists the newest change first', async () => {
  const at = (await list({})).map((entry) => entry.at)
  expect(at).toHaveLength(3)
  expect(at).toEqual([...at].sort().reverse())
})

test('filters by actor, action and subject', async () => {
  expect((await list({ actor: 'ada' })).map((entry) => entry.subject_id).sort()).toEqual(['one', 'two'])
  expect(await list({ actor: 'nobody' })).toEqual([])
  expect(await list({ action: 'cloud_accounts.nuke' })).toHaveLength(1)
  expect(await list({ subject_type: 'user', subject_id: 'two' })).toHaveLength(1)
})

test('an administrator without a capability for personal data sees only entries about content, whatever the filter', async () => {
  const actor = { id: await app.idOf('ada'), username: 'ada' }
  const actions = Object.keys(auditActions) as AuditAction[]
  for (const action of actions) {
    const change = { actor, action, subject: { type: 'any', id: `subject-of-${action}` }, address: '203.0.113.9' }
    await recordAudit(app.deps.db, change)
  }
  const read = async (by: Api, filter: object = {}) =>
    (await by.listAudit({ filter: JSON.stringify({ subject_type: 'any', ...filter }), range: '[0,999]' })).data
  for (const capabilities of [[], ['content'], ['cloud']] as Capability[][]) {
    const by = app.as(`reads-${capabilities.join()}`, { roles: ['user', 'admin'], capabilities })
    const seen = await read(by)
    expect(seen.map(({ action }) => action).sort()).toEqual([...contentActions].sort())
    expect(JSON.stringify(seen)).not.toContain('203.0.113.9')
    expect(await read(by, { actor: 'ada' })).toHaveLength(contentActions.length)
    for (const filter of [{ action: 'users.disable' }, { subject_id: 'subject-of-users.disable' }])
      expect(await read(by, filter)).toEqual([])
    const file = await by.exportList({ list: 'listAudit', exportAsk: { filter: '{"subject_type":"any"}' } })
    const text = await file.text()
    expect(text.match(/subject-of-/g)).toHaveLength(contentActions.length)
    expect(text).not.toMatch(/Address|203\.0\.113\.9/)
  }
  expect(await read(app.asAdmin)).toHaveLength(actions.length)
  expect((await read(app.asAdmin))[0]?.address).toBe('203.0.113.9')
})

test('an entry with a former action name is shown unchanged, and cannot be filtered for', async () => {
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
