import { asc, eq, or, sql } from 'drizzle-orm'
import { outbox } from '../db/schema/index.ts'
import { because, type PersonalData, personalRows } from '../extension-points/personal-data.ts'
import { inHtml, redactPerson } from '../extension-points/redact.ts'

const mayOpen = 'may hold links and codes that open something'

const mails = personalRows(outbox, {
  id: { notExported: because.ours },
  kind: { exported: true },
  dedupe_key: { notExported: because.ours },
  user_id: { notExported: because.ours },
  recipient: { notExported: 'the address of the account, which its own file tells' },
  subject: { exported: true },
  text: { notExported: mayOpen },
  html: { notExported: mayOpen },
  attachments: { notExported: mayOpen },
  state: { exported: true },
  attempts: { notExported: because.work },
  next_at: { notExported: because.work },
  message_id: { notExported: because.ours },
  last_error: { notExported: because.work },
  created_at: { exported: true },
  sent_at: { exported: true },
})

export const mailData: PersonalData = {
  name: 'mails',
  tables: [mails],
  erased: 'The mails we sent you.',
  async collect(db, { id, email }) {
    const sent = await db
      .select(mails.shown)
      .from(outbox)
      .where(or(eq(outbox.user_id, id), sql`lower(${outbox.recipient}) = ${email.toLowerCase()}`))
      .orderBy(asc(outbox.created_at))
    return { mails: sent }
  },
  async erase(tx, person) {
    const { id, email, full_name } = person
    await tx.delete(outbox).where(or(eq(outbox.user_id, id), sql`lower(${outbox.recipient}) = ${email.toLowerCase()}`))
    // Mails to others that name the person, such as that of a voucher given.
    const text = sql`${outbox.subject} || ${outbox.text} || ${outbox.html}`
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
}
