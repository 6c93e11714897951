import { type SQL, sql } from 'drizzle-orm'
import { users } from '../db/schema/index.ts'

type Preference = keyof (typeof users.$inferSelect)['email_preferences']

/** Whether a person wants mails of this sort. Mails about accounts, orders and bookings ask nobody. */
export const wantsMail = (preference: Preference): SQL<boolean> =>
  sql`(${users.email_preferences} ->> ${preference})::boolean`
