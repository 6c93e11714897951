import type { AlarmRule } from '../extension-points/alarm-rule.ts'
import { ownAlarms } from '../features/alarms/own-rule-queries.ts'
import { canaryAlarms } from '../features/canaries/alarm-queries.ts'
import { cloudAccountAlarms } from '../features/cloud-accounts/alarm-queries.ts'
import { deploymentAlarms } from '../features/deployments/alarm-queries.ts'
import { orderAlarms } from '../features/orders/alarm-queries.ts'
import { mailAlarms } from '../mail/alarm-queries.ts'

export const alarmRules: readonly AlarmRule[] = [
  ...deploymentAlarms,
  ...canaryAlarms,
  ...cloudAccountAlarms,
  ...orderAlarms,
  ...mailAlarms,
  ...ownAlarms,
]
