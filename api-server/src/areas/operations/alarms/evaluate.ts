import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import type { AlarmContext, AlarmFinding, AlarmRule } from '../../../extension-points/alarm-rule.ts'
import { sendNotifications } from './notifications.ts'
import * as queries from './queries.ts'
import { findSettings } from './settings-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'log' | 'extensions' | 'config' | 'clock' | 'alarmWebhook'>

/**
 * Evaluates all rules, opens and ends alarms accordingly, and sends notifications. Safe to retry: open alarms stay unchanged, and notifications are
 * not repeated. Concurrent runs wait for each other.
 */
export async function evaluateAlarms(deps: NeededDeps): Promise<void> {
  const { db, queue, log, extensions, clock, config } = deps
  await db.transaction(async (tx) => {
    await queries.lockEvaluation(tx)
    const { pool_low: poolLow } = await findSettings(tx)
    const asked: AlarmRule['kind'][] = []
    const found: (AlarmFinding & Pick<AlarmRule, 'kind' | 'level' | 'grows'>)[] = []
    for (const rule of extensions.alarmRules) {
      const findings = await ask(tx, rule, { queue, poolLow, now: clock.now(), backup: config.backup }, log)
      if (!findings) continue
      const { kind, level, grows } = rule
      asked.push(kind)
      found.push(...findings.map((one) => ({ ...one, kind, level, ...(grows && { grows }) })))
    }
    await queries.endOthers(tx, asked, found)
    await queries.openFound(tx, found)
    await queries.releaseFromAbsent(tx)
  })
  await sendNotifications(deps)
}

/** Findings of a rule; undefined if it failed. A failure must neither end the rule's alarms nor stop the other rules. */
async function ask(tx: Db, rule: AlarmRule, context: AlarmContext, log: Deps['log']) {
  try {
    return await tx.transaction((inner) => rule.find(inner, context))
  } catch (error) {
    log.error({ err: error, rule: rule.kind }, 'An alarm rule failed')
    return undefined
  }
}
