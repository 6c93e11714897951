import { asc, eq } from 'drizzle-orm'
import { factors, mailTokens, passkeyChallenges, recoveryCodes, sessions } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const authData: PersonalData = {
  name: 'sign-in',
  tables: ['sessions', 'mail_tokens', 'factors', 'passkey_challenges', 'recovery_codes'],
  erased: 'Your sign-ins with their devices and addresses, and your second factors.',
  async collect(db, { id }) {
    const devices = await db
      .select({
        device: sessions.user_agent,
        address: sessions.address,
        created_at: sessions.created_at,
        last_used_at: sessions.last_used_at,
        ended_at: sessions.ended_at,
        end_reason: sessions.end_reason,
      })
      .from(sessions)
      .where(eq(sessions.user_id, id))
      .orderBy(asc(sessions.created_at))
    const second = await db
      .select({
        kind: factors.kind,
        name: factors.name,
        created_at: factors.created_at,
        confirmed_at: factors.confirmed_at,
        last_used_at: factors.last_used_at,
      })
      .from(factors)
      .where(eq(factors.user_id, id))
    const mailed = await db
      .select({
        kind: mailTokens.kind,
        created_at: mailTokens.created_at,
        expires_at: mailTokens.expires_at,
        used_at: mailTokens.used_at,
      })
      .from(mailTokens)
      .where(eq(mailTokens.user_id, id))
      .orderBy(asc(mailTokens.created_at))
    return { sessions: devices, second_factors: second, mailed_links: mailed }
  },
  async erase(tx, { id }) {
    for (const table of [sessions, mailTokens, factors, passkeyChallenges, recoveryCodes])
      await tx.delete(table).where(eq(table.user_id, id))
  },
}
