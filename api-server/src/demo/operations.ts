import type { BulkActionName, WebhookEvent } from '@flagyard/api-types'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { OUTAGE } from './attempts.ts'
import { addEntry } from './casework.ts'
import { adminId } from './people.ts'
import { after, createRandom, DAY, idOf, MINUTE, SECOND } from './random.ts'
import type { Rows, Story } from './rows.ts'

/** Bulk jobs, an outage during an exam, a conduct case, webhook deliveries and payouts. */
export function addOperations(rows: Rows, story: Story): void {
  addRevokedVouchers(rows)
  addOutage(rows)
  addConductCase(rows, story.now)
  addPayouts(rows, story.now)
  addWebhook(rows, story)
}

interface Job {
  action: BulkActionName
  at: Date
  reason: string
  incident_id?: string
  /** Each with its audit entry. */
  items: {
    id: string
    memo: Record<string, unknown>
    entry: { action: AuditAction; subject: { type: string; id: string }; before: object; after: object }
  }[]
}

/** A finished job of the administrator, who selected the rows one by one. */
function addBulkJob(rows: Rows, { action, at, reason, incident_id, items }: Job): void {
  const id = idOf(`bulk ${action} ${at.toISOString()}`)
  const total = items.length
  const finished_at = after(at, SECOND)
  rows.bulkJobs.push({
    id,
    kind: action,
    actor_id: adminId,
    actor: 'admin',
    address: '127.0.0.1',
    reason,
    incident_id,
    input: { rows: total },
    state: 'done',
    total,
    done: total,
    created_at: at,
    started_at: at,
    beat_at: finished_at,
    finished_at,
    undo_until: after(finished_at, 10 * MINUTE),
  })
  const subject = { type: 'bulk_job', id }
  addEntry(rows, { action: 'bulk.start', subject, at, after: { action, total }, reason, job_id: id })
  for (const [index, { id: item, memo, entry }] of items.entries()) {
    rows.bulkItems.push({ job_id: id, position: index + 1, item, state: 'done', memo })
    addEntry(rows, { ...entry, at: finished_at, reason, job_id: id })
  }
}

/** The vouchers of a batch that were printed by mistake. */
function addRevokedVouchers(rows: Rows): void {
  const revoked = rows.vouchers.filter(({ state, batch_id }) => state === 'revoked' && batch_id)
  const [first] = revoked
  if (!first?.created_at || !first.reason) return
  addBulkJob(rows, {
    action: 'vouchers.revoke',
    at: after(first.created_at, 2 * DAY),
    reason: first.reason,
    items: revoked.map(({ id = '', used }) => ({
      id,
      memo: { state: 'available', reason: null, version: 2, entitlements: [] },
      entry: {
        action: 'vouchers.revoke',
        subject: { type: 'voucher', id },
        before: { state: 'available', used },
        after: { state: 'revoked', access_closed: 0 },
      },
    })),
  })
}

/** The incident whose stop and resumption are in a candidate's ledger, with the two jobs that wrote them. */
function addOutage(rows: Rows): void {
  const { id, title, reason, minutes } = OUTAGE
  const [stop, resume] = rows.examLedger.filter(({ incident_id }) => incident_id === id)
  const attempt = rows.examAttempts.find((row) => row.id === stop?.attempt_id)
  const username = rows.users.find((user) => user.id === attempt?.user_id)?.username
  const exam = rows.exams.find((row) => row.id === attempt?.exam_id)?.slug
  if (!stop?.at || !resume?.at || !attempt?.id || !attempt.started_at || !username) return
  const scope = { title, cloud: 'aws' as const, region: null }
  const from_at = after(stop.at, -4 * MINUTE)
  const until_at = after(resume.at, -MINUTE)
  rows.incidents.push({
    ...scope,
    id,
    from_at,
    until_at,
    actor_id: adminId,
    created_at: stop.at,
    updated_at: resume.at,
  })
  const subject = { type: 'exam_incident', id }
  const opened = { ...scope, exam: null, from_at: from_at.toISOString(), until_at: null }
  addEntry(rows, { action: 'incidents.create', subject, at: stop.at, after: opened })
  const end = { before: { until_at: null }, after: { until_at: until_at.toISOString() } }
  addEntry(rows, { action: 'incidents.update', subject, at: resume.at, ...end })
  const active_until = after(attempt.active_until ?? resume.at, -minutes * MINUTE)
  const doOne = (name: 'stop' | 'resume', at: Date, outcome: object) =>
    addBulkJob(rows, {
      action: `incidents.${name}`,
      at: after(at, -SECOND),
      reason,
      incident_id: id,
      items: [
        {
          id: attempt.id ?? '',
          memo: {},
          entry: {
            action: `exams.${name}`,
            subject: { type: 'user', id: username },
            before: { exam, state: 'active', active_until: name === 'stop' ? active_until : null },
            after: { exam, incident: title, ...outcome },
          },
        },
      ],
    })
  doOne('stop', stop.at, { clock_stopped_at: stop.at })
  doOne('resume', resume.at, { stood_seconds: minutes * 60 })
}

/** A result that looked too fast, and was explained. */
function addConductCase(rows: Rows, now: Date): void {
  const attempt = rows.examAttempts.find(
    ({ state, decided_at }) => state === 'passed' && Number(decided_at) < Number(after(now, -8 * DAY)),
  )
  const username = rows.users.find((user) => user.id === attempt?.user_id)?.username
  const exam = rows.exams.find((row) => row.id === attempt?.exam_id)?.slug
  if (!attempt?.id || !attempt.decided_at || !username) return
  const evidence = 'The last two flags were submitted within one minute, eleven hours after the ones before.'
  const decision = 'The notes in the room show the work on both, in this order.'
  const created_at = after(attempt.decided_at, DAY)
  const decided_at = after(created_at, 3 * DAY)
  rows.conductCases.push({
    id: idOf('conduct case'),
    attempt_id: attempt.id,
    state: 'dismissed' as const,
    evidence,
    opened_by: adminId,
    created_at,
    answer: 'I had both values in my notes and submitted them together at the end.',
    answered_at: after(created_at, DAY),
    decision,
    decided_by: adminId,
    decided_at,
  })
  rows.examLedger.push({
    id: idOf('ledger conduct case'),
    attempt_id: attempt.id,
    kind: 'conduct',
    reason: decision,
    actor_id: adminId,
    from_at: decided_at,
    at: decided_at,
  })
  const about = { subject: { type: 'user', id: username } }
  const facts = { exam, state: attempt.state }
  const opened = { before: { ...facts, under_review: false }, after: { ...facts, under_review: true } }
  addEntry(rows, { ...about, ...opened, action: 'exams.open_case', at: created_at, reason: evidence })
  const dismissed = { before: { ...facts, evidence }, after: { ...facts, barred_until: null } }
  addEntry(rows, { ...about, ...dismissed, action: 'exams.dismiss_case', at: decided_at, reason: decision })
}

/** On the third of a month the provider pays out what was paid and refunded in the month before, without its fee of 1.5 % and 25 cents. */
function addPayouts(rows: Rows, now: Date): void {
  const orders = rows.orders.filter(({ provider, paid_at }) => provider === 'demo' && paid_at)
  const lines = [
    ...orders.map(({ id, paid_at, total_amount, provider_session }) => {
      const fee = total_amount && Math.round(total_amount * 0.015) + 25
      const payment = { order_id: id, payment: provider_session, happened_at: paid_at ?? now }
      return { ...payment, kind: 'payment' as const, amount: total_amount, fee, net: total_amount - fee }
    }),
    ...rows.refunds.flatMap(({ order_id, amount, created_at }) => {
      const order = orders.find(({ id }) => id === order_id)
      if (!order) return []
      const refund = { order_id, payment: order.provider_session, happened_at: created_at ?? now }
      return [{ ...refund, kind: 'refund' as const, amount: -amount, fee: 0, net: -amount }]
    }),
  ]
  for (const [month, ofMonth] of Map.groupBy(lines, ({ happened_at }) => happened_at.toISOString().slice(0, 7))) {
    const arrives_at = new Date(`${month}-03T06:00:00Z`)
    arrives_at.setUTCMonth(arrives_at.getUTCMonth() + 1)
    if (arrives_at > now) continue
    const number = `po_demo_${month.replace('-', '_')}`
    const id = idOf(`payout ${number}`)
    const amount = ofMonth.reduce((sum, { net }) => sum + net, 0)
    rows.payouts.push({
      id,
      provider: 'demo',
      number,
      amount,
      currency: 'EUR',
      state: 'paid',
      lines_amount: amount,
      arrives_at,
      read_at: arrives_at,
      created_at: arrives_at,
    })
    for (const [index, line] of ofMonth.entries())
      rows.payoutLines.push({ ...line, id: idOf(`${number} ${index}`), payout_id: id, number: `txn_demo_${index + 1}` })
  }
}

/** An endpoint of another system, switched off yesterday, so that the demo sends nothing anywhere. */
function addWebhook(rows: Rows, { now, seal }: Story): void {
  const id = idOf('webhook')
  const created_at = after(now, -24 * DAY)
  const updated_at = after(now, -DAY)
  const fields = {
    description: 'Certificates for the partner directory',
    events: ['certificate.issued'] as WebhookEvent[],
  }
  const issued = rows.certificates.filter(
    ({ issued_at }) => issued_at && issued_at > created_at && issued_at < updated_at,
  )
  for (const { id: certificate_id, title, type, user_id, issued_at } of issued) {
    const event_id = idOf(`event ${certificate_id}`)
    const at = issued_at ?? now
    const attempts = createRandom(`delivery ${certificate_id}`).chance(0.25) ? 2 : 1
    const delivered_at = after(at, attempts * 20 * SECOND)
    const data = { certificate_id, title, type, user_id }
    rows.webhookDeliveries.push({
      id: idOf(`delivery ${certificate_id}`),
      webhook_id: id,
      event_id,
      event: 'certificate.issued',
      body: JSON.stringify({ id: event_id, type: 'certificate.issued', timestamp: at.toISOString(), data }),
      state: 'delivered',
      attempts,
      status: 204,
      excerpt: '',
      created_at: at,
      next_at: delivered_at,
      tried_at: delivered_at,
      delivered_at,
    })
  }
  const host = 'directory.partner.example'
  const last_delivered_at = rows.webhookDeliveries
    .map((row) => row.delivered_at ?? null)
    .toSorted((a, b) => Number(a) - Number(b))
    .at(-1)
  rows.webhooks.push({
    ...fields,
    id,
    url: `https://${host}/flagyard`,
    is_on: false,
    last_delivered_at,
    created_at,
    updated_at,
    version: 2,
    // No server answers at the demo's endpoint.
    secret_sealed: seal('webhook-secret', id, `whsec_${Buffer.from(id).toString('base64')}`),
  })
  const subject = { type: 'webhook', id }
  addEntry(rows, { action: 'webhooks.create', subject, at: created_at, after: { host, ...fields, is_on: true } })
  const off = { before: { is_on: true }, after: { is_on: false } }
  addEntry(rows, { action: 'webhooks.update', subject, at: updated_at, ...off })
}
