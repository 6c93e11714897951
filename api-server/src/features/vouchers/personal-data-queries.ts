import { asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.ts'
import { courses, exams, labs, vouchers } from '../../db/schema/index.ts'
import { namesAddress } from '../../extension-points/names-address-sql.ts'
import { namesPerson } from '../../extension-points/names-person-sql.ts'
import { because, type PersonalData, personalColumns } from '../../extension-points/personal-data.ts'
import { redactAddress, redactPerson } from '../../extension-points/redact.ts'

const usable = 'whoever was given the voucher can still use it'
const administrators = 'what administrators wrote for each other'

const bought = personalColumns(vouchers, {
  id: { notExported: because.ours, kept: usable },
  code: { notExported: 'a code is like cash', kept: usable },
  kind: { exported: true, kept: usable },
  course_id: { notExported: because.ours, kept: usable },
  lab_id: { notExported: because.ours, kept: usable },
  exam_id: { notExported: because.ours, kept: usable },
  order_id: { notExported: because.ours, kept: usable },
  seat: { notExported: because.ours, kept: usable },
  batch_id: { notExported: because.ours, kept: usable },
  owner_id: { notExported: 'told as whether I bought it', erased: true },
  organisation_id: { notExported: because.ours, kept: 'a company, and no person' },
  organisation: { notExported: 'the company that paid, as its order tells', kept: 'a company, and no person' },
  recipient: {
    notExported: 'told as whether it was given to me; another’s address is theirs',
    erased: true,
    byAddress: 'erased',
  },
  note: { notExported: administrators, redacted: true, byAddress: 'redacted' },
  uses: { exported: true, kept: usable },
  used: { exported: true, kept: usable },
  state: { exported: true, kept: usable },
  expires_at: { exported: true, kept: usable },
  suspended_at: { exported: true, kept: usable },
  reason: { notExported: administrators, redacted: true, byAddress: 'redacted' },
  created_at: { exported: true, kept: usable },
  activated_at: { exported: true, kept: usable },
  mail_after: { notExported: because.work, kept: usable },
  mail_waits: { notExported: because.work, kept: usable },
  version: { notExported: because.work, kept: usable },
  searched: { notExported: 'follows the columns it is made of', erased: true },
})

const words = sql`concat_ws(' ', ${vouchers.note}, ${vouchers.reason})`

/** Exported voucher columns, with the slug of the content. */
const select = <More extends Record<string, SQL | PgColumn>>(db: Db, more: More) =>
  db
    .select({ ...more, ...bought.shown, of: sql<string>`coalesce(${courses.slug}, ${labs.slug}, ${exams.slug})` })
    .from(vouchers)
    .leftJoin(courses, eq(courses.id, vouchers.course_id))
    .leftJoin(labs, eq(labs.id, vouchers.lab_id))
    .leftJoin(exams, eq(exams.id, vouchers.exam_id))

export const voucherData: PersonalData = {
  name: 'vouchers',
  tables: [bought],
  kept: 'Vouchers, without your name: those of an order stay with it, and whoever was given one can still use it.',
  async collect(db, { id, email }) {
    const mine = await select(db, {
      bought_by_me: sql<boolean>`coalesce(${vouchers.owner_id} = ${id}, false)`,
      given_to_me: sql<boolean>`coalesce(${isGivenTo(email)}, false)`,
    })
      .where(or(eq(vouchers.owner_id, id), isGivenTo(email)))
      .orderBy(asc(vouchers.created_at))
    return { vouchers: mine }
  },
  async erase(tx, person) {
    const { id, email } = person
    await tx.update(vouchers).set({ owner_id: null }).where(eq(vouchers.owner_id, id))
    await tx.update(vouchers).set({ recipient: null }).where(isGivenTo(email))
    const naming = await tx
      .select({ id: vouchers.id, note: vouchers.note, reason: vouchers.reason })
      .from(vouchers)
      .where(namesPerson(sql`lower(${words})`, person))
    for (const { id: voucher, note, reason } of naming)
      await tx
        .update(vouchers)
        .set({ note: redactPerson(note, person), reason: reason && redactPerson(reason, person) })
        .where(eq(vouchers.id, voucher))
  },
  ofAddress: {
    async collect(db, { email }) {
      const given = await select(db, { at: vouchers.created_at })
        .where(isGivenTo(email))
        .orderBy(asc(vouchers.created_at))
      const naming = await db
        .select({ at: vouchers.created_at })
        .from(vouchers)
        .where(namesAddress(words, email))
        .orderBy(asc(vouchers.created_at))
      return [
        {
          what: 'Vouchers given to you',
          erasure: 'Your address will be removed. An unused voucher still works for whoever has its code.',
          rows: given,
        },
        {
          what: 'Notes about vouchers that mention your address',
          erasure: 'Your address will be removed.',
          rows: naming,
        },
      ]
    },
    async erase(tx, { email }) {
      await tx.update(vouchers).set({ recipient: null }).where(isGivenTo(email))
      const naming = await tx
        .select({ id: vouchers.id, note: vouchers.note, reason: vouchers.reason })
        .from(vouchers)
        .where(namesAddress(words, email))
      for (const { id, note, reason } of naming)
        await tx
          .update(vouchers)
          .set({ note: redactAddress(note, email), reason: reason && redactAddress(reason, email) })
          .where(eq(vouchers.id, id))
    },
  },
}

const isGivenTo = (email: string) => sql`lower(${vouchers.recipient}) = ${email.toLowerCase()}`
