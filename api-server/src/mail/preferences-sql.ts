import { type SQL, sql } from 'drizzle-orm'
import { users } from '../db/schema/index.ts'

type Preference = keyof (typeof users.$inferSelect)['email_preferences']

/** Whether the user wants mails of this kind. Mails about accounts, orders and bookings do not ask. */
export const wantsMail = (preference: Preference): SQL<boolean> =>
  sql`(${users.email_preferences} ->> ${preference})::boolean`
