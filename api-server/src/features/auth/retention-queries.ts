import { and, isNull, sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import {
  factorRemovals,
  factors,
  mailTokens,
  passkeyChallenges,
  recoveryCodes,
  sessions,
  users,
} from '../../db/schema/index.ts'
import { type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'
import { ACTIVATION_DAYS } from './accounts/sign-up.ts'

const gone = { gone: sql`1` }
const sessionEnd = sql`least(${sessions.ended_at}, ${sessions.expires_at})`
const linkEnd = sql`least(${mailTokens.used_at}, ${mailTokens.expires_at})`

export const authRetention: readonly RetentionRule[] = [
  {
    name: 'account',
    what: 'Your account, your profile and your second factors',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'So that you can sign in.',
    tables: [users, factors, recoveryCodes],
  },
  {
    name: 'unactivated-accounts',
    what: 'Accounts that nobody activated',
    days: ACTIVATION_DAYS,
    since: 'after signing up',
    why: 'Nobody has shown that the address is theirs.',
    tables: [users],
    async prune({ db }, { days, limit }) {
      const stale = and(isNull(users.activated_at), isOlder(users.created_at, days))
      return (
        await db
          .delete(users)
          .where(inBatch(users, stale, limit))
          .returning(gone)
      ).length
    },
  },
  {
    name: 'sessions',
    what: 'Past sign-ins, with device and network address',
    days: 90,
    since: 'after they ended',
    why: 'To find out what happened when an account was misused.',
    tables: [sessions],
    async prune({ db }, { days, limit }) {
      const over = isOlder(sessionEnd, days)
      return (
        await db
          .delete(sessions)
          .where(inBatch(sessions, over, limit))
          .returning(gone)
      ).length
    },
  },
  {
    name: 'mailed-links',
    what: 'Links we sent by mail',
    days: 7,
    since: 'after they were used or ran out',
    why: 'So that a second click can be told what the first one did.',
    tables: [mailTokens],
    async prune({ db }, { days, limit }) {
      const over = isOlder(linkEnd, days)
      return (
        await db
          .delete(mailTokens)
          .where(inBatch(mailTokens, over, limit))
          .returning(gone)
      ).length
    },
  },
  {
    name: 'passkey-challenges',
    what: 'Passkey requests',
    days: 1,
    since: 'after their five minutes are over',
    why: 'Nobody can answer them any more.',
    tables: [passkeyChallenges],
    async prune({ db }, { days, limit }) {
      const over = isOlder(passkeyChallenges.expires_at, days)
      return (
        await db
          .delete(passkeyChallenges)
          .where(inBatch(passkeyChallenges, over, limit))
          .returning(gone)
      ).length
    },
  },
  {
    name: 'factor-removals',
    what: 'Removals of a second factor that was lost',
    days: 90,
    since: 'after they happened or were stopped',
    why: 'To find out what happened when an account was misused.',
    tables: [factorRemovals],
    async prune({ db }, { days, limit }) {
      const over = isOlder(factorRemovals.ended_at, days)
      return (
        await db
          .delete(factorRemovals)
          .where(inBatch(factorRemovals, over, limit))
          .returning(gone)
      ).length
    },
  },
  {
    name: 'unconfirmed-factors',
    what: 'Second factors you began to set up and never confirmed',
    days: 1,
    since: 'after you began',
    why: 'They protect nothing.',
    tables: [factors],
    async prune({ db }, { days, limit }) {
      const stale = and(isNull(factors.confirmed_at), isOlder(factors.created_at, days))
      return (
        await db
          .delete(factors)
          .where(inBatch(factors, stale, limit))
          .returning(gone)
      ).length
    },
  },
]
