import { createHash } from 'node:crypto'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { ContentKind } from '../../db/schema/index.ts'
import { adminId, type Learner, learners } from '../people.ts'
import { after, codeOf, DAY, idOf } from '../random.ts'
import type { Rows } from '../rows.ts'
import { type Buyer, COURSES, grant, sam, sell, targetOf } from './sales.ts'

interface Batch {
  kind: ContentKind
  slug: string
  count: number
  daysAgo: number
  note: string
  organisation?: string
  used: number
  expiresInDays?: number
  revoked?: number
}

const BATCHES: Batch[] = [
  {
    kind: 'course',
    slug: COURSES[0],
    count: 12,
    daysAgo: 75,
    note: 'Handed out at the autumn conference',
    used: 2,
    expiresInDays: 90,
    revoked: 2,
  },
  { kind: 'course', slug: COURSES[1], count: 4, daysAgo: 150, note: 'Summer raffle', used: 1, expiresInDays: -20 },
  {
    kind: 'lab',
    slug: 'borrowed-service-account',
    count: 5,
    daysAgo: 30,
    note: 'For the meet-up in Lyon',
    used: 1,
    expiresInDays: 60,
  },
  {
    kind: 'exam',
    slug: 'aws-red-team-expert',
    count: 3,
    daysAgo: 20,
    note: 'Second chances after the outage in October',
    organisation: 'Nordlicht Versicherung',
    used: 0,
    expiresInDays: 180,
  },
]

/** Vouchers created by administrators, and a company's order of seats: used, unused, expired and revoked. */
export function addBatches(rows: Rows, now: Date): void {
  BATCHES.forEach((batch, number) => {
    const created_at = after(now, -batch.daysAgo * DAY)
    const expires_at = batch.expiresInDays === undefined ? null : after(now, batch.expiresInDays * DAY)
    const expired = expires_at !== null && expires_at < now
    const users = without(rows, batch.kind, batch.slug, now).slice(2, 2 + batch.used)
    for (let place = 0; place < batch.count; place++) {
      const id = idOf(`batch ${number} ${place}`)
      const user = users[place]
      const revoked = place >= batch.count - (batch.revoked ?? 0)
      const activated_at = user ? after(latest(user.joined, created_at), 2 * DAY) : null
      rows.vouchers.push({
        ...targetOf(batch.kind, batch.slug),
        id,
        code: codeOf(id),
        batch_id: idOf(`batch ${number}`),
        organisation: batch.organisation ?? null,
        organisation_id: batch.organisation === nordlicht.name ? nordlicht.id : null,
        note: batch.note,
        used: user ? 1 : 0,
        state: user ? 'activated' : revoked ? 'revoked' : expired ? 'expired' : 'available',
        reason: revoked ? 'Printed by mistake' : null,
        expires_at,
        created_at,
        activated_at,
      })
      if (user && activated_at) {
        const { kind, slug } = batch
        grant(rows, { kind, slug, user: user.id, source: 'voucher', voucher_id: id, at: activated_at })
      }
    }
    auditBatch(rows, batch, number, created_at)
  })
  addTeam(rows, now)
  grantFreeAccess(rows, now)
}

/** A manager buys eight seats by invoice for an organisation: three colleagues study, three are invited, two seats are free. */
function addTeam(rows: Rows, now: Date): void {
  const buyer = learners(now)[20]
  if (!buyer) return
  const team = without(rows, 'course', COURSES[1], now)
    .filter(({ company }) => company)
    .slice(-3)
  const asked = ['i.weber', 'c.lorenz', 'm.thiele'].map((name) => `${name}@nordlicht.example`)
  const at = after(now, -64 * DAY)
  const recipients = [...team.map(({ username }) => `${username.replace('-', '.')}@mail.example`), ...asked]
  const organisation = addOrganisation(rows, buyer, at)
  const order = {
    ...({ kind: 'course', slug: COURSES[1], quantity: 8, provider: 'invoice', recipients, organisation } as const),
    visibility: 'progress' as const,
  }
  sell(rows, { key: 'team', buyer, at, ...order })
  // Not paid yet: finance is waiting for the transfer.
  const waiting = { ...order, quantity: 5, recipients: [] as string[], state: 'awaiting_payment' as const }
  sell(rows, { key: 'team again', buyer, at: after(now, -4 * DAY), ...waiting })
  team.forEach((member, seat) => {
    const voucher = rows.vouchers.find(({ id }) => id === idOf(`voucher team ${COURSES[1]} ${seat}`))
    if (!voucher) return
    const activated_at = after(latest(at, member.joined), (10 + seat) * DAY)
    Object.assign(voucher, { state: 'activated', used: 1, activated_at })
    const from = { order_id: idOf('order team'), voucher_id: idOf(`voucher team ${COURSES[1]} ${seat}`) }
    grant(rows, { kind: 'course', slug: COURSES[1], user: member.id, source: 'voucher', at: activated_at, ...from })
  })
}

function grantFreeAccess(rows: Rows, now: Date): void {
  const [guest] = without(rows, 'course', COURSES[2], now).slice(-8)
  if (!guest) return
  const at = after(now, -25 * DAY)
  const reason = 'Reviewed the Azure labs for us'
  grant(rows, { kind: 'course', slug: COURSES[2], user: guest.id, source: 'administrator', at, reason })
}

/** Learners in good standing who have had an account for a while and do not own it yet, oldest account last. */
function without(rows: Rows, kind: ContentKind, slug: string, now: Date): Learner[] {
  const { course_id, lab_id, exam_id } = targetOf(kind, slug)
  const target = course_id ?? lab_id ?? exam_id
  const owners = new Set(
    rows.entitlements
      .filter((one) => [one.course_id, one.lab_id, one.exam_id].includes(target))
      .map((one) => one.user_id),
  )
  return learners(now).filter(
    ({ id, state, joined }) => state === 'active' && joined < after(now, -30 * DAY) && !owners.has(id),
  )
}

const latest = (one: Date, other: Date) => (one > other ? one : other)

function auditBatch(rows: Rows, { kind, slug, count, note }: Batch, number: number, at: Date): void {
  rows.audit.push({
    id: idOf(`audit batch ${number}`),
    at,
    actor_id: adminId,
    actor: 'admin',
    action: 'vouchers.create' satisfies AuditAction,
    subject_type: 'voucher_batch',
    subject_id: idOf(`batch ${number}`),
    after: { kind, target: slug, count },
    reason: note,
    address: '127.0.0.1',
  })
}

const nordlicht = { id: idOf('organisation nordlicht'), name: 'Nordlicht Versicherung' }

const details = {
  kind: 'business' as const,
  country: 'DE',
  tax_id: 'DE136695976',
  address: 'Hafenstraße 1, 20457 Hamburg',
  reference: 'Training 2026',
  invoice_email: 'invoices@nordlicht.example',
}

/** A company with two managers, including Sam, and a third who is invited. */
function addOrganisation(rows: Rows, buyer: Buyer, at: Date) {
  const { id, name } = nordlicht
  const founded = after(at, -DAY)
  rows.organisations.push({ ...nordlicht, ...details, created_at: founded })
  rows.organisationManagers.push(
    { organisation_id: id, user_id: buyer.id, joined_at: founded },
    { organisation_id: id, user_id: sam.id, joined_at: after(at, 20 * DAY) },
  )
  const sent_at = after(at, 62 * DAY)
  rows.organisationInvitations.push({
    id: idOf('invitation nordlicht'),
    organisation_id: id,
    email: 't.hansen@nordlicht.example',
    // No link in the demo opens it: the mail was sent before the demo began.
    token_hash: createHash('sha256').update('invitation nordlicht').digest('base64url'),
    invited_by: buyer.id,
    created_at: sent_at,
    sent_at,
    expires_at: after(sent_at, 14 * DAY),
  })
  return { id, billing: { company: name, ...details } }
}
