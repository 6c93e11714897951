import type { Rows } from '../contract/operation.ts'
import { admin, anyCapability, owner } from '../contract/row.ts'

export const alarmAdminOperations = {
  listAlarms: admin('GET /admin/alarms', 'alarm[]', {
    list: { filter: 'alarmFilter', sorts: ['opened_at', 'level'], defaultSort: ['opened_at', 'DESC'] },
    summary: 'Alarms: open, muted and ended',
  }),
  getAlarm: admin('GET /admin/alarms/{id}', 'alarmRecord', { summary: 'One alarm with its history' }),
  takeAlarm: anyCapability('POST /admin/alarms/{id}/take', 'alarmRecord', {
    summary: 'Acknowledges an alarm',
  }),
  giveBackAlarm: anyCapability('POST /admin/alarms/{id}/give_back', 'alarmRecord', {
    summary: 'Releases an acknowledged alarm; the next person on the roster is called',
  }),
  muteAlarm: anyCapability('POST /admin/alarms/{id}/mute', 'alarmMute', 'alarmRecord', {
    summary: 'Mutes an alarm until a given time',
  }),
  unmuteAlarm: anyCapability('POST /admin/alarms/{id}/unmute', 'alarmRecord', {
    summary: 'Unmutes an alarm',
  }),
  getAlarmSettings: admin('GET /admin/alarm_settings', 'alarmSettings', {
    summary: 'On-call roster and pool thresholds',
  }),
  updateAlarmSettings: owner('PATCH /admin/alarm_settings', 'alarmSettingsEdit', 'alarmSettings', {
    bodyLimit: 64 * 1024,
    summary: 'Changes the on-call roster and pool thresholds',
  }),
  testAlarmWebhook: owner('POST /admin/alarm_settings/test', {
    rate: 'mail',
    summary: 'Sends a test to the alarm webhook',
  }),
} satisfies Rows
