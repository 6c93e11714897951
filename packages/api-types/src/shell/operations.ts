import type { Rows } from '../contract/operation.ts'
import { anyone, signedIn } from '../contract/row.ts'

export const shellOperations = {
  getShell: signedIn('GET /deployments/{id}/shell', 'shell', {
    summary: 'The shell of my simulated environment, with its history, files and current identity',
  }),
  runShellLine: signedIn('POST /deployments/{id}/shell/lines', 'shellLine', 'shellAnswer', {
    bodyLimit: 64 * 1024,
    rate: 'shell',
    summary: 'Runs a line in the shell of my environment',
  }),
  completeShellLine: signedIn('POST /deployments/{id}/shell/completions', 'shellPrefix', 'shellCompletion', {
    bodyLimit: 64 * 1024,
    rate: 'shell',
    summary: 'Completions for the word before the cursor',
  }),
  downloadShellFile: signedIn('POST /deployments/{id}/shell/files', {
    body: 'shellDownload',
    stream: 'file',
    rate: 'lab',
    summary: 'Downloads a file from the shell of my environment',
  }),
  getLabDefense: signedIn('GET /labs/{slug}/defense', 'labDefense', {
    summary: 'The cloud’s log of my actions in a solved lab, and the question about it',
  }),
  answerLabDefense: signedIn('POST /labs/{slug}/defense', 'labDefenseAnswer', 'labDefense', {
    rate: 'secret',
    summary: 'Answers which of my actions should have raised an alarm, and by which rule',
  }),
  startRehearsal: anyone('POST /rehearsals', 'rehearsalStart', 'rehearsal', {
    status: 201,
    rate: 'rehearsal_start',
    idempotent: true,
    summary: 'Starts a lab rehearsal in a simulated, temporary account; free and without a queue',
  }),
  runRehearsalLine: anyone('POST /rehearsals/lines', 'rehearsalLine', 'shellAnswer', {
    bodyLimit: 64 * 1024,
    rate: 'rehearsal',
    summary: 'Runs a line in the shell of a rehearsal',
  }),
  completeRehearsalLine: anyone('POST /rehearsals/completions', 'rehearsalLine', 'shellCompletion', {
    bodyLimit: 64 * 1024,
    rate: 'rehearsal',
    summary: 'Completions for the word before the cursor, in a rehearsal',
  }),
  checkRehearsalFlag: anyone('POST /rehearsals/flags', 'rehearsalFlag', 'rehearsalFlagResult', {
    rate: 'secret',
    summary: 'Checks a flag of a rehearsal, without points',
  }),
  readRehearsalDefense: anyone('POST /rehearsals/defense', 'rehearsalKey', 'labDefense', {
    rate: 'rehearsal',
    summary: 'The cloud’s log of a solved rehearsal, and the question about it',
  }),
  answerRehearsalDefense: anyone('POST /rehearsals/defense/answers', 'rehearsalDefenseAnswer', 'labDefense', {
    rate: 'secret',
    summary: 'Answers the defence question of a rehearsal; the answer is not stored',
  }),
  endRehearsal: anyone('POST /rehearsals/end', {
    body: 'rehearsalKey',
    summary: 'Ends a rehearsal and deletes its data',
  }),
} satisfies Rows

/** Duration of a lab rehearsal, in minutes. */
export const REHEARSAL_MINUTES = 45
