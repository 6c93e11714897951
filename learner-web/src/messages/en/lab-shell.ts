import { message, rich } from '@flagyard/messages'

export const rehearsal = 'Rehearsal'
export const startRehearsal = 'Start the rehearsal'
export const correct = 'Correct.'
export const notAFlag = 'That is not a flag of this rehearsal.'
export const rehearsalOver = 'This rehearsal is over. Nothing was saved.'
export const close = 'Close'
export const endRehearsal = 'End the rehearsal'
export const rehearsalShell = 'Rehearsal shell'
export const credentialsAndOutputs = 'Credentials and outputs'
export const flagsOfRehearsal = 'Flags of the rehearsal'
export const found = '✓ found'
export const flag = 'Flag'
export const check = 'Check'
export const noCompletions = 'No completions.'
export const shellOutput = 'Shell output'
export const doneNoOutput = 'Done, no output.'
export const run = 'Run'
export const complete = 'Complete'
export const commandHint =
  'Enter runs the command, the arrow keys recall earlier lines, and Control with Space completes. Tab moves to the next button.'
export const shellNoun = 'the shell'
export const shell = 'Shell'
export const copied = 'Copied.'
export const couldNotPaste = 'Could not paste. Press Ctrl V in the shell instead.'
export const copy = 'Copy'
export const paste = 'Paste'
export const leaveFullScreen = 'Leave full screen'
export const fullScreen = 'Full screen'
export const completeWord = 'Complete the word'
export const tabToCompleteWord = 'Tab, to complete the word'
export const leaveByKeyboard = 'Tab completes. To leave the shell by keyboard, press Escape, then Tab.'
export const downloadFile = message('Download {path}')
export const download = 'Download'
export const filesNote = 'They are deleted when the lab ends.'
export const previousLine = 'Previous line'
export const nextLine = 'Next line'
export const shellKeys = 'Shell keys'
export const controlKey = 'Control, for the next letter'
export const controlKeyLabel = 'ctrl'
export const defendersSide = 'The defender’s side'
export const defendersSideOfRehearsal = 'The defender’s side of the rehearsal'
export const defenseLocked =
  'Solve every required flag to read what the cloud logged about you, and answer one question about it.'
export const logLegend = 'What the cloud logged about you'
export const ruleLegend = 'Rule that would have raised the alarm'
export const answer = 'Answer'
export const whenHeading = 'When'
export const whoHeading = 'Who'
export const whatHeading = 'What'
export const onHeading = 'On'
export const fromHeading = 'From'
export const bothRight = 'Correct: that entry, and that rule.'
export const entryRight = 'The entry is right. A different rule would have caught it.'
export const ruleRight = 'The rule is right. It would have caught a different entry.'
export const neitherRight = 'Neither is right. Look for something that no employee does on an ordinary day.'
export const rehearsalIntro = message(
  'The account, its logs and its permission checks are simulated. Nothing reaches a real cloud, and nothing is saved when you leave or the time is up. {hasRealLab, select, true {Its flags earn no points, and the real lab has different ones.} other {The real lab, with flags that count, comes with the course.}}',
)
export const freeForMinutes = message('Free, no queue, {minutes, plural, other {# minutes}}.')
export const untilTime = rich('Until {time} <muted>({left} left)</muted>')
export const commandRun = rich('<hidden>You ran: </hidden>{command}')
export const exitCode = message('Exit code {code}.')
export const command = rich('Command <muted>{prompt}</muted>')
export const screenReaderMode = 'Screen-reader mode'
export const filesInShell = message('{count, plural, one {# file} other {# files}} in this shell')
export const fileSize = message('{bytes, plural, other {{bytes} bytes}}')
export const logNoun = message('the log of your {of, select, lab {lab} other {rehearsal}}')
export const emptyLog = message(
  'The log of your {of, select, lab {lab} other {rehearsal}} has no entries for this question. Run the {of, select, lab {lab} other {rehearsal}} again and solve it in its shell to see your own entries here.',
)
export const utcTime = message('{time} UTC')
export const refusedAction = message('{action} (refused: {error})')
export const spokenLine = message(
  '{time}: {identity} called {action} on {isNamed, select, true {{resource}} other {nothing named}} from {source}{isRefused, select, true {, refused: {error}} other {}}',
)
