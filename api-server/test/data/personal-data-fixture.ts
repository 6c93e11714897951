import { randomInt, randomUUID } from 'node:crypto'
import { eq, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { findAccount } from '../../src/areas/platform/auth/queries.ts'
import { recordAudit } from '../../src/audit-log/record.ts'
import type { Db } from '../../src/db/open.ts'
import * as schema from '../../src/db/schema/index.ts'
import type { Deps } from '../../src/deps.ts'
import type { Person } from '../../src/extension-points/personal-data.ts'
import { quickHash, startTestApp, type TestApp } from '../app.ts'
import { makeCourse, makeExam, makeLab } from '../catalogue.ts'
import { createManualQueue } from '../fixtures/manual-queue.ts'

const first = <T>([row]: T[]): T => row!

/** Password of every person in these tests. */
export const current_password = 'the phrase of a person'

/** Server with a manual job queue, some content, and people with a password. */
export async function openPeopleBench() {
  const password_hash = quickHash(current_password)
  const holder: { deps?: Deps } = {}
  const queue = createManualQueue(() => holder.deps!)
  const app = await startTestApp({ deps: { queue } })
  holder.deps = app.deps
  const { db } = app.deps
  const content = await makeContent(db)
  return {
    app,
    db,
    queue,
    content,
    password_hash,
    async person(username: string, { full_name, ...options }: PersonOptions = {}) {
      const api = app.as(username, options)
      await api.getMe()
      const id = await app.idOf(username)
      await db
        .update(schema.users)
        .set({ password_hash, ...(full_name && { full_name }) })
        .where(eq(schema.users.id, id))
      const account = await findAccount(db, { id })
      return { id, username, email: account.email, full_name: account.full_name, api }
    },
    fill: (person: Person) => fillPerson(db, person, content),
  }
}
type PersonOptions = Parameters<TestApp['as']>[1] & { full_name?: string }

/** Content that all people share: a course, a lab, an exam, their flags, a feedback form. */
async function makeContent(db: Db) {
  const course = await makeCourse(db, 'roles')
  const lab = await makeLab(db, 'buckets')
  const exam = await makeExam(db, 'expert')
  const lesson = first(await db.select().from(schema.lessons).where(eq(schema.lessons.course_id, course.id)))
  const flag = { position: 0, title: 'The key', question: 'Which?', type: 'STATIC' as const, secret: 'FLAG{shared}' }
  const labFlag = first(
    await db
      .insert(schema.flags)
      .values({ ...flag, lab_id: lab.id })
      .returning(),
  )
  const form = first(await db.insert(schema.feedbackForms).values({ title: 'How was it' }).returning())
  const question = first(
    await db
      .insert(schema.feedbackQuestions)
      .values({ form_id: form.id, position: 0, kind: 'text', label: 'What was good' })
      .returning(),
  )
  const { id: question_id, kind, label, choices, required } = question
  const asked = [{ id: question_id, kind, label, choices, required }]
  await db
    .insert(schema.feedbackFormVersions)
    .values({ form_id: form.id, number: 1, anonymity_threshold: 3, questions: asked })
  const incident = first(await db.insert(schema.incidents).values({ title: 'Slow', from_at: new Date() }).returning())
  return { course, lab, exam, lesson, labFlag, form, question, incident }
}

/** Inserts a row of this person into every table with personal data. */
async function fillPerson(db: Db, person: Person, content: Awaited<ReturnType<typeof makeContent>>) {
  const { id, username, email, full_name } = person
  const { course, lab, exam, lesson, labFlag, form, question, incident } = content
  const mine = { user_id: id }
  const later = new Date(Date.now() + 86_400_000)
  await db
    .update(schema.users)
    .set({ company: `Company of ${full_name}`, country: 'EE' })
    .where(eq(schema.users.id, id))
  await db.insert(schema.mailTokens).values({ ...mine, kind: 'reset', token_hash: randomUUID(), expires_at: later })
  await db
    .insert(schema.factors)
    .values({ ...mine, kind: 'totp', name: `phone of ${username}`, secret_sealed: 'sealed' })
  await db
    .insert(schema.factorRemovals)
    .values({ ...mine, asked_by: randomUUID(), reason: `A phone of ${username} is lost`, due_at: later })
  await db.insert(schema.recoveryCodes).values({ ...mine, code_hash: 'hash-of-a-code' })
  const challenge = { purpose: 'step_up', hash: `hash-for-${username}`, expires_at: later } as const
  await db.insert(schema.passkeyChallenges).values({ ...mine, ...challenge })
  await db.insert(schema.idempotencyKeys).values({ account: id, operation: 'o', key: randomUUID(), request_hash: 'h' })
  await db.insert(schema.rateLimits).values([
    { key: `signin:name:${username}:127.0.0.1`, count: 1, resets_at: later },
    { key: `signin:name:${email.toLowerCase()}:127.0.0.1`, count: 1, resets_at: later },
    { key: `password:${id}:more`, count: 1, resets_at: later },
  ])
  await db.insert(schema.lessonProgress).values({ ...mine, lesson_id: lesson.id, course_id: course.id })
  await db.insert(schema.courseProgress).values({ ...mine, course_id: course.id, completed_at: new Date() })
  await db.insert(schema.watchClocks).values(mine)
  await db
    .insert(schema.notes)
    .values({ ...mine, lesson_id: lesson.id, course_id: course.id, text: `a note of ${username}` })
  await db.insert(schema.lessonBookmarks).values({ ...mine, lesson_id: lesson.id })
  const authored = { kind: 'courses' as const, item_id: randomUUID() }
  await db.insert(schema.contentDrafts).values({ ...authored, saved_by: id, publish_by: id })
  await db.insert(schema.contentRevisions).values({ ...authored, number: 1, source: 'editor', published_by: id })
  await db.insert(schema.betaTesters).values({ ...mine, course_id: course.id })
  await db.insert(schema.labAccess).values({ ...mine, lab_id: lab.id, extra_data: { ip: `address of ${username}` } })
  const attempt = first(
    await db
      .insert(schema.examAttempts)
      .values({ ...mine, exam_id: exam.id })
      .returning(),
  )
  await db.insert(schema.examLedger).values({ attempt_id: attempt.id, kind: 'start', incident_id: incident.id })
  const span = { from_at: new Date(0), until_at: new Date(1) }
  await db.insert(schema.accountBookings).values({ attempt_id: attempt.id, cloud: 'aws', ...span })
  await db.insert(schema.examSupport).values({
    ...{ attempt_id: attempt.id, asked_by: id, reason: `Help for ${username}` },
    ...{ confirm_by: 'code', code_hash: 'none', confirm_until: new Date(0) },
  })
  await db.insert(schema.conductCases).values({ attempt_id: attempt.id, evidence: `Seen of ${username}` })
  await db.insert(schema.extraPoints).values({ attempt_id: attempt.id, url: `https://example.org/${username}` })
  await db.insert(schema.examNotes).values({ attempt_id: attempt.id, text: `Notes of ${username}` })
  await db.insert(schema.examReports).values({ attempt_id: attempt.id, kind: 'flag', text: `Report of ${username}` })
  const deployment = first(
    await db
      .insert(schema.deployments)
      .values({
        ...mine,
        lab_id: lab.id,
        attempt_id: attempt.id,
        cloud: 'aws',
        state: 'ended',
        module_version: '1',
        duration_seconds: 60,
        outputs: { password: 'a-secret-output' },
        credentials_sealed: 'sealed-credentials',
      })
      .returning(),
  )
  const alarm = first(
    await db
      .insert(schema.alarms)
      .values({
        ...{ kind: 'pool_low', subject: randomUUID(), level: 'warning', sentence: 'Few accounts are free' },
        ...{ owner_id: id, muted_by: id, mute_reason: `${full_name} adds some` },
      })
      .returning(),
  )
  await db
    .insert(schema.alarmEvents)
    .values({ alarm_id: alarm.id, kind: 'muted', user_id: id, detail: `${full_name} adds some` })
  await db.insert(schema.alarmRoster).values({ ...mine, position: 1, from_hour: 8, until_hour: 18 })
  await db.insert(schema.deploymentEvents).values({ deployment_id: deployment.id, kind: 'state' })
  await db.insert(schema.deploymentInventories).values({ deployment_id: deployment.id, read_at: new Date() })
  const at = new Date(0)
  const shellState = { files: {}, env: {}, variables: {}, history: [`echo ${username}`], cwd: '/', exit: 0 }
  await db.insert(schema.shells).values({ deployment_id: deployment.id, state: shellState })
  await db.insert(schema.shellLog).values({
    ...{
      deployment_id: deployment.id,
      at,
      line_id: randomUUID(),
      identity: `user/${username}`,
      action: 's3:ListBuckets',
    },
    ...{ resource: '*', source_ip: '198.51.100.7', user_agent: 'aws-cli', record: 'management', kept: true, event: {} },
  })
  await db.insert(schema.defenseAnswers).values({
    ...{ ...mine, lab_id: lab.id, line_id: randomUUID(), rule: 0, line_right: true, rule_right: false },
  })
  await db.insert(schema.rehearsals).values({
    ...{ ...mine, lab_id: lab.id, key_hash: `token-for ${randomUUID()}`, network: '198.51.100.0/24', ends_at: later },
    ...{ resources: [], state: shellState, log: [], solved: [] },
  })
  const organisation = first(
    await db.insert(schema.organisations).values({ name: 'A company', kind: 'business' }).returning(),
  )
  await db.insert(schema.organisationManagers).values({ ...mine, organisation_id: organisation.id })
  await db.insert(schema.organisationInvitations).values({
    ...{ organisation_id: organisation.id, email, token_hash: `hash ${randomUUID()}`, invited_by: id, accepted_by: id },
    ...{ expires_at: later, ended_at: at },
  })
  const reservation = first(
    await db
      .insert(schema.groupReservations)
      .values({
        name: 'A class',
        cloud: 'aws',
        accounts: 1,
        from_at: new Date(0),
        until_at: new Date(1),
        created_by: id,
      })
      .returning(),
  )
  await db.insert(schema.groupMembers).values({ ...mine, reservation_id: reservation.id })
  const freeze = first(
    await db
      .insert(schema.freezes)
      .values({ ...mine, reason: `An abuse notice about ${username}`, lifted_at: new Date() })
      .returning(),
  )
  const frozenAccount = first(
    await db
      .insert(schema.cloudAccounts)
      .values({ cloud: 'aws', account_id: randomUUID(), name: 'A', region: 'r' })
      .returning(),
  )
  await db
    .insert(schema.freezeAccounts)
    .values({ freeze_id: freeze.id, cloud_account_id: frozenAccount.id, deployment_id: deployment.id })
  const flag = { ...mine, flag_id: labFlag.id }
  await db
    .insert(schema.plantedFlags)
    .values({ ...flag, deployment_id: deployment.id, fingerprint: `fingerprint of ${username}` })
  await db.insert(schema.flagTries).values({ ...flag, value: 'FLAG{shared}', correct: true, attempt_id: attempt.id })
  await db.insert(schema.flagSolves).values({ ...flag, points: 5 })
  await db.insert(schema.flagHints).values({ ...flag, cost: 1 })
  await db.insert(schema.flagAlerts).values({ ...flag, owner_id: id })
  const order = first(
    await db
      .insert(schema.orders)
      .values({
        ...mine,
        number: `F-${username}`,
        state: 'fulfilled',
        kind: 'course',
        target_id: course.id,
        slug: 'roles',
        title: 'Course roles',
        quantity: 2,
        recipients: [`friend-of-${username}@example.org`],
        gift_message: `From ${full_name}, with love`,
        gift_on: '2026-12-24',
        visibility: 'progress',
        billing: { company: `Company of ${full_name}`, reference: email },
        unit_amount: 100_00,
        total_amount: 200_00,
        provider: 'demo',
        paid_at: new Date(),
      })
      .returning(),
  )
  await db.insert(schema.orders).values({
    ...{ ...mine, number: `D-${username}`, state: 'awaiting_payment', kind: 'course', target_id: course.id },
    ...{ slug: 'roles', title: 'Course roles', quantity: 1, unit_amount: 1, total_amount: 1, provider: 'demo' },
    billing: { reference: `unpaid of ${username}` },
  })
  const seller = {
    ...{ name: 'Flagyard', address: 'Hamburg', country: 'DE', tax_id: null, iban: null, bic: null },
    ...{ email: 'billing@flagyard.example', footer: '' },
  }
  await db.insert(schema.invoices).values({
    ...{ number: username.length * 1000 + (username.codePointAt(0) ?? 0), series: 'F', kind: 'invoice' },
    ...{ order_id: order.id, seller, buyer: { name: full_name, reference: email }, lines: [] },
    ...{ total_amount: 200_00, tax_amount: 0 },
  })
  await db.insert(schema.refunds).values({ order_id: order.id, amount: 1, reason: 'A gesture' })
  await db.insert(schema.disputes).values({
    ...{
      order_id: order.id,
      provider: 'demo',
      number: `dp_${order.id}`,
      amount: 200_00,
      reason: 'fraudulent',
      state: 'won',
    },
  })
  await db.insert(schema.transfers).values({
    ...{ order_id: order.id, amount: 200_00, received_on: '2026-11-20', reference: `From ${full_name}` },
  })
  const payout = first(
    await db
      .insert(schema.payouts)
      .values({ provider: 'stripe', number: `po_${order.id}`, amount: 1, state: 'paid', arrives_at: new Date() })
      .returning(),
  )
  await db.insert(schema.payoutLines).values({
    ...{ payout_id: payout.id, number: `txn_${order.id}`, kind: 'payment', amount: 1, fee: 0, net: 1 },
    ...{ order_id: order.id, happened_at: new Date() },
  })
  const voucher = { kind: 'course' as const, course_id: course.id }
  await db.insert(schema.vouchers).values([
    {
      ...voucher,
      code: `BOUGHT-${username}`,
      order_id: order.id,
      seat: 1,
      owner_id: id,
      recipient: 'friend@example.org',
    },
    { ...voucher, code: `GIVEN-${username}`, recipient: email.toUpperCase() },
  ])
  await db.insert(schema.entitlements).values({ ...mine, ...voucher, source: 'purchase', order_id: order.id })
  await db.insert(schema.certificates).values({
    ...{ ...mine, id: `certificate-of-${id}`, course_id: course.id, type: 'required' },
    ...{ name: full_name, title: 'Course roles', company: `Company of ${full_name}` },
  })
  await db.insert(schema.certificateCorrections).values({
    ...{ ...mine, certificate_id: `certificate-of-${id}`, name: `${full_name} II`, printed: full_name },
    reason: `Asked by ${email}`,
  })
  await db
    .insert(schema.badgePositions)
    .values({ list: 1, position: randomInt(131_072), certificate_id: `certificate-of-${id}`, name_hash: 'h' })
  await db
    .insert(schema.certificateChecks)
    .values({ certificate_id: `certificate-of-${id}`, month: '2026-11-01', kind: 'page' })
  await db.insert(schema.certificateVersions).values({
    ...{ certificate_id: `certificate-of-${id}`, version: 1, snapshot: { name: full_name } },
  })
  const response = first(
    await db
      .insert(schema.feedbackResponses)
      .values({ ...mine, course_id: course.id, form_id: form.id, form_version: 1, quote_as: 'initials' })
      .returning(),
  )
  const answered = first(
    await db
      .insert(schema.feedbackAnswers)
      .values({ response_id: response.id, question_id: question.id, text: 'It was good' })
      .returning(),
  )
  await db.insert(schema.feedbackQuotes).values({ answer_id: answered.id, course_id: course.id })
  await db
    .insert(schema.legalVersions)
    .values({ page: 'terms', version: 1, markdown: 'Text', summary: '', needs_acceptance: true })
    .onConflictDoNothing()
  await db.insert(schema.legalAcceptances).values({
    ...{ ...mine, page: 'terms', version: 1, via: 'sign_up', accepted_at: new Date() },
  })
  await db.insert(schema.lessonReports).values({
    ...{ ...mine, course_id: course.id, lesson_id: lesson.id, kind: 'wrong', words: 'The key is missing' },
    ...{ answer: 'It is there now', state: 'closed', decided_at: new Date() },
  })
  await db.insert(schema.outbox).values([
    { ...{ kind: 'reset', subject: 'Reset', text: `token-for-${username}`, html: '', recipient: email }, ...mine },
    {
      ...{ kind: 'voucher', recipient: 'friend@example.org', subject: `From ${full_name}`, state: 'sent' },
      ...{ text: `${full_name} <${email}> has given you access`, html: `<p>${full_name.replace("'", '&#x27;')}</p>` },
    },
  ])
  await db
    .insert(schema.addressRequests)
    .values({ email: email.toLowerCase(), token_hash: randomUUID(), expires_at: later })
  const subject = { type: 'user', id: username }
  const before = { email, full_name, company: 'Anything', roles: ['user'] }
  await recordAudit(db, { actor: null, action: 'users.update', subject, before, reason: `Asked by ${email}` })
  await recordAudit(db, {
    actor: { id, username },
    action: 'banners.update',
    subject: { type: 'course', id: 'roles' },
    after: { added: [username], status: username },
    address: '192.0.2.9',
  })
  await recordAudit(db, {
    actor: null,
    action: 'certificates.update',
    subject: { type: 'certificate', id: `certificate-of-${id}` },
    before: { name: full_name },
    after: { mailed_to: email },
  })
  const [job] = await db
    .insert(schema.bulkJobs)
    .values({
      ...{ kind: 'users.disable', actor_id: id, actor: username, address: '192.0.2.9', total: 1 },
      input: { filter: { q: email } },
      reason: `Asked by ${email}`,
      stopped_because: `${email} may not do this any more.`,
    })
    .returning({ id: schema.bulkJobs.id })
  if (job) await db.insert(schema.bulkItems).values({ job_id: job.id, position: 1, item: username })
}

/** All rows of the database as text, by table. */
export async function dump(db: Db): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const value of Object.values<unknown>(schema)) {
    if (!is(value, PgTable)) continue
    const rows = await db.select().from(value)
    found.set(
      getTableConfig(value).name,
      rows.map((row) => JSON.stringify(row)),
    )
  }
  return found
}

/** Tables that contain a word, ignoring case. */
export const tablesWith = (rows: Map<string, string[]>, word: string): string[] =>
  [...rows]
    .filter(([, texts]) => texts.some((text) => text.toLowerCase().includes(word.toLowerCase())))
    .map(([name]) => name)
    .sort()
