import { asc, eq, or } from 'drizzle-orm'
import { flagAlerts, flagHints, flagSolves, flags, flagTries } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const flagData: PersonalData = {
  name: 'flags',
  tables: ['flag_tries', 'flag_solves', 'flag_hints', 'flag_alerts'],
  async collect(db, { id }) {
    // What was typed may be a flag, which is a secret of its lab or of somebody else's.
    const tries = await db
      .select({ flag: flags.title, correct: flagTries.correct, at: flagTries.at })
      .from(flagTries)
      .innerJoin(flags, eq(flags.id, flagTries.flag_id))
      .where(eq(flagTries.user_id, id))
      .orderBy(asc(flagTries.at))
    const solved = await db
      .select({ flag: flags.title, points: flagSolves.points, solved_at: flagSolves.solved_at })
      .from(flagSolves)
      .innerJoin(flags, eq(flags.id, flagSolves.flag_id))
      .where(eq(flagSolves.user_id, id))
      .orderBy(asc(flagSolves.solved_at))
    const hints = await db
      .select({ flag: flags.title, cost: flagHints.cost, taken_at: flagHints.taken_at })
      .from(flagHints)
      .innerJoin(flags, eq(flags.id, flagHints.flag_id))
      .where(eq(flagHints.user_id, id))
    const alerts = await db
      .select({ flag: flags.title, at: flagAlerts.at, resolution: flagAlerts.resolution })
      .from(flagAlerts)
      .innerJoin(flags, eq(flags.id, flagAlerts.flag_id))
      .where(eq(flagAlerts.user_id, id))
    return { tries, solved, hints, alerts }
  },
  async erase(tx, { id }) {
    for (const table of [flagTries, flagSolves, flagHints]) await tx.delete(table).where(eq(table.user_id, id))
    await tx.delete(flagAlerts).where(or(eq(flagAlerts.user_id, id), eq(flagAlerts.owner_id, id)))
  },
}
