import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { audit, bulkJobs, outbox, users, vouchers } from '../../../db/schema/index.ts'

let app: TestApp
let queue: ManualQueue
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  await app.asAdmin.getUser({ username: 'administrator-of-tests' })
})
afterAll(() => app.close())
beforeEach(() => {
  queue.waiting.length = 0
})

/** Accounts of one batch, identified by their referrer. */
async function people(batch: string, count: number, from = 1) {
  await app.deps.db.execute(sql`insert into users (username, email, password_hash, full_name, referrer, activated_at)
    select ${batch} || '-' || n, ${batch} || '-' || n || '@people.example', 'none', 'Person ' || n, ${batch}, now()
    from generate_series(${from}::int, ${from + count - 1}::int) n`)
  return { filter: JSON.stringify({ referrer: batch }) }
}

const preview = (ask: object, by = app.asAdmin) => by.previewBulk({ bulkPreviewAsk: ask as never })
const start = (ask: object, by = app.asAdmin) => by.startBulk({ bulkAsk: { reason: 'A test', ...ask } as never })
const job = (id: string) => app.asAdmin.getBulkJob({ job_id: id })
const items = async (id: string, state?: string) =>
  (await app.asAdmin.listBulkItems({ filter: JSON.stringify({ job: id, state }), range: '[0,999]' })).data
const disabledOf = (batch: string) =>
  app.deps.db.$count(users, sql`${users.referrer} = ${batch} and ${users.disabled_at} is not null`)
const one = (username: string) => app.asAdmin.getUser({ username })

describe('a dry run', () => {
  test('counts the rows that change and the refused ones with reasons, and lists them by page', async () => {
    const { filter } = await people('dry', 60)
    await app.deps.db.execute(sql`update users set disabled_at = now() where username in ('dry-1', 'dry-2')`)
    const seen = await preview({ action: 'users.disable', filter })
    expect(seen).toMatchObject({
      total: 60,
      changes: 58,
      refused: 2,
      reasons: [{ message: 'This account is already disabled.', count: 2 }],
    })
    expect(seen.rows).toHaveLength(50)
    const rest = await preview({ action: 'users.disable', filter, from: 50 })
    expect(rest.rows).toHaveLength(8)
    expect(new Set([...seen.rows, ...rest.rows].map(({ id }) => id)).size).toBe(58)
    const refused = await preview({ action: 'users.disable', filter, show: 'refused' })
    expect(refused.rows.map(({ id }) => id)).toEqual(['dry-1', 'dry-2'])
  })

  test('applies a filter exactly as the list does for this administrator', async () => {
    const course = await makeCourse(app.deps.db, 'coded')
    const codes = ['AAAA-BBBB-CCCC-DDDD', 'AAAA-EEEE-FFFF-GGGG', 'HHHH-AAAA-JJJJ-KKKK']
    await app.deps.db
      .insert(vouchers)
      .values(codes.map((code) => ({ code, kind: 'course' as const, course_id: course.id })))
    for (const q of ['BBBB', 'AAAA', 'DDDD']) {
      const filter = JSON.stringify({ q })
      const { data } = await app.asAdmin.listVouchers({ filter })
      expect(data.length, q).toBeGreaterThan(0)
      expect(await preview({ action: 'vouchers.revoke', filter }), q).toMatchObject({ total: data.length })
    }
    const job = await start({ action: 'vouchers.revoke', filter: JSON.stringify({ q: 'BBBB' }) })
    expect(job).toMatchObject({ total: 1, done: 1 })
    expect((await app.asAdmin.listVouchers({ filter: '{"q":"AAAA"}' })).data.map(({ state }) => state).sort()).toEqual([
      'available',
      'available',
      'revoked',
    ])
  })

  test('changes nothing', async () => {
    const { filter } = await people('still', 3)
    await preview({ action: 'users.disable', filter })
    expect(await disabledOf('still')).toBe(0)
    expect(queue.waiting).toEqual([])
  })

  test('reports ids that do not exist', async () => {
    const seen = await preview({ action: 'users.disable', ids: ['nobody-here', 'dry-3'], show: 'refused' })
    expect(seen).toMatchObject({ total: 2, changes: 1, refused: 1 })
    expect(seen.rows).toEqual([
      { id: 'nobody-here', message: 'This account no longer exists.', label: null, effect: null },
    ])
  })
})

describe('a bulk action', () => {
  test('with few rows finishes within the request, and stores refusals with their reasons', async () => {
    await people('few', 3)
    await app.deps.db.execute(sql`update users set disabled_at = now() where username = 'few-2'`)
    const answer = await start({ action: 'users.disable', ids: ['few-1', 'few-2', 'few-3', 'few-3'] })
    expect(answer).toMatchObject({ state: 'done', total: 3, done: 2, failed: 1 })
    expect(await items(answer.id, 'failed')).toEqual([
      { id: 'few-2', label: null, state: 'failed', message: 'This account is already disabled.' },
    ])
  })

  test('with many rows runs as a job on the rows that matched when it started', async () => {
    const { filter } = await people('many', 250)
    const started = await start({ action: 'users.disable', filter, confirm: 250 })
    expect(started).toMatchObject({ state: 'waiting', total: 250, done: 0 })
    await people('many', 5, 1000)
    await queue.work()
    expect(await job(started.id)).toMatchObject({ state: 'done', done: 250, failed: 0 })
    expect(await disabledOf('many')).toBe(250)
  })

  test('with more than fifty rows requires the exact number of changes, for every action', async () => {
    const { filter } = await people('counted', 52)
    await app.deps.db.execute(sql`update users set disabled_at = now() where username = 'counted-1'`)
    for (const confirm of [undefined, 50, 52])
      await expect(start({ action: 'users.disable', filter, confirm })).rejects.toMatchObject({
        status: 422,
        errors: [{ field: 'confirm', message: 'To confirm, enter the number of changes: 51' }],
      })
    expect(await disabledOf('counted')).toBe(1)
    await start({ action: 'users.disable', filter, confirm: 51 })
    await queue.work()
    expect(await disabledOf('counted')).toBe(52)
    const fifty = Array.from({ length: 50 }, (_, n) => `counted-${n + 1}`)
    await start({ action: 'users.enable', ids: fifty })
    await queue.work()
    expect(await disabledOf('counted')).toBe(2)
  })

  test('writes an audit entry with the job id for each row', async () => {
    const { id } = await start({ action: 'users.enable', ids: ['many-1', 'many-2'], reason: 'They came back' })
    const entries = (await app.asAdmin.listAudit({ filter: JSON.stringify({ job_id: id, action: 'users.enable' }) }))
      .data
    expect(entries.map((entry) => entry.subject_id).sort()).toEqual(['many-1', 'many-2'])
    expect(entries[0]).toMatchObject({ actor: 'administrator-of-tests', reason: 'They came back', job_id: id })
    expect(entries[0]?.before).toMatchObject({ disabled_reason: 'A test' })
  })

  test('an account disabled individually appears in the audit log next to those disabled in bulk', async () => {
    for (const username of ['alike-1', 'alike-2']) await app.idOf(username)
    await start({ action: 'users.disable', ids: ['alike-1'], reason: 'Alike' })
    const { version } = await app.asAdmin.getUser({ username: 'alike-2' })
    await app.asAdmin.updateUser({ userEdit: { username: 'alike-2', version, disabled: true, reason: 'Alike' } })
    const { data } = await app.asAdmin.listAudit({ filter: JSON.stringify({ action: 'users.disable' }) })
    const alike = data.filter(({ reason }) => reason === 'Alike')
    expect(alike.map((entry) => entry.subject_id).sort()).toEqual(['alike-1', 'alike-2'])
  })

  test('signs out the accounts that it disables', async () => {
    expect((await app.as('signed-in').getMe()).username).toBe('signed-in')
    await start({ action: 'users.disable', ids: ['signed-in'] })
    await expect(app.as('signed-in').getMe()).rejects.toMatchObject({ status: 401 })
  })

  test('mails each account its own link, and refuses accounts that a link would not help', async () => {
    await people('mails', 2)
    await app.deps.db.execute(sql`update users set activated_at = null where username = 'mails-1'`)
    expect(await start({ action: 'users.resend_activation', ids: ['mails-1', 'mails-2'] })).toMatchObject({
      done: 1,
      failed: 1,
    })
    expect(await start({ action: 'users.send_password_reset', ids: ['mails-1', 'mails-2'] })).toMatchObject({
      done: 1,
      failed: 1,
    })
    const mails = await app.deps.db.select().from(outbox).where(sql`${outbox.recipient} like 'mails-%'`)
    expect(mails.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()).toEqual([
      'activation mails-1@people.example',
      'password_reset mails-2@people.example',
    ])
  })

  test('refuses a sixth mail to one account within an hour, in the dry run and in the run', async () => {
    await people('often', 3)
    await app.deps.db.execute(sql`update users set activated_at = null where username = 'often-3'`)
    await app.deps.db.execute(sql`insert into outbox (kind, user_id, recipient, subject, text, html)
      select case when u.username = 'often-3' then 'activation' else 'password_reset' end, u.id, u.email, '', '', ''
      from users u, generate_series(1, 5) where u.username in ('often-1', 'often-3')`)
    const message = 'This account was sent 5 such mails within the last hour. Please wait before you send another.'
    for (const [action, ids] of [
      ['users.send_password_reset', ['often-1', 'often-2']],
      ['users.resend_activation', ['often-3']],
    ] as const) {
      expect(await preview({ action, ids, show: 'refused' })).toMatchObject({
        changes: ids.length - 1,
        refused: 1,
        reasons: [{ message, count: 1 }],
      })
      const { id, done } = await start({ action, ids })
      expect(done).toBe(ids.length - 1)
      expect(await items(id, 'failed')).toMatchObject([{ message }])
    }
    await app.deps.db.execute(sql`update outbox set created_at = created_at - interval '1 hour'`)
    expect(await start({ action: 'users.send_password_reset', ids: ['often-1'] })).toMatchObject({ done: 1 })
  })

  test('refuses mails to accounts that are being deleted, like the single action', async () => {
    await people('leaving', 1)
    await app.deps.db.execute(
      sql`update users set deletion_due_at = now() + interval '9 days' where referrer = 'leaving'`,
    )
    for (const action of ['users.resend_activation', 'users.send_password_reset']) {
      const { id } = await start({ action, ids: ['leaving-1'] })
      expect(await items(id, 'failed'), action).toMatchObject([
        { id: 'leaving-1', message: 'This account is being deleted. Undo the deletion first.' },
      ])
    }
  })

  test('an owner whose deletion is pending does not count as an owner, and their jobs stop', async () => {
    const owner = { roles: ['user' as const, 'admin' as const], capabilities: ['owner', 'support'] }
    await app.as('leaving-owner', owner).getMe()
    const helper = app.as('helping-owner', owner)
    await helper.getMe()
    await people('outlives', 60)
    const unfinished = await start({ action: 'users.disable', filter: '{"referrer":"outlives"}', confirm: 60 }, helper)
    const leave = sql`update users set deletion_due_at = now() + interval '9 days' where username in ('leaving-owner', 'helping-owner')`
    await app.deps.db.execute(leave)
    const seen = await preview({ action: 'users.disable', ids: ['administrator-of-tests'], show: 'refused' })
    expect(seen.rows).toMatchObject([{ message: 'This is the last owner. Make another account an owner first.' }])
    await queue.work()
    expect(await job(unfinished.id)).toMatchObject({ state: 'failed', done: 0 })
    await app.deps.db.execute(sql`update users set roles = '{user}', capabilities = '{}', deletion_due_at = null
      where username in ('leaving-owner', 'helping-owner')`)
  })

  test('needs a reason if the action stores one, and either ids or a filter', async () => {
    for (const ask of [
      { action: 'users.disable', ids: ['few-1'], reason: undefined },
      { action: 'users.enable' },
      { action: 'users.enable', ids: ['few-1'], filter: '{}' },
      { action: 'users.enable', ids: [] },
      { action: 'users.enable', ids: Array.from({ length: 10_001 }, (_, n) => `id-${n}`) },
      { action: 'users.explode', ids: ['few-1'] },
      { action: 'users.enable', filter: '{"password_hash":"x"}' },
    ])
      await expect(start(ask), JSON.stringify(ask).slice(0, 80)).rejects.toMatchObject({ status: 422 })
    await expect(start({ action: 'users.enable', filter: '{"referrer":"nowhere"}' })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('rejects a filter that would access a prototype', async () => {
    for (const filter of ['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{}}}'])
      await expect(preview({ action: 'users.disable', filter })).rejects.toMatchObject({ status: 400 })
  })
})

describe('permissions', () => {
  const admin = (...capabilities: string[]) => ({ roles: ['user', 'admin'] as ('user' | 'admin')[], capabilities })

  test('a bulk action needs the same permission as the single action', async () => {
    const finance = app.as('finance-only', admin('finance'))
    await expect(start({ action: 'users.disable', ids: ['few-1'] }, finance)).rejects.toMatchObject({ status: 403 })
    await expect(preview({ action: 'users.disable', ids: ['few-1'] }, finance)).rejects.toMatchObject({ status: 403 })
  })

  test('the last owner is refused in the dry run and in the run, and no one can disable themselves', async () => {
    const ask = { action: 'users.disable', ids: ['administrator-of-tests'] }
    const last = {
      id: 'administrator-of-tests',
      message: 'This is the last owner. Make another account an owner first.',
    }
    expect((await preview({ ...ask, show: 'refused' })).rows).toEqual([{ ...last, label: null, effect: null }])
    const { id, done, failed } = await start(ask)
    expect({ done, failed }).toEqual({ done: 0, failed: 1 })
    expect(await items(id)).toEqual([{ ...last, label: null, state: 'failed' }])
    await app.as('second-owner', admin('owner', 'support')).getMe()
    expect((await preview({ ...ask, show: 'refused' })).rows[0]?.message).toContain('your own account')
    expect((await one('administrator-of-tests')).state).toBe('active')
  })

  test('support cannot disable administrators', async () => {
    const support = app.as('support-only', admin('support'))
    const answer = await start({ action: 'users.disable', ids: ['second-owner', 'few-1'] }, support)
    expect((await items(answer.id)).find(({ id }) => id === 'second-owner')?.message).toContain(
      'Only owners can disable',
    )
    expect((await one('second-owner')).state).toBe('active')
  })

  test('a job whose administrator lost the permission stops at its next chunk with the reason', async () => {
    const starter = app.as('short-lived', admin('support'))
    const { filter } = await people('stopped', 150)
    const { id } = await start({ action: 'users.disable', filter, confirm: 150 }, starter)
    await app.deps.db
      .update(users)
      .set({ capabilities: ['finance'] })
      .where(eq(users.username, 'short-lived'))
    await queue.work()
    expect(await job(id)).toMatchObject({ state: 'failed', done: 0, failed: 0, total: 150 })
    expect((await job(id)).stopped_because).toContain(
      'The administrator who started this no longer has the rights for it',
    )
    expect(await disabledOf('stopped')).toBe(0)
  })
})

describe('undo', () => {
  test('reverts the changes except rows changed since, and works once', async () => {
    await people('back', 3)
    const { id } = await start({ action: 'users.disable', ids: ['back-1', 'back-2', 'back-3'] })
    const version = async () => (await one('back-2')).version
    const edit = async (change: object) =>
      app.asAdmin.updateUser({ userEdit: { username: 'back-2', version: await version(), ...change } })
    await edit({ disabled: false })
    await edit({ disabled: true, reason: 'For another reason' })
    const undone = await app.asAdmin.undoBulkJob({ job_id: id })
    expect(undone).toMatchObject({
      action: 'users.enable',
      state: 'done',
      done: 2,
      failed: 1,
      undoes: id,
      undo_until: null,
    })
    expect(await disabledOf('back')).toBe(1)
    expect((await one('back-2')).state).toBe('disabled')
    expect((await job(id)).undone_by).toBe(undone.id)
    await expect(app.asAdmin.undoBulkJob({ job_id: id })).rejects.toMatchObject({
      status: 409,
      message: 'This was already undone.',
    })
    await expect(app.asAdmin.undoBulkJob({ job_id: undone.id })).rejects.toMatchObject({ status: 409 })
  })

  test('of enabling an account restores the earlier reason', async () => {
    await people('reasons', 1)
    await start({ action: 'users.disable', ids: ['reasons-1'], reason: 'Shared the account' })
    const { id } = await start({ action: 'users.enable', ids: ['reasons-1'] })
    await app.asAdmin.undoBulkJob({ job_id: id })
    const [row] = await app.deps.db.select().from(users).where(eq(users.username, 'reasons-1'))
    expect(row?.disabled_reason).toBe('Shared the account')
  })

  test('is refused after ten minutes, and for actions that cannot be undone', async () => {
    await people('late', 1)
    const { id, undo_until } = await start({ action: 'users.disable', ids: ['late-1'] })
    expect(Date.parse(undo_until ?? '') - Date.now()).toBeGreaterThan(590_000)
    await app.deps.db.update(bulkJobs).set({ undo_until: sql`now() - interval '1 second'` }).where(eq(bulkJobs.id, id))
    await expect(app.asAdmin.undoBulkJob({ job_id: id })).rejects.toMatchObject({
      status: 409,
      message: 'This can no longer be undone, because the ten minutes are over.',
    })
    expect(await disabledOf('late')).toBe(1)
    const mailed = await start({ action: 'users.send_password_reset', ids: ['back-1'] })
    await expect(app.asAdmin.undoBulkJob({ job_id: mailed.id })).rejects.toMatchObject({ status: 409 })
  })
})

describe('cancel', () => {
  test('keeps the rows already changed, and the job reports both counts', async () => {
    const { filter } = await people('cancelled', 120)
    const { id } = await start({ action: 'users.disable', filter, confirm: 120 })
    expect(await app.asAdmin.cancelBulkJob({ job_id: id })).toMatchObject({ state: 'cancelled', done: 0 })
    await queue.work()
    expect(await disabledOf('cancelled')).toBe(0)
    expect(await job(id)).toMatchObject({ state: 'cancelled', done: 0, failed: 0, total: 120 })
    await expect(app.asAdmin.cancelBulkJob({ job_id: id })).rejects.toMatchObject({ status: 409 })
  })
})

describe('the actions listed as allowed on a job', () => {
  let made = 0
  const small = async (action: string) => {
    const batch = `allowed-${++made}`
    await people(batch, 1)
    return (await start({ action, ids: [`${batch}-1`] })).id
  }
  const set = async (id: string, changes: Partial<typeof bulkJobs.$inferInsert>) => {
    await app.deps.db.update(bulkJobs).set(changes).where(eq(bulkJobs.id, id))
    return id
  }
  const jobs: Record<string, () => Promise<string>> = {
    waiting: async () => set(await small('users.disable'), { state: 'waiting', undo_until: null }),
    running: async () => set(await small('users.send_password_reset'), { state: 'running' }),
    'done just now': () => small('users.disable'),
    'done long ago': async () => set(await small('users.disable'), { undo_until: new Date(0) }),
    undone: async () => {
      const id = await small('users.disable')
      await app.asAdmin.undoBulkJob({ job_id: id })
      return id
    },
    'the undoing of another': async () => (await app.asAdmin.undoBulkJob({ job_id: await small('users.disable') })).id,
    'done and not to be taken back': () => small('users.send_password_reset'),
    cancelled: async () => set(await small('users.disable'), { state: 'cancelled', undo_until: null }),
  }
  const passes = (call: Promise<unknown>) =>
    call.then(
      () => true,
      (error) => {
        if ([403, 409].includes(error.status)) return false
        throw error
      },
    )

  test.each(Object.entries(jobs))('are exactly those that succeed: %s', async (_, make) => {
    for (const capability of ['support', 'owner', 'finance'] as const) {
      const by = app.as(`bulk-${capability}`, { roles: ['user', 'admin'], capabilities: [capability] })
      const { allowed } = await by.getBulkJob({ job_id: await make() })
      const filter = JSON.stringify({ id: await make() })
      expect((await by.listBulkJobs({ filter })).data[0]?.allowed).toEqual(allowed)
      const cancel = await passes(by.cancelBulkJob({ job_id: await make() }))
      const undo = await passes(by.undoBulkJob({ job_id: await make() }))
      expect({ cancel, undo }, capability).toEqual({
        cancel: allowed.includes('cancel'),
        undo: allowed.includes('undo'),
      })
      if (capability === 'finance') expect(allowed).toEqual([])
    }
  })
})

test('a row that throws is stored as failed, and the rows around it are processed', async () => {
  const { filter } = await people('broken', 60)
  await app.deps.db.execute(sql`create function refuse_one() returns trigger as $$ begin
    if new.username = 'broken-30' then raise exception 'broken on purpose'; end if; return new; end $$ language plpgsql`)
  await app.deps.db.execute(
    sql`create trigger refuse_one before update on users for each row execute function refuse_one()`,
  )
  const { id } = await start({ action: 'users.disable', filter, confirm: 60 })
  await queue.work()
  await app.deps.db.execute(sql`drop trigger refuse_one on users`)
  expect(await job(id)).toMatchObject({ state: 'done', done: 59, failed: 1, total: 60 })
  expect(await items(id, 'failed')).toEqual([
    {
      id: 'broken-30',
      label: null,
      state: 'failed',
      message: 'Something went wrong on our side. Please try this one again.',
    },
  ])
})

test('a job without progress for a minute is queued again', async () => {
  const { filter } = await people('stalled', 60)
  const { id } = await start({ action: 'users.disable', filter, confirm: 60 })
  queue.waiting.length = 0
  await queue.run('bulk.sweep')
  expect(queue.waiting).toEqual([])
  await app.deps.db.update(bulkJobs).set({ beat_at: sql`now() - interval '2 minutes'` }).where(eq(bulkJobs.id, id))
  await queue.run('bulk.sweep')
  await queue.work()
  expect(await job(id)).toMatchObject({ state: 'done', done: 60 })
  expect(await app.deps.db.$count(audit, sql`${audit.job_id} = ${id} and ${audit.action} = 'users.disable'`)).toBe(60)
})
