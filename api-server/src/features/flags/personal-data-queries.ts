import { asc, eq, or } from 'drizzle-orm'
import { flagAlerts, flagHints, flagSolves, flags, flagTries, plantedFlags } from '../../db/schema/index.ts'
import { because, type PersonalData, personalRows } from '../../extension-points/personal-data.ts'

const named = 'told by its name'

const tries = personalRows(flagTries, {
  id: { notExported: because.ours },
  flag_id: { notExported: named },
  user_id: { notExported: because.ours },
  attempt_id: { notExported: because.ours },
  deployment_id: { notExported: because.ours },
  value: { notExported: 'what was typed may be a flag: a secret of its lab, or of somebody else’s' },
  correct: { exported: true },
  late: { exported: true },
  at: { exported: true },
})
const solves = personalRows(flagSolves, {
  id: { notExported: because.ours },
  flag_id: { notExported: named },
  user_id: { notExported: because.ours },
  attempt_id: { notExported: because.ours },
  deployment_id: { notExported: because.ours },
  points: { exported: true },
  solved_at: { exported: true },
})
const hints = personalRows(flagHints, {
  flag_id: { notExported: named },
  user_id: { notExported: because.ours },
  cost: { exported: true },
  taken_at: { exported: true },
})
const alerts = personalRows(flagAlerts, {
  id: { notExported: because.ours },
  flag_id: { notExported: named },
  user_id: { notExported: because.ours },
  owner_id: { notExported: 'another learner' },
  deployment_id: { notExported: because.ours },
  owner_deployment_id: { notExported: 'another learner’s' },
  attempt_id: { notExported: because.ours },
  at: { exported: true },
  state: { exported: true },
  resolved_at: { exported: true },
  resolution: { exported: true },
  resolved_by: { notExported: because.administrator },
  version: { notExported: because.work },
})
const mark = 'by what a flag is recognised: it says nothing of the person that the lab does not say'
const planted = personalRows(plantedFlags, {
  deployment_id: { notExported: mark },
  flag_id: { notExported: mark },
  user_id: { notExported: mark },
  fingerprint: { notExported: mark },
  planted_at: { notExported: mark },
})

export const flagData: PersonalData = {
  name: 'flags',
  tables: [tries, solves, hints, alerts, planted],
  async collect(db, { id }) {
    return {
      tries: await db
        .select({ flag: flags.title, ...tries.shown })
        .from(flagTries)
        .innerJoin(flags, eq(flags.id, flagTries.flag_id))
        .where(eq(flagTries.user_id, id))
        .orderBy(asc(flagTries.at)),
      solved: await db
        .select({ flag: flags.title, ...solves.shown })
        .from(flagSolves)
        .innerJoin(flags, eq(flags.id, flagSolves.flag_id))
        .where(eq(flagSolves.user_id, id))
        .orderBy(asc(flagSolves.solved_at)),
      hints: await db
        .select({ flag: flags.title, ...hints.shown })
        .from(flagHints)
        .innerJoin(flags, eq(flags.id, flagHints.flag_id))
        .where(eq(flagHints.user_id, id)),
      alerts: await db
        .select({ flag: flags.title, ...alerts.shown })
        .from(flagAlerts)
        .innerJoin(flags, eq(flags.id, flagAlerts.flag_id))
        .where(eq(flagAlerts.user_id, id)),
    }
  },
  async erase(tx, { id }) {
    for (const table of [flagTries, flagSolves, flagHints, plantedFlags])
      await tx.delete(table).where(eq(table.user_id, id))
    await tx.delete(flagAlerts).where(or(eq(flagAlerts.user_id, id), eq(flagAlerts.owner_id, id)))
  },
}
