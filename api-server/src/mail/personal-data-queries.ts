import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { outbox } from '../db/schema/index.ts'
import { namesAddress } from '../extension-points/names-address-sql.ts'
import { type Address, because, type PersonalData, personalRows } from '../extension-points/personal-data.ts'
import { inHtml, redactAddress, redactPerson } from '../extension-points/redact.ts'

const mayOpen = 'may hold links and codes that open something'

const mails = personalRows(outbox, {
  id: { notExported: because.ours },
  kind: { exported: true },
  dedupe_key: { notExported: because.ours },
  about: { notExported: because.ours },
  user_id: { notExported: because.ours },
  recipient: { notExported: 'the address of the account, which its own file tells', byAddress: 'erased' },
  subject: { exported: true, byAddress: 'redacted' },
  text: { notExported: mayOpen, byAddress: 'redacted' },
  html: { notExported: mayOpen, byAddress: 'redacted' },
  attachments: { notExported: mayOpen },
  state: { exported: true },
  attempts: { notExported: because.work },
  next_at: { notExported: because.work },
  message_id: { notExported: because.ours },
  last_error: { notExported: because.work },
  created_at: { exported: true },
  sent_at: { exported: true },
})

/** Mails to a former address of an activated account belong to that account: the mailbox may have a different owner today. */
const isToAddress = ({ email, begun }: Address) =>
  and(isTo(email), or(isNull(outbox.user_id), inArray(outbox.user_id, begun)))
const isTo = (email: string) => sql`lower(${outbox.recipient}) = ${email.toLowerCase()}`
const text = sql`(${outbox.subject} || ' ' || ${outbox.text} || ' ' || ${outbox.html})`

export const mailData: PersonalData = {
  name: 'mails',
  tables: [mails],
  erased: 'The mails we sent you.',
  async collect(db, { id, email }) {
    const sent = await db
      .select(mails.shown)
      .from(outbox)
      .where(or(eq(outbox.user_id, id), isTo(email)))
      .orderBy(asc(outbox.created_at))
    return { mails: sent }
  },
  async erase(tx, person) {
    const { id, email, full_name } = person
    await tx.delete(outbox).where(or(eq(outbox.user_id, id), isTo(email)))
    // Mails to others that name the person, such as a mail with a voucher.
    const naming = await tx
      .select({ id: outbox.id, subject: outbox.subject, text: outbox.text, html: outbox.html })
      .from(outbox)
      .where(
        or(
          sql`position(${email.toLowerCase()} in lower(${text})) > 0`,
          sql`position(${full_name} in ${text}) > 0`,
          sql`position(${inHtml(full_name)} in ${outbox.html}) > 0`,
        ),
      )
    for (const mail of naming)
      await tx
        .update(outbox)
        .set({
          subject: redactPerson(mail.subject, person),
          text: redactPerson(mail.text, person),
          html: redactPerson(mail.html, { ...person, full_name: inHtml(full_name) }),
        })
        .where(eq(outbox.id, mail.id))
  },
  ofAddress: {
    async collect(db, address) {
      const rows = await db
        .select({ at: outbox.created_at, kind: outbox.kind, subject: outbox.subject, state: outbox.state })
        .from(outbox)
        .where(isToAddress(address))
        .orderBy(asc(outbox.created_at))
      return [{ what: 'E-mails we sent you', erasure: 'They will be erased.', rows }]
    },
    async erase(tx, address) {
      const { email } = address
      await tx.delete(outbox).where(isToAddress(address))
      const naming = await tx
        .select({ id: outbox.id, subject: outbox.subject, text: outbox.text, html: outbox.html })
        .from(outbox)
        .where(namesAddress(text, email))
      for (const { id, ...mail } of naming)
        await tx
          .update(outbox)
          .set({
            subject: redactAddress(mail.subject, email),
            text: redactAddress(mail.text, email),
            html: redactAddress(redactAddress(mail.html, email), inHtml(email)),
          })
          .where(eq(outbox.id, id))
    },
  },
}
