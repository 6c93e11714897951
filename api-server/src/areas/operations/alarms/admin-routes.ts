import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { alarmSource } from './admin-queries.ts'
import { allowedOnAlarm, giveBackAlarm, muteAlarm, readAlarm, takeAlarm, unmuteAlarm } from './admin-service.ts'
import { readSettings, testWebhook, updateSettings } from './settings.ts'

export function alarmAdminRoutes(api: Api) {
  handleList(api, 'listAlarms', { source: alarmSource, allowed: allowedOnAlarm })
  handle(api, 'getAlarm', ({ deps, user, params }) => readAlarm(deps, user, params.id))
  handle(api, 'takeAlarm', ({ deps, auditActor, params }) => takeAlarm(deps, auditActor, params.id))
  handle(api, 'giveBackAlarm', ({ deps, auditActor, params }) => giveBackAlarm(deps, auditActor, params.id))
  handle(api, 'muteAlarm', ({ deps, auditActor, params, body }) => muteAlarm(deps, auditActor, params.id, body))
  handle(api, 'unmuteAlarm', ({ deps, auditActor, params }) => unmuteAlarm(deps, auditActor, params.id))

  handle(api, 'getAlarmSettings', ({ deps, user }) => readSettings(deps, user))
  handle(api, 'updateAlarmSettings', ({ deps, auditActor, body }) => updateSettings(deps, auditActor, body))
  handle(api, 'testAlarmWebhook', ({ deps, auditActor }) => testWebhook(deps, auditActor))
}
