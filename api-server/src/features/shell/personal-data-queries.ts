import { asc, eq, inArray } from 'drizzle-orm'
import { defenseAnswers, deployments, labs, rehearsals, shellLog, shells } from '../../db/schema/index.ts'
import { because, type PersonalData, personalRows } from '../../extension-points/personal-data.ts'

const shell = personalRows(shells, {
  deployment_id: { exported: true },
  state: { exported: true },
  lines: { exported: true },
  created_at: { exported: true },
  updated_at: { exported: true },
})
const log = personalRows(shellLog, {
  id: { notExported: because.ours },
  deployment_id: { exported: true },
  at: { exported: true },
  line_id: { notExported: because.ours },
  identity: { exported: true },
  action: { exported: true },
  resource: { exported: true },
  source_ip: { exported: true },
  user_agent: { exported: true },
  error: { exported: true },
  record: { exported: true },
  kept: { exported: true },
  event: { notExported: 'the same once more, as the cloud would write it' },
})
const answers = personalRows(defenseAnswers, {
  user_id: { notExported: because.ours },
  lab_id: { notExported: 'told by its name' },
  line_id: { notExported: because.ours },
  rule: { exported: true },
  line_right: { exported: true },
  rule_right: { exported: true },
  tries: { exported: true },
  at: { exported: true },
})
const forgotten = 'of a rehearsal, which is forgotten within the hour'
const rehearsed = personalRows(rehearsals, {
  id: { notExported: because.ours },
  key_hash: { notExported: because.opens },
  user_id: { notExported: because.ours },
  lab_id: { notExported: 'told by its name' },
  network: { notExported: forgotten },
  resources: { notExported: forgotten },
  state: { notExported: forgotten },
  log: { notExported: forgotten },
  solved: { notExported: forgotten },
  lines: { notExported: forgotten },
  created_at: { exported: true },
  used_at: { exported: true },
  ends_at: { exported: true },
})

export const shellData: PersonalData = {
  name: 'shell',
  tables: [shell, log, answers, rehearsed],
  erased:
    'What you did in the shells of labs, what the simulated clouds wrote down of it, and what you answered about it.',
  async collect(db, { id }) {
    const mine = db.select({ id: deployments.id }).from(deployments).where(eq(deployments.user_id, id))
    return {
      shells: await db.select(shell.shown).from(shells).where(inArray(shells.deployment_id, mine)),
      log: await db
        .select(log.shown)
        .from(shellLog)
        .where(inArray(shellLog.deployment_id, mine))
        .orderBy(asc(shellLog.id)),
      answers: await db
        .select({ lab: labs.slug, ...answers.shown })
        .from(defenseAnswers)
        .innerJoin(labs, eq(labs.id, defenseAnswers.lab_id))
        .where(eq(defenseAnswers.user_id, id)),
      rehearsals: await db
        .select({ lab: labs.slug, ...rehearsed.shown })
        .from(rehearsals)
        .innerJoin(labs, eq(labs.id, rehearsals.lab_id))
        .where(eq(rehearsals.user_id, id)),
    }
  },
  async erase(tx, { id }) {
    const mine = tx.select({ id: deployments.id }).from(deployments).where(eq(deployments.user_id, id))
    await tx.delete(shells).where(inArray(shells.deployment_id, mine))
    await tx.delete(shellLog).where(inArray(shellLog.deployment_id, mine))
    await tx.delete(defenseAnswers).where(eq(defenseAnswers.user_id, id))
    await tx.delete(rehearsals).where(eq(rehearsals.user_id, id))
  },
}
