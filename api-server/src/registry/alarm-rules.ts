import { cloudAccountAlarms } from '../areas/clouds/cloud-accounts/alarm-queries.ts'
import { deploymentAlarms } from '../areas/clouds/deployments/alarm-queries.ts'
import { orderAlarms } from '../areas/commerce/orders/alarm-queries.ts'
import { ownAlarms } from '../areas/operations/alarms/own-rule-queries.ts'
import { canaryAlarms } from '../areas/training/canaries/alarm-queries.ts'
import type { AlarmRule } from '../extension-points/alarm-rule.ts'
import { mailAlarms } from '../mail/alarm-queries.ts'

export const alarmRules: readonly AlarmRule[] = [
  ...deploymentAlarms,
  ...canaryAlarms,
  ...cloudAccountAlarms,
  ...orderAlarms,
  ...mailAlarms,
  ...ownAlarms,
]
