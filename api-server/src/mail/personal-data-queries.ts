import { asc, eq, or, sql } from 'drizzle-orm'
import { outbox } from '../db/schema/index.ts'
import type { PersonalData } from '../extension-points/personal-data.ts'
import { inHtml, redactPerson } from '../extension-points/redact.ts'

export const mailData: PersonalData = {
  name: 'mails',
  tables: ['outbox'],
  erased: 'The mails we sent you.',
  async collect(db, { id, email }) {
    // Their text may hold links that open something.
    const sent = await db
      .select({ kind: outbox.kind, subject: outbox.subject, state: outbox.state, created_at: outbox.created_at })
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
