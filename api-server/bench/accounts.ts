import { eq } from 'drizzle-orm'
import { loadConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/open.ts'
import { courses, deployments, entitlements, flags, labs, users } from '../src/db/schema/index.ts'
import { insertAccount } from '../src/features/auth/queries.ts'
import { startSession } from '../src/features/auth/sign-in/sign-in.ts'
import { systemClock } from '../src/integrations/clock.ts'
import { createSecrets } from '../src/integrations/secrets.ts'
import { catalogue, type World } from './scenarios.ts'

/** 10 tries a minute and flag, and five rounds of 400 within one: with 300 accounts nobody is held back. */
const PLAYERS = 300

/** Adds accounts that have deployed a lab, straight into the database of a server that has stopped, and signs them in. */
export async function seed(settings: Record<string, string>): Promise<World> {
  const config = loadConfig({ DEMO: '1', ...settings })
  const opened = await openDatabase(config)
  const secrets = createSecrets(config.secretKey)
  const from = { address: '127.0.0.1', userAgent: 'bench' }
  try {
    return await opened.db.transaction(async (db) => {
      const deps = { db, config, secrets, clock: systemClock }
      const [course] = await db.select().from(courses).where(eq(courses.status, 'published')).orderBy(courses.position)
      const [flag] = await db
        .select({ id: flags.id, lab: labs })
        .from(flags)
        .innerJoin(labs, eq(labs.id, flags.lab_id))
        .where(eq(flags.type, 'STATIC'))
        .orderBy(labs.slug, flags.position)
      const [learner] = await db.select().from(users).where(eq(users.username, 'learner'))
      if (!course || !flag || !learner) throw new Error('The demo is not in this database')
      const players: string[] = []
      for (let number = 0; number < PLAYERS; number++) {
        const account = await insertAccount(db, {
          username: `player-${number}`,
          email: `player-${number}@bench.example`,
          full_name: `Player ${number}`,
          password_hash: 'none',
          activated_at: systemClock.now(),
        })
        const about = { user_id: account.id, lab_id: flag.lab.id }
        await db.insert(entitlements).values({ ...about, kind: 'lab', source: 'administrator' })
        await db.insert(deployments).values({
          ...about,
          cloud: flag.lab.cloud,
          state: 'ended',
          reason: 'learner',
          module_version: 'bench',
          duration_seconds: 3_600,
          running_at: systemClock.now(),
        })
        players.push((await startSession(deps, account, from)).session.access_token)
      }
      const { session } = await startSession(deps, learner, from)
      return { course: course.slug, learner: [session.access_token], players, flag: flag.id, catalogue }
    })
  } finally {
    await opened.close()
  }
}
