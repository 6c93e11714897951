import { asc, eq, sql } from 'drizzle-orm'
import {
  factorRemovals,
  factors,
  mailTokens,
  passkeyChallenges,
  recoveryCodes,
  sessions,
  settings,
} from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns, personalRows } from '../../extension-points/personal-data.ts'

const product = 'about the product, and no person'

const devices = personalRows(sessions, {
  id: { notExported: because.ours },
  user_id: { notExported: because.ours },
  current_hash: { notExported: because.opens },
  previous_hash: { notExported: because.opens },
  rotated_at: { notExported: because.work },
  successor_sealed: { notExported: because.opens },
  created_at: { exported: true },
  last_used_at: { exported: true },
  expires_at: { exported: true },
  ended_at: { exported: true },
  end_reason: { exported: true },
  user_agent: { exported: true },
  address: { exported: true },
  see_as_by: { notExported: because.administrator },
  see_as_session: { notExported: because.ours },
  see_as_code_hash: { notExported: because.opens },
})
const links = personalRows(mailTokens, {
  id: { notExported: because.ours },
  user_id: { notExported: because.ours },
  kind: { exported: true },
  token_hash: { notExported: because.opens },
  data: { notExported: 'what the link does, such as the address that it changes to', byAddress: 'erased' },
  created_at: { exported: true },
  expires_at: { exported: true },
  used_at: { exported: true },
})
const secondFactors = personalRows(factors, {
  id: { notExported: because.ours },
  user_id: { notExported: because.ours },
  kind: { exported: true },
  name: { exported: true },
  secret_sealed: { notExported: because.opens },
  last_step: { notExported: because.work },
  credential_id: { notExported: because.opens },
  public_key: { notExported: because.opens },
  counter: { notExported: because.work },
  transports: { notExported: because.work },
  confirmed_at: { exported: true },
  created_at: { exported: true },
  last_used_at: { exported: true },
})
const challenges = personalRows(passkeyChallenges, {
  id: { notExported: because.ours },
  user_id: { notExported: because.ours },
  purpose: { notExported: because.work },
  hash: { notExported: because.opens },
  expires_at: { notExported: because.work },
  used_at: { notExported: because.work },
})
const removals = personalRows(factorRemovals, {
  id: { notExported: because.ours },
  user_id: { notExported: because.ours },
  asked_by: { notExported: because.administrator },
  reason: { exported: true },
  state: { exported: true },
  created_at: { exported: true },
  due_at: { exported: true },
  ended_at: { exported: true },
  end_reason: { notExported: because.administrator },
})
const codes = personalRows(recoveryCodes, {
  id: { notExported: because.ours },
  user_id: { notExported: because.ours },
  code_hash: { notExported: because.opens },
  used_at: { notExported: because.work },
})
const switches = personalColumns(settings, {
  key: { notExported: product, kept: product },
  value: { notExported: product, kept: product },
  updated_at: { notExported: product, kept: product },
  updated_by: { notExported: product, kept: 'an id alone, which leads to nobody once that account is gone' },
})

/** Links that change an account’s address from or to this one. */
const changesAddress = (email: string) => sql`lower(${mailTokens.data} ->> 'email') = ${email}`

export const authData: PersonalData = {
  name: 'sign-in',
  tables: [devices, links, secondFactors, challenges, codes, switches, removals],
  erased: 'Your sign-ins with their devices and addresses, and your second factors.',
  async collect(db, { id }) {
    return {
      sessions: await db
        .select(devices.shown)
        .from(sessions)
        .where(eq(sessions.user_id, id))
        .orderBy(asc(sessions.created_at)),
      second_factors: await db.select(secondFactors.shown).from(factors).where(eq(factors.user_id, id)),
      second_factor_removals: await db
        .select(removals.shown)
        .from(factorRemovals)
        .where(eq(factorRemovals.user_id, id)),
      mailed_links: await db
        .select(links.shown)
        .from(mailTokens)
        .where(eq(mailTokens.user_id, id))
        .orderBy(asc(mailTokens.created_at)),
    }
  },
  async erase(tx, { id }) {
    for (const table of [sessions, mailTokens, factors, passkeyChallenges, recoveryCodes, factorRemovals])
      await tx.delete(table).where(eq(table.user_id, id))
  },
  ofAddress: {
    async collect(db, { email }) {
      const rows = await db
        .select({ at: mailTokens.created_at, kind: mailTokens.kind, used_at: mailTokens.used_at })
        .from(mailTokens)
        .where(changesAddress(email))
        .orderBy(asc(mailTokens.created_at))
      return [
        {
          what: 'Links that change the e-mail address of an account to yours, or back to it',
          erasure: 'They will be erased, and stop working.',
          rows,
        },
      ]
    },
    async erase(tx, { email }) {
      await tx.delete(mailTokens).where(changesAddress(email))
    },
  },
}
