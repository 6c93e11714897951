import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeCourse, makeExam, makeLab } from '../../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import { audit, idempotencyKeys, outbox, vouchers } from '../../../../db/schema/index.ts'
import { UNDELIVERABLE } from '../../../../http/deliverable.ts'

let app: TestApp
let queue: ManualQueue
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  await makeCourse(app.deps.db, 'aws')
  await makeLab(app.deps.db, 'a-lab')
  await makeExam(app.deps.db, 'a-exam')
})
afterAll(() => app.close())

type Ask = Parameters<TestApp['asAdmin']['createCourseVouchers']>[0]['courseVoucher']
const make = (changes: Partial<Ask>, options?: { idempotencyKey: string }) =>
  app.asAdmin.createCourseVouchers(
    { courseVoucher: { target: 'aws', uses: 1, expires_at: null, note: 'A batch', ...changes } },
    options,
  )
const rowsOf = (batch: string | null) =>
  app.deps.db
    .select()
    .from(vouchers)
    .where(eq(vouchers.batch_id, batch ?? ''))
const countAll = async () => (await app.deps.db.select().from(vouchers)).length
const people = (count: number) => Array.from({ length: count }, (_, n) => `person-${n}@team.example`)

test('a dry run reports each wrong line of the file; the batch is created once all lines are right', async () => {
  const before = await countAll()
  const lines = ['Name,E-Mail', ...people(25).map((email, n) => `Person ${n},${email}`)]
  const file = [...lines.slice(0, 7), 'Broken,not-an-address', ...lines.slice(8), 'Twin,PERSON-3@team.example'].join(
    '\n',
  )
  const report = await make({ recipients_csv: file, dry_run: true })
  expect(report).toMatchObject({ batch: null, title: 'Course aws', count: 26, recipients: 26, refused: 2 })
  expect(report.rows.slice(0, 2)).toEqual([
    { line: 8, email: 'not-an-address', error: 'This is not an e-mail address' },
    { line: 27, email: 'PERSON-3@team.example', error: 'Line 5 already has this address' },
  ])
  await expect(make({ recipients_csv: file })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'rows.8.email' }, { field: 'rows.27.email' }],
  })
  expect(await countAll()).toBe(before)

  const { batch } = await make({ recipients_csv: lines.join('\n') })
  const made = await rowsOf(batch)
  expect(made).toHaveLength(25)
  const mails = await app.deps.db.select().from(outbox).where(eq(outbox.kind, 'voucher'))
  expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set(people(25)))
  for (const { recipient, code, id } of made)
    expect(mails.find((mail) => mail.recipient === recipient)).toMatchObject({
      about: `voucher:${id}`,
      text: expect.stringContaining(code),
    })
})

test.each([
  ['only addresses, one per line', 'a@one.example\n\nb@one.example\n', 2],
  ['a file of Excel, with semicolons and a mark at its beginning', '\uFEFFemail;name\r\na@two.example;Ann\r\n', 1],
  ['a file with tabs', "Name\tE-Mail-Adresse\nAnn\to'neil@three.example\n\t\nBo\td'angelo@three.example\t\n", 2],
  ['international addresses', 'anna@bücher.example\nbo@xn--hrbuch-wxa.example\ncy@例子.广告', 3],
  ['only addresses, with delimiters added by a spreadsheet', 'a@four.example,,\n,,\nb@four.example,,\n', 2],
])('recipients are read from %s', async (_, recipients_csv, count) => {
  expect(await make({ recipients_csv, dry_run: true })).toMatchObject({ count, refused: 0 })
})

test.each([
  ['names no addresses', { recipients_csv: 'name,team\nAnn,A' }, 'recipients_csv'],
  ['is not closed', { recipients_csv: 'email\n"a@b.example' }, 'recipients_csv'],
  [
    'has more lines than there are vouchers',
    { count: 1, recipients_csv: 'a@b.example\nc@d.example' },
    'recipients_csv',
  ],
  ['comes beside addresses', { recipients: ['a@b.example'], recipients_csv: 'a@b.example' }, 'recipients'],
  ['is empty, and nothing says how many', { recipients_csv: '' }, 'count'],
])('a file that %s is refused with an error at its field', async (_, ask, field) => {
  await expect(make(ask)).rejects.toMatchObject({ status: 422, errors: [{ field }] })
})

test('a large batch is created immediately, and the job writes each mail once', async () => {
  const { batch, count } = await make({ recipients: people(120), note: 'Large' })
  expect(count).toBe(120)
  expect(await app.asAdmin.getVoucherBatch({ batch_id: batch! })).toMatchObject({
    total: 120,
    recipients: 120,
    unmailed: 120,
    states: { available: 120, revoked: 0 },
  })
  const [one, other] = await rowsOf(batch)
  await app.asAdmin.revokeVoucher({ voucher_id: one!.id })
  await app.asAdmin.renewVoucher({
    voucher_id: other!.id,
    voucherRenewal: { version: 1, reason: 'Seen by others', send: true },
  })
  await queue.run('vouchers.mail')
  await queue.run('vouchers.mail')
  const about = (id: string) =>
    app.deps.db
      .select()
      .from(outbox)
      .where(eq(outbox.about, `voucher:${id}`))
  expect(await about(one!.id), 'revoked before it was mailed').toEqual([])
  expect(await about(other!.id), 'mailed with its new code').toHaveLength(1)
  const made = await rowsOf(batch)
  const mails = await app.deps.db
    .select()
    .from(outbox)
    .where(sql`${outbox.about} in (select 'voucher:' || id from vouchers where batch_id = ${batch})`)
  expect(mails).toHaveLength(119)
  for (const mail of mails) expect(made.filter(({ code }) => mail.text.includes(code))).toHaveLength(1)
  expect(await app.asAdmin.getVoucherBatch({ batch_id: batch! })).toMatchObject({ unmailed: 0 })
})

test.each(['course', 'lab', 'exam'] as const)(
  'a batch for a %s that is posted twice concurrently is created once',
  async (kind) => {
    const ask = {
      target: kind === 'course' ? 'aws' : `a-${kind}`,
      uses: 1,
      expires_at: null,
      note: `Twice ${kind}`,
      count: 2,
    }
    const key = { idempotencyKey: crypto.randomUUID() }
    const post = {
      course: () => app.asAdmin.createCourseVouchers({ courseVoucher: ask }, key),
      lab: () => app.asAdmin.createLabVouchers({ labVoucher: ask }, key),
      exam: () => app.asAdmin.createExamVouchers({ examVoucher: ask }, key),
    }[kind]
    const answers = await Promise.all([post(), post(), post()])
    expect(new Set(answers.map(({ batch }) => batch)).size).toBe(1)
    expect(await app.deps.db.$count(vouchers, eq(vouchers.note, ask.note))).toBe(2)
  },
)

test('a repeated request creates one batch, and its idempotency record contains no code', async () => {
  const key = crypto.randomUUID()
  const [one, two] = await Promise.all([1, 2].map(() => make({ count: 3, note: 'Twice' }, { idempotencyKey: key })))
  expect(one).toEqual(two)
  const made = await rowsOf(one!.batch)
  expect(made).toHaveLength(3)
  const stored = JSON.stringify(await app.deps.db.select().from(idempotencyKeys))
  for (const { code } of made) expect(stored).not.toContain(code)
})

test('a retry finds the batch of a process that died before it answered', async () => {
  const key = crypto.randomUUID()
  const ask = { count: 3, note: 'Died' }
  const first = await make(ask, { idempotencyKey: key })
  await app.deps.db
    .update(idempotencyKeys)
    .set({ status: null, reply_sealed: null, created_at: new Date(Date.now() - 7_000) })
    .where(eq(idempotencyKeys.key, key))
  const again = await make(ask, { idempotencyKey: key })
  expect(again.batch).toBe(first.batch)
  expect(await app.deps.db.$count(vouchers, eq(vouchers.note, 'Died'))).toBe(3)
  expect((await make(ask, { idempotencyKey: crypto.randomUUID() })).batch).not.toBe(first.batch)
})

test('a batch shows its vouchers by state, and its audit record has no addresses or codes', async () => {
  const { batch } = await make({
    count: 4,
    recipients: ['ann@team.example'],
    organisation: 'Team Ltd',
    note: 'Counted',
  })
  const made = await rowsOf(batch)
  await app.as('ann').activateVoucher({ activateVoucherPayload: { code: made[0]!.code } })
  await app.asAdmin.revokeVoucher({ voucher_id: made[1]!.id })
  expect(await app.asAdmin.getVoucherBatch({ batch_id: batch! })).toMatchObject({
    slug: 'aws',
    organisation: 'Team Ltd',
    note: 'Counted',
    total: 4,
    recipients: 1,
    states: { available: 2, activated: 1, expired: 0, suspended: 0, revoked: 1 },
  })
  const [entry] = await app.deps.db.select().from(audit).where(eq(audit.subject_id, batch!))
  expect(entry).toMatchObject({ action: 'vouchers.create', after: { count: 4, recipients: 1 } })
  for (const secret of ['ann@team.example', ...made.map(({ code }) => code)])
    expect(JSON.stringify(entry)).not.toContain(secret)
  await expect(app.asAdmin.getVoucherBatch({ batch_id: crypto.randomUUID() })).rejects.toMatchObject({ status: 404 })
})

test('only finance can download the codes of a batch', async () => {
  const { batch } = await make({ count: 2, note: '=cmd()' })
  const [{ code } = { code: '' }] = await rowsOf(batch)
  const exportAsk = { filter: JSON.stringify({ batch }) }
  const file = await (await app.asAdmin.exportList({ list: 'listVouchers', exportAsk })).text()
  expect(file).toContain(code)
  expect(file).toContain('"Order number"')
  expect(file).toContain(`"'=cmd()"`)
  const helper = app.as('helper', { roles: ['user', 'admin'], capabilities: ['support'] })
  expect(await (await helper.exportList({ list: 'listVouchers', exportAsk })).text()).not.toContain(code.slice(0, 11))
})

test('reports a row that our mail server cannot deliver to, in a file or a list', async () => {
  const asked = vi.spyOn(app.deps.mailer, 'takesUnicode').mockResolvedValue(false)
  const report = await make({ recipients_csv: 'anna@x.example\njörg@x.example', dry_run: true })
  expect(report).toMatchObject({ refused: 1, rows: [{ line: 2, email: 'jörg@x.example', error: UNDELIVERABLE }, {}] })
  await expect(make({ recipients: ['anna@x.example', 'jörg@x.example'] })).rejects.toMatchObject({
    errors: [{ field: 'recipients.1', message: UNDELIVERABLE }],
  })
  asked.mockRestore()
})
