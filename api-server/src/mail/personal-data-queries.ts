import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { outbox, outboxDuties } from '../db/schema/index.ts'
import type { Address, SpecialDuties } from '../extension-points/personal-data.ts'
import { inHtml, redactPerson } from '../extension-points/redact.ts'

/** Mails to a former address of an activated account belong to that account: the mailbox may have a different owner today. */
const isToAddress = ({ email, begun }: Address) =>
  and(isTo(email), or(isNull(outbox.user_id), inArray(outbox.user_id, begun)))
const isTo = (email: string) => sql`lower(${outbox.recipient}) = ${email.toLowerCase()}`
const text = sql`(${outbox.subject} || ' ' || ${outbox.text} || ' ' || ${outbox.html})`

export const mailSpecials: SpecialDuties = {
  async collect(db, { id, email }) {
    const sent = await db
      .select(outboxDuties.shown)
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
    lists: [
      {
        what: 'E-mails we sent you',
        erasure: 'They will be erased.',
        from: outbox,
        shows: { at: outbox.created_at, kind: outbox.kind, subject: outbox.subject, state: outbox.state },
        where: isToAddress,
      },
    ],
    async erase(tx, address) {
      await tx.delete(outbox).where(isToAddress(address))
    },
  },
}
