import type { Rows } from '../contract/operation.ts'
import { admin, anyCapability, owner } from '../contract/row.ts'

export const alarmAdminOperations = {
  listAlarms: admin('GET /admin/alarms', 'alarm[]', {
    list: { filter: 'alarmFilter', sorts: ['opened_at', 'level'], defaultSort: ['opened_at', 'DESC'] },
    summary: 'Alarms: open, muted and ended',
  }),
  getAlarm: admin('GET /admin/alarms/{id}', 'alarmRecord', { summary: 'One alarm with its history' }),
  takeAlarm: anyCapability('POST /admin/alarms/{id}/take', 'alarmRecord', {
    summary: 'Says that the caller sees to an alarm',
  }),
  giveBackAlarm: anyCapability('POST /admin/alarms/{id}/give_back', 'alarmRecord', {
    summary: 'Says that nobody sees to an alarm any more; the next of the roster is called',
  }),
  muteAlarm: anyCapability('POST /admin/alarms/{id}/mute', 'alarmMute', 'alarmRecord', {
    summary: 'Lets an alarm tell nobody until a time',
  }),
  unmuteAlarm: anyCapability('POST /admin/alarms/{id}/unmute', 'alarmRecord', {
    summary: 'Lets a muted alarm tell again',
  }),
  getAlarmSettings: admin('GET /admin/alarm_settings', 'alarmSettings', {
    summary: 'Who is called by alarms, and when a pool is low',
  }),
  updateAlarmSettings: owner('PATCH /admin/alarm_settings', 'alarmSettingsEdit', 'alarmSettings', {
    bodyLimit: 64 * 1024,
    summary: 'Changes who is called by alarms, and when a pool is low',
  }),
  testAlarmWebhook: owner('POST /admin/alarm_settings/test', {
    rate: 'mail',
    summary: 'Sends a test to the webhook of alarms',
  }),
  listDeadJobs: owner('GET /admin/dead_jobs', 'deadJob[]', {
    summary: 'Background jobs that used up their tries, the latest hundred',
  }),
  reviveDeadJob: owner('POST /admin/dead_jobs/{id}/revive', { summary: 'Tries a background job again from the start' }),
  dismissDeadJob: owner('DELETE /admin/dead_jobs/{id}', { summary: 'Gives a background job up for good' }),
} satisfies Rows
