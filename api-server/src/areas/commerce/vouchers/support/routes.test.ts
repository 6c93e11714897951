import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeCourse, makeExam, makeLab } from '../../../../../test/catalogue.ts'
import { createManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import { audit, entitlements, examAttempts, outbox, vouchers } from '../../../../db/schema/index.ts'

let app: TestApp
let exam: { id: string }
beforeAll(async () => {
  app = await startTestApp({ deps: { queue: createManualQueue(() => app.deps) } })
  await makeCourse(app.deps.db, 'aws')
  await makeLab(app.deps.db, 'lonely')
  exam = await makeExam(app.deps.db, 'expert')
})
afterAll(() => app.close())

const batch = { count: 1, uses: 1, expires_at: null, note: '' }
const list = (filter: object = {}) => app.asAdmin.listVouchers({ filter: JSON.stringify(filter) })
const newest = async (note: string) => (await list({ q: note })).data[0]!
const auditOf = (action: string) => app.deps.db.select().from(audit).where(eq(audit.action, action))

test('finance creates a batch, its recipients get their codes, and the audit log names who created it', async () => {
  const recipients = ['one@team.example', 'two@team.example']
  await app.asAdmin.createCourseVouchers({
    courseVoucher: { ...batch, target: 'aws', count: 3, recipients, organisation: 'Team Ltd', note: 'For the team' },
  })
  const { data, total } = await app.asAdmin.listCourseVouchers({ filter: JSON.stringify({ organisation: 'Team Ltd' }) })
  expect(total).toBe(3)
  expect(data.map(({ slug, state }) => `${slug} ${state}`)).toEqual(Array(3).fill('aws available'))
  for (const to of recipients) {
    const [mail] = await app.deps.db.select().from(outbox).where(eq(outbox.recipient, to))
    expect(mail?.text).toContain(data.find(({ recipient }) => recipient === to)?.code)
  }
  expect(await auditOf('vouchers.create')).toMatchObject([
    { actor: 'administrator-of-tests', reason: 'For the team', after: { target: 'aws', count: 3 } },
  ])
})

test('each kind has its own list, and one list has all', async () => {
  await app.asAdmin.createLabVouchers({ labVoucher: { ...batch, target: 'lonely', note: 'kinds' } })
  await app.asAdmin.createExamVouchers({ examVoucher: { ...batch, target: 'expert', note: 'kinds' } })
  expect((await app.asAdmin.listLabVouchers({})).data.map(({ kind }) => kind)).toEqual(['lab'])
  expect((await app.asAdmin.listExamVouchers({})).data.map(({ slug }) => slug)).toEqual(['expert'])
  expect((await list({ q: 'kinds' })).data.map(({ kind }) => kind).sort()).toEqual(['exam', 'lab'])
  expect((await list({ target: 'lonely' })).total).toBe(1)
})

test('filters by the state that is shown, and by target within a kind', async () => {
  const [past, future] = [new Date('2020-01-01'), new Date('2120-01-01')]
  const rows = [
    { state: 'available' },
    { state: 'available', expires_at: future },
    { state: 'available', expires_at: past },
    { state: 'expired', expires_at: past },
    { state: 'activated', expires_at: past, used: 1 },
    { state: 'suspended' },
    { state: 'revoked' },
  ] as const
  await app.deps.db.insert(vouchers).values(
    rows.map((row, number) => ({
      code: `STATE-${number}`,
      kind: 'exam' as const,
      exam_id: exam.id,
      note: 'by state',
      ...row,
    })),
  )
  const states = async (filter: object) => {
    const { data } = await list({ q: 'by state', ...filter })
    return data.map(({ code, state }) => `${code.at(-1)} ${state}`).sort()
  }
  expect(await states({ state: 'available' })).toEqual(['0 available', '1 available'])
  expect(await states({ state: 'expired' })).toEqual(['2 expired', '3 expired'])
  expect(await states({ state: 'activated' })).toEqual(['4 activated'])
  expect(await states({ state: 'suspended' })).toEqual(['5 suspended'])
  expect(await states({ state: 'revoked' })).toEqual(['6 revoked'])
  expect(await states({ target: 'expert' })).toHaveLength(7)
  expect(await states({ target: 'aws' })).toEqual([])
  const labs = await app.asAdmin.listLabVouchers({ filter: JSON.stringify({ target: 'expert' }) })
  expect(labs.total).toBe(0)
})

test('refuses a batch with unknown content, a past expiry or too many names, with an error at the field', async () => {
  const make = (changes: object) =>
    app.asAdmin.createCourseVouchers({ courseVoucher: { ...batch, target: 'aws', ...changes } })
  const refused = (field: string) => ({ status: 422, errors: [{ field }] })
  await expect(make({ target: 'nowhere' })).rejects.toMatchObject(refused('target'))
  await expect(make({ expires_at: '2020-01-01T00:00:00.000Z' })).rejects.toMatchObject(refused('expires_at'))
  await expect(make({ recipients: ['a@b.example', 'c@d.example'] })).rejects.toMatchObject(refused('recipients'))
})

test('creating and revoking require finance, and reading requires an administrator', async () => {
  const reader = app.as('reader', { roles: ['user', 'admin'], capabilities: ['support'] })
  const made = { courseVoucher: { ...batch, target: 'aws' } }
  await expect(reader.createCourseVouchers(made)).rejects.toMatchObject({ status: 403 })
  await expect(reader.revokeVoucher({ voucher_id: crypto.randomUUID() })).rejects.toMatchObject({ status: 403 })
  expect((await reader.listVouchers({})).total).toBeGreaterThan(0)
  await expect(app.asLearner.listVouchers({})).rejects.toMatchObject({ status: 403 })
})

test('a list refuses unknown sort keys and filters', async () => {
  await expect(list({ owner_id: 'x' })).rejects.toMatchObject({ status: 422 })
  await expect(app.asAdmin.listVouchers({ sort: '["password","ASC"]' })).rejects.toMatchObject({ status: 422 })
})

test('a revoked unused voucher cannot be used', async () => {
  await app.asAdmin.createCourseVouchers({ courseVoucher: { ...batch, target: 'aws', note: 'unused-one' } })
  const { id, code } = await newest('unused-one')
  await app.asAdmin.revokeVoucher({ voucher_id: id })
  await app.asAdmin.revokeVoucher({ voucher_id: id })
  expect(await newest('unused-one')).toMatchObject({ state: 'revoked' })
  await expect(app.as('late').activateVoucher({ activateVoucherPayload: { code } })).rejects.toMatchObject({
    status: 422,
  })
  expect((await auditOf('vouchers.revoke')).filter(({ subject_id }) => subject_id === id)).toHaveLength(1)
})

test('revoking a used voucher revokes the access it opened', async () => {
  await app.asAdmin.createCourseVouchers({ courseVoucher: { ...batch, target: 'aws', note: 'used-one' } })
  const { id, code } = await newest('used-one')
  await app.as('ana').activateVoucher({ activateVoucherPayload: { code } })
  await app.asAdmin.revokeVoucher({ voucher_id: id })
  const rows = await app.deps.db.select().from(entitlements).where(eq(entitlements.voucher_id, id))
  expect(rows.map(({ revoked_at }) => revoked_at !== null)).toEqual([true])
})

test('a voucher with a booked exam is not revoked without a choice, and the error says what is booked', async () => {
  await app.asAdmin.createExamVouchers({ examVoucher: { ...batch, target: 'expert', note: 'booked-one' } })
  const { id, code } = await newest('booked-one')
  await app.as('bea').activateVoucher({ activateVoucherPayload: { code } })
  const user_id = await app.idOf('bea')
  await app.deps.db.update(examAttempts).set({ state: 'scheduled' }).where(eq(examAttempts.user_id, user_id))
  await expect(app.asAdmin.revokeVoucher({ voucher_id: id })).rejects.toMatchObject({
    status: 409,
    extra: { running: ['Exam expert of bea'] },
  })
  expect(await app.deps.db.select().from(vouchers).where(eq(vouchers.id, id))).toMatchObject([{ state: 'activated' }])
})

test('only finance sees whole codes in the list, search and export, and others cannot guess them letter by letter', async () => {
  await app.asAdmin.createCourseVouchers({ courseVoucher: { ...batch, target: 'aws', note: 'masked-one' } })
  const { code } = await newest('masked-one')
  const last = code.split('-').at(-1)!
  const helper = app.as('helper-of-vouchers', { roles: ['user', 'admin'], capabilities: ['support'] })
  const reader = app.as('reader-of-content', { roles: ['user', 'admin'], capabilities: [] })
  const shown = async (filter: object) =>
    (await helper.listVouchers({ filter: JSON.stringify(filter) })).data.map((row) => row.code)

  expect(await shown({ q: 'masked-one' })).toEqual([`•••••-•••••-•••••-•••••-${last}`])
  expect(await shown({ q: last }), 'by what is shown').toHaveLength(1)
  expect(await shown({ q: code.toLowerCase() }), 'by the whole code, of which its last group counts').toHaveLength(1)
  const other = `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`
  expect(await shown({ q: other }), 'whether the rest is right is not told').toHaveLength(1)
  for (const part of [code.slice(0, 5), code.slice(6, 17), code.slice(2, 9)])
    expect(await shown({ q: part }), 'not by what is hidden').toHaveLength(0)
  expect((await helper.getVoucher({ voucher_id: (await newest('masked-one')).id })).code).not.toContain(
    code.slice(0, 5),
  )
  const exported = await helper.exportList({ list: 'listVouchers', exportAsk: {} })
  expect(await exported.text()).not.toContain(code.slice(0, 11))
  expect(JSON.stringify(await helper.searchEverything({ q: last }))).not.toContain(code.slice(0, 11))

  await expect(reader.listVouchers({})).rejects.toMatchObject({ status: 403 })
  await expect(reader.exportList({ list: 'listVouchers', exportAsk: {} })).rejects.toMatchObject({ status: 403 })
  expect(await reader.searchEverything({ q: last })).toEqual([])
  expect(await helper.searchEverything({ q: code.slice(0, 11) })).toEqual([])
  expect(
    await (
      await helper.exportList({ list: 'listVouchers', exportAsk: { filter: JSON.stringify({ q: code.slice(0, 11) }) } })
    ).text(),
  ).not.toContain(last)
})

test('finance finds a voucher by any part of its code, in any notation', async () => {
  await app.asAdmin.createCourseVouchers({ courseVoucher: { ...batch, target: 'aws', note: 'found-by-part' } })
  const { id, code } = await newest('found-by-part')
  const bare = code.replaceAll('-', '')
  for (const typed of [
    code,
    code.toLowerCase(),
    bare,
    bare.slice(3, 15).toLowerCase(),
    `${bare.slice(0, 4)} ${bare.slice(4, 9)}`,
    code.slice(8, 20),
    code.split('-').at(-1)!,
  ]) {
    const { data } = await list({ q: typed })
    expect(
      data.map((row) => row.id),
      typed,
    ).toContain(id)
  }
  expect((await app.asAdmin.searchEverything({ q: bare.slice(2, 14) }))[0]?.rows).toMatchObject([{ id }])
})

test('the page of a voucher shows its uses, its batch and the possible actions', async () => {
  await app.asAdmin.createCourseVouchers({
    courseVoucher: { ...batch, target: 'aws', uses: 2, recipients: ['ben@team.example'], note: 'shared-one' },
  })
  const row = await newest('shared-one')
  await app.as('ben').activateVoucher({ activateVoucherPayload: { code: row.code } })
  const page = await app.asAdmin.getVoucher({ voucher_id: row.id })
  expect(page).toMatchObject({ title: 'Course aws', state: 'available', used: 1, uses: 2, batch: row.batch })
  expect(page.opened).toMatchObject([{ username: 'ben', access: 'open' }])
  expect(page.mails).toMatchObject([{ to: 'ben@team.example' }])
  expect(JSON.stringify(page.mails)).not.toContain(row.code)
  expect(page.allowed).toEqual(['revoke', 'send', 'renew', 'change_expiry'])
  expect((await list({ used_by: 'ben' })).data.map(({ id }) => id)).toContain(row.id)
  expect((await list({ recipient: 'BEN@team.example' })).total).toBe(1)
  const reader = app.as('reader', { roles: ['user', 'admin'], capabilities: ['support'] })
  expect((await reader.getVoucher({ voucher_id: row.id })).allowed).toEqual([])
  await expect(app.asAdmin.getVoucher({ voucher_id: crypto.randomUUID() })).rejects.toMatchObject({ status: 404 })
  await expect(app.asAdmin.getVoucher({ voucher_id: 'nothing' })).rejects.toMatchObject({ status: 404 })
})
