import { message, rich } from '@flagyard/messages'

export const labStatus = 'Lab status'
export const withinThisLesson = 'Within this lesson'
export const text = 'Text'
export const lab = 'Lab'
export const flags = 'Flags'
export const extend = 'Extend'
export const noExtensionsLeft = 'No extensions left'
export const end = 'End'
export const endLabTitle = 'End this lab?'
export const endLab = 'End the lab'
export const keepItRunning = 'Keep it running'
export const labNoun = 'the lab'
export const claimAccount = 'Claim the account'
export const noAccess = 'You do not have this lab yet.'
export const deployAgain = 'Deploy again'
export const deploy = 'Deploy'
export const rulesApply = rich('The <link>lab rules</link> apply.')
export const deployCostsReset = message(
  'Deploying again costs one of your {resetsLeft, plural, one {# reset} other {# resets}}.',
)
export const lookingForFreeAccount = 'Looking for a free account…'
export const leaveQueue = 'Leave the queue'
export const cancel = 'Cancel'
export const stopBuildingTitle = 'Stop building this lab?'
export const stopBuilding = 'Stop building'
export const keepBuilding = 'Keep building'
export const stopBuildingText = 'Everything built so far is removed. You can start again at any time.'
export const reset = 'Reset'
export const builtWithValues = 'The lab was built with these values. To change them, reset the lab.'
export const resetLabTitle = 'Reset this lab?'
export const resetLab = 'Reset the lab'
export const resetCosts = rich(
  '<strong>This costs one of your {resetsLeft, plural, one {# reset} other {# resets}}.</strong> The lab is built again, with new credentials.',
)
export const resetLoses = 'You lose everything you did in the account, and your current credentials.'
export const cannotBeExtended = 'This lab cannot be extended.'
export const allExtensionsUsed = 'You have used all extensions.'
export const firstUser = 'You are its first user.'
export const itWasEmpty = 'It was empty.'
export const overLimitInExam =
  'Your environment has more resources than allowed. Your exam continues. Remove what you do not need.'
export const overLimitInLab =
  'Your account has more resources than the lab allows. Remove what you do not need within five minutes, or the lab will end.'
export const checkedJustNow = 'checked just now'
export const solved = 'Solved'
export const walkthroughNoun = 'the walkthrough'
export const enterYourAnswerFirst = 'Enter your answer first.'
export const enterFlagFirst = 'Enter a flag first.'
export const iDidThis = 'I did this'
export const yourAnswer = 'Your answer'
export const submitAnswer = 'Submit answer'
export const submitFlag = 'Submit flag'
export const caseMatters = 'Case matters.'
export const wrongAnswer = 'That is not the answer. Case matters: enter it exactly as you found it.'
export const wrongFlag = 'That is not the flag. Check every letter; a flag from an earlier run may have expired.'
export const notAFlag = 'That is not the flag. Enter all of it, exactly as you found it. Case matters.'
export const alreadySolved = message('You have already solved “{title}” with this flag.')
export const flagOrAnswer = 'FLAG{…} or an answer'
export const nextLesson = message('Next: {title}')
export const flagsNoun = 'the flags'
export const lessonComplete = 'You found the last flag. The lesson is complete.'
export const takeHintTitle = message('Take the hint for “{title}”?')
export const takeHint = 'Take the hint'
export const notNow = 'Not now'
export const labTitle = message('Lab: {title}')
export const shellNoun = 'the shell'
export const rehearsalNoun = 'the rehearsal'
export const files = 'Files'
export const downloadFile = message('Download {name}')
export const download = 'Download'
export const walkthrough = 'Walkthrough'
export const readWalkthrough = 'Read the walkthrough'
export const walkthroughLocked = 'It unlocks once you have solved every required flag.'
export const walkthroughTitle = message('Walkthrough: {title}')
export const change = 'Change'
export const notGiven = 'Not given'
export const extraDataIntro = 'This lab needs some information before it can be built.'
export const save = 'Save'
export const saveAndContinue = 'Save and continue'
export const chooseOne = 'Choose one'
export const none = 'None'
export const region = 'Region'
export const hidden = 'hidden'
export const hide = 'Hide'
export const show = 'Show'
export const copy = 'Copy'
export const copied = 'Copied'
export const solvedOfFlags = rich('<strong>{solved}</strong> of {all, plural, one {# flag} other {# flags}}')
export const labAnnouncement = message('Lab: {state}. {details}')
export const runsUntil = message('It runs until {time}.')
export const stageOf = message('{step}, stage {number} of {all}.')
export const placeInQueue = message('Place {place} in the queue')
export const endsIn = message('“{title}” ends in {minutes, plural, one {# minute} other {# minutes}}.')
export const timeLeft = message('{time} left')
export const extendFrom = message('Extend from {time}')
export const endLabText = message(
  'Everything in the account is wiped and your credentials stop working. Solved flags stay solved. Deploying it again later costs one of your resets ({resetsLeft} left).',
)
export const labFacts = message(
  '{duration} in {cloud, select, gcp {a} other {an}} {account} of your own{extensions, plural, =0 {} one { · # extension} other { · # extensions}} · {resetsLeft, plural, one {# reset} other {# resets}} left',
)
export const durationFromStart = message('{duration}{isRest, select, true { left} other {}}, from when it runs')
export const queueNote =
  'Your lab starts automatically while this page is open. If you leave, we will hold an account for ten minutes when it is your turn.'
export const place = message('Place {place}')
export const changeBeforeReset = 'Let me change this before the lab is built again'
export const canExtend = message(
  'You can extend it by {duration} {isNow, select, true {now} other {from {time}}} · {left} of {all} left',
)
export const resetKeeps =
  'You keep your solved flags, the hints you took, and the remaining time. The clock is paused until the lab runs.'
export const lastCheckedEmpty = message('Last checked empty: {date}')
export const emptied = message(
  'Emptied {date}: {removed, plural, one {# resource} other {# resources}} of the previous lab removed. Then we checked again.',
)
export const onlyDefaultsWereLeft = message('Only default resources were left: {resources}.')
export const contents = message(
  '{resources, plural, one {# resource} other {# resources}}, about {cost} an hour{unpriced, plural, =0 {} other {, # of unknown price}}',
)
export const contentsOfLimit = message(
  '{resources} of {limit, plural, other {# resources}}, about {cost} an hour{unpriced, plural, =0 {} other {, # of unknown price}}',
)
export const checkedAgo = message('checked {duration} ago')
export const walkthroughOf = rich('Walkthrough<hidden> of {title}</hidden>')
export const openWalkthrough = rich('Open the walkthrough<hidden> (in a new tab)</hidden>')
export const triesSoFar = message('{count, plural, one {# try} other {# tries}} so far')
export const enterAnyFlag = rich('Found one? Enter any flag of this lab <shortcut>Ctrl K</shortcut>')
export const labSolved = 'Lab solved'
export const pointsOf = message('{earned} of {total, plural, one {# point} other {# points}}')
export const timeTaken = message('{duration} from the first minute to the last flag')
export const stillRunning = 'It is still running. Look around as long as you like, and end it when you are done.'
export const flagsHeading = rich(
  'Flags <count>{solved} of {all} · {earned} of {total, plural, one {# point} other {# points}}</count>',
)
export const flagSolved = message('Correct. {title} is solved, {earned, plural, one {# point} other {# points}}.')
export const hintTaken = message('Hint · {cost, plural, =0 {free} one {it cost # point} other {it cost # points}}')
export const takeHintFor = rich(
  'Take the hint, {cost, plural, =0 {free} one {−# point} other {−# points}}<hidden> for {title}</hidden>',
)
export const hintIsFree = 'It costs nothing.'
export const hintCosts = message(
  'It costs {cost, plural, one {# point} other {# points}}, once. The flag is then worth {after} of {points, plural, one {# point} other {# points}}.',
)
export const downloadsLeft = message('{count, plural, one {# download} other {# downloads}} left')
export const kilobytes = message('{size} kB')
export const megabytes = message('{size} MB')
export const useMyAddress = rich('Use my address, <mono>{mine}</mono>')
export const openConsole = rich('Open console<hidden> (in a new tab)</hidden>')
export const copyKeys = 'Copy the keys for your terminal'
export const keysCopied = 'the keys for your terminal copied'
export const copyValue = message('Copy {label}')
export const valueCopied = message('{label} copied')
export const hideValue = message('Hide {label}')
export const showValue = message('Show {label}')
