import { message, rich } from '@flagyard/messages'

export const exam = 'Exam'
export const thisExamNoun = 'this exam'
export const examNoun = 'the exam'
export const noAccess = 'You do not have this exam'
export const seeExam = 'See the exam'
export const noAccessText = 'Buy this exam, or activate a voucher for it.'
export const attemptNoun = 'this attempt'
export const cutOff =
  'We cannot reach the server. What you sent is saved, and your time keeps running by our clock. This page updates once the connection is back.'
export const shellNoun = 'the shell'
export const timeLedger = 'How your time is counted'
export const acceptedRules = 'Accepted rules'
export const flagsNoun = 'the flags'
export const flags = 'Flags'
export const handIn = 'Hand in'
export const handInEarly = 'Hand in early…'
export const handInTitle = 'Hand in your exam?'
export const keepWorking = 'Keep working'
export const calendarNoun = 'the calendar'
export const bookingOpensSoon = 'Booking opens soon'
export const goToYourDashboard = 'Go to your dashboard'
export const nextSteps = 'Next steps'
export const cannotBook = 'You cannot book a date now'
export const getNewAttempts = 'Get new attempts'
export const testEnvironment = 'Test environment'
export const tryAgain = 'Try again'
export const trySmallEnvironment = 'Try a small environment'
export const notTried = 'Not tried'
export const ok = 'OK'
export const checkThis = 'Check this'
export const preflightIntro =
  'We build a small environment in the cloud of your exam and remove it again. It is free, and uses no attempt and no reset.'
export const reportedProblems = 'Reported problems'
export const inProgress = 'In progress'
export const answered = 'Answered'
export const reportAnswered = 'Support has answered your report.'
export const aboutThisExam = 'About this exam'
export const length = 'Length'
export const toPass = 'To pass'
export const attempts = 'Attempts'
export const cloud = 'Cloud'
export const rules = 'Rules'
export const yourDate = 'Your date'
export const untilItBegins = 'until it begins'
export const addToMyCalendar = 'Add to my calendar'
export const move = 'Move'
export const cancelDate = 'Cancel the date'
export const cancelTitle = 'Cancel this date?'
export const cancelMyDate = 'Cancel my date'
export const keepMyDate = 'Keep my date'
export const notMovable = 'It can no longer be moved or cancelled here.'
export const newDate = 'New date'
export const moveMyDate = 'Move my date'
export const timeZone = 'Time zone'
export const loadingFreeHours = 'Loading the free hours…'
export const noFreeHours = 'No hours are free in this month. Try another month.'
export const chooseDay = 'Choose a day to see its free hours.'
export const clocksBack = 'Clocks are set back on this day: one hour comes twice. Check which of the two you choose.'
export const chooseThisHour = 'Choose this hour'
export const chooseYourDayAndHour = 'Choose your day and hour'
export const bookThisHour = 'Book this hour'
export const notMovableAfterBooking = 'Once booked, you can no longer move or cancel it.'
export const rulesChanged = 'The rules have just changed. These are the new ones.'
export const acceptRulesFirst = 'Please read and accept the rules first.'
export const monday = 'Monday'
export const tuesday = 'Tuesday'
export const wednesday = 'Wednesday'
export const thursday = 'Thursday'
export const friday = 'Friday'
export const saturday = 'Saturday'
export const sunday = 'Sunday'
export const previousMonth = 'Previous month'
export const nextMonth = 'Next month'
export const computerCheck = 'Is this computer ready?'
export const ready = 'Ready'
export const computerCheckNote = 'Open this page on the computer that you will use for the exam.'
export const clockMatches = 'It matches ours. Your exam uses our clock.'
export const browserFits = 'It supports everything that the exam room needs.'
export const yourTime = 'Your time'
export const timeIsUp = 'Your time is up. Your result will follow.'
export const noTimeRecorded = 'No time has been recorded yet.'
export const ends = 'Ends'
export const allowedAddress = 'Allowed address'
export const allowAnotherAddress = 'Allow another address'
export const ipv4AddressOrRange = 'IPv4 address or range'
export const addressHint = 'Such as 203.0.113.24, or 203.0.113.0/24 for a range.'
export const allow = 'Allow'
export const addressNote = 'A change takes a moment and costs no reset. Your clock keeps running.'
export const noAddressAllowed = 'No address can reach your environment yet. Allow the address you work from.'
export const environment = 'Environment'
export const reset = 'Reset'
export const resetTitle = 'Reset your environment?'
export const cancel = 'Cancel'
export const environmentReady = 'It is ready. Its credentials appear here once your exam begins.'
export const environmentEnded = 'It has ended. We are about to build another one.'
export const reportProblemOpen = 'Report a problem…'
export const reportProblem = 'Report a problem'
export const sendReport = 'Send the report'
export const reportIntro =
  'Support is notified immediately and replies here and by e-mail. The report includes the current minute and the state of your environment. Your clock keeps running; we give back any time lost through our fault.'
export const whatIsItAbout = 'What is it about?'
export const whatHappened = 'What happened?'
export const reportHint =
  'What you did, what you expected, and what you saw instead. Please leave out passwords and flags.'
export const reportEmpty = 'Tell us what happened.'
export const extraPointsByPullRequest = 'Extra points by pull request'
export const extraPoints = 'Extra points'
export const underReview = 'Under review'
export const pullRequest = 'Address of the pull request'
export const pullRequestHint = 'On GitHub, GitLab, Bitbucket or Codeberg, starting with https://'
export const send = 'Send'
export const attemptRecord = message('Attempt {number}, minute by minute')
export const saveAsPdf = 'Save as PDF'
export const backToExamRoom = 'Back to the exam room'
export const bookedFor = 'Booked for'
export const started = 'Started'
export const timeEnds = 'Time ends'
export const points = 'Points'
export const noEvents = 'Nothing has happened yet.'
export const conductTitle = 'We have a question about this exam'
export const conductTitleClosed = 'A question about this exam'
export const whatWeSaw = 'What we saw'
export const yourAnswer = 'Your answer'
export const ourDecision = 'Our decision'
export const answerReceived = 'Thank you. We will read your answer, and write to you once we have decided.'
export const answerHint = 'You cannot change it after sending.'
export const sendMyAnswer = 'Send my answer'
export const earlierAttempts = 'Earlier attempts'
export const attemptNumber = message('Attempt {number}')
export const disagree = rich('Do you disagree? Please <link>write to us</link>.')
export const seeFullRecord = 'See the full record'
export const timeLedgerAfterwards = 'How your time was counted'
export const pointsByFlag = 'Points by flag'
export const flag = 'Flag'
export const state = 'State'
export const getYourCertificate = 'Get your certificate'
export const seeYourCertificates = 'See your certificates'
export const youAreCheckedIn = 'You are checked in'
export const checkIn = 'Check in'
export const allIsReady = 'Everything is ready for you.'
export const stillBuilding = 'We are still building your environment. Your time has not started, so you lose none.'
export const checkedInNote =
  'There is nothing more to do. Your exam starts here automatically, at its start time and once your environment is ready.'
export const notes = 'Notes'
export const yourNotes = 'Your notes'
export const notesHint = 'Only you can read them. They are saved while you type and stay with this attempt.'
export const notesTooLong = 'Your notes are longer than 64 kB. Shorten them to save them.'
export const notesNoun = 'your notes'
export const noNotes = 'No notes.'
export const notesOfAttempt = 'Your notes of this attempt'
export const attemptStates = {
  scheduled: 'Booked',
  preparing: 'Getting ready',
  active: 'In progress',
  provisional: 'Being reviewed',
  passed: 'Passed',
  failed: 'Not passed',
  no_show: 'Missed',
  disqualified: 'Disqualified',
  void: 'Cancelled',
} as const
export const stateNews = {
  purchased: 'You have no date for this exam now.',
  scheduled: 'Your exam is booked.',
  preparing: 'Your exam is being prepared. You can check in.',
  active: 'Your exam has started.',
  provisional: 'Your exam has ended. Your result is not final yet.',
  passed: 'Your exam has ended. You passed.',
  failed: 'Your exam has ended. You did not pass this time.',
  no_show: 'Your exam was missed.',
  disqualified: 'Your exam was disqualified.',
  void: 'This attempt was cancelled.',
} as const
export const reportKinds = {
  environment: 'My environment',
  flag: 'A flag',
  connection: 'My connection',
  other: 'Something else',
} as const
export const reasons = {
  not_entitled: 'Buy this exam, or activate a voucher for it.',
  not_yet: 'Your access has not started yet.',
  ended: 'Your access to this exam has ended. What you earned stays yours.',
  suspended: 'Your access is suspended. Please write to us so that we can look at it together.',
  revoked: 'Your access to this exam was revoked. Please write to us if you think that is a mistake.',
  not_open: 'Booking for this exam is not open yet.',
  already_booked: 'You already have a date for this exam.',
  in_progress: 'Your exam is under way.',
  passed: 'You have passed this exam. There is nothing left to book.',
  cooldown: 'You have to wait between two attempts.',
  barred: 'An attempt at this exam was disqualified.',
  no_attempts_left: 'You have used all your attempts at this exam.',
} as const
export const preflightStates = {
  none: 'Not tried',
  building: 'Building',
  passed: 'OK',
  failed: 'Check this',
} as const
export const conductStates = {
  open: 'Under review',
  dismissed: 'Closed, no action taken',
  disqualified: 'Disqualified',
} as const
export const extraPointsStates = {
  pending: 'Under review',
  approved: 'Approved',
  refused: 'Not approved',
} as const
export const resultHeadings = {
  provisional: 'Your result is not final yet',
  passed: 'You passed',
  failed: 'You did not pass this time',
  no_show: 'This exam was missed',
  disqualified: 'This attempt was disqualified',
  void: 'This attempt was cancelled',
} as const
export const resultTexts = {
  provisional:
    'Your flags are counted. Extra points are still under review, for seven days at most. We will write to you.',
  passed: 'Congratulations. You have shown what you can do.',
  failed: 'What you learned on the way stays yours. Look at the flags that were missing, and take your time.',
  no_show: 'You did not check in within an hour of the start, so your account was given to another candidate.',
  disqualified: 'The reason is shown below. You could answer before we decided.',
  void: 'It is not graded, and there is nothing left for you to do. The reason is shown below.',
} as const

export const currentAddress = rich('Your current address is <mono>{mine}</mono>.')
export const allowMyAddress = rich('Allow my address, <mono>{mine}</mono>')
export const allowing = rich('Allowing <mono>{wanted}</mono>. This page shows when it is done.')
export const reachableFrom = rich('Your environment can be reached from <mono>{range}</mono>.')
export const bookingOpensSoonText = message(
  'This exam is yours{hasEnd, select, true { until {date}} other {}}. You will choose its day and hour here.',
)
export const canBookFrom = message('You can book from {time}.')
export const canTryAgainFrom = message('You can try again from {time}.')
export const preflightBuilding = message(
  'Started on {time}. It ends as soon as the environment runs, or after ten minutes.',
)
export const preflightPassed = message('On {time}, it ran after {seconds} s. It was removed again.')
export const preflightFailed = message('{message} Started on {time}.')
export const preflightTimedOut = 'It did not run within ten minutes. That is our fault, and we are looking into it.'
export const resetsLeft = message('A reset keeps solved flags. {count, plural, one {# reset} other {# resets}} left.')
export const buildFailed = message(
  'The build failed. That is our fault{isPaused, select, true {, and your clock is paused} other {}}. We are trying again.',
)
export const building = message(
  'We are building it in {cloud, select, gcp {a} other {an}} {account} of your own{hasId, select, true {, {id}} other {}}.',
)
export const aboutToBuild = 'We are about to build it.'
export const resetText =
  'Everything you did in the account is lost, and it is built again with new credentials. Solved flags stay solved, and your clock is paused until it runs.'
export const costOfReset = message(
  '{left, plural, =1 {This is your last reset.} other {This costs one of your # resets.}}',
)
export const costOfChange = message(
  '{left, plural, =1 {This is your last change.} other {This costs one of your # changes.}}',
)
export const timeAndMinute = message('{time}, minute {minute} of your exam')
export const ourAnswer = 'Our answer'
export const ourAnswerAt = message('Our answer, {time}')
export const clockPaused = message(
  'Clock paused{hasTime, select, true { since {time}} other {}}. {hasReason, select, true {{reason}. } other {}}You lose no time.',
)
export const leftUntil = message('left, until {time}')
export const spokenTime = message('{isPaused, select, true {The clock is paused. } other {}}{time} left.')
export const minutesLeft = message(
  '{minutes, plural, one {# minute of your exam is left.} other {# minutes of your exam are left.}}',
)
export const announceTime = rich('Announce the time <shortcut>T</shortcut>')
export const hours = message('{hours, plural, one {# hour} other {# hours}}')
export const minutes = message('{minutes, plural, one {# minute} other {# minutes}}')
export const seconds = message('{seconds, plural, one {# second} other {# seconds}}')
export const byOurTeam = 'by our team'
export const supportViewing = rich(
  '<strong>Our support team is viewing your exam room</strong> from {since} until {until} at the latest: {by}, because “{reason}”. They cannot see your credentials, and your time keeps running.',
)
export const flagSolved = message('Correct. {title} is solved, {points, plural, one {# point} other {# points}}.')
export const pointsSoFar = rich(
  '<strong>{points}</strong> of {total, plural, one {# point} other {# points}} · pass at {passing}',
)
export const handInPoints = rich(
  'You have <strong>{points, plural, one {# point} other {# points}}</strong>, and pass with {passing}.{willPass, select, true {} other { <strong>If you hand in now, you will not pass this attempt.</strong>}}',
)
export const handInConsequences = message(
  'You give up the remaining {time}{unsolved, plural, =0 {} one { and # unsolved flag} other { and # unsolved flags}}. Your environment is removed with everything in it. You cannot undo this.',
)
export const handInNote = 'This is optional. When your time is up, your solved flags are counted automatically.'
export const pointsToPassOf = message('{passing} of {total, plural, other {{total} points}}')
export const rulesAccepted = message('You accepted them on {date}. They apply to this booking.')
export const daysAndHours = message(
  '{days, plural, one {# day} other {# days}} {hours, plural, one {# hour} other {# hours}}',
)
export const acceptRules = rich('I have read the <rules>rules of this exam</rules>, and accept them.')
export const pickedHour = rich(
  '<strong>{time}</strong> ({zone}). You have {duration}, until {end}{hasExtraTime, select, true {, with your extra time} other {}}.',
)
export const hourIsFinal = rich(
  '<strong>This hour is final.</strong> It begins in less than {hours, plural, one {# hour} other {# hours}}, so once you book it, you can neither move nor cancel it.',
)
export const canMove = message(
  'You can move or cancel it {moves, plural, one {# time} other {# times}}, until {hours, plural, one {# hour} other {# hours}} before.',
)
export const withExtraTime = message('{duration}, with your extra time')
export const timeHere = message('{time} where you are now ({place})')
export const extraTimeChanged = rich(
  'Your extra time has changed since you booked: new bookings last {duration}. Move this one, or <link>write to us</link> and we will change it for you.',
)
export const cancelText = message(
  'Your hour becomes available to others. You keep the exam, and can choose another day{hasEnd, select, true { until {time}} other {}}.',
)
export const canStillMove = message(
  'You can still move or cancel it {moves, plural, one {# time} other {# times}}, until {time}.',
)
export const cannotCome = rich('If you cannot come, please <link>write to us</link>.')
export const moved = message('Your exam is now on {time}.')
export const zoneHint = message('All hours are in this zone: {zone} today.')
export const clocksForward = message('Clocks are set forward on this day: there is no {hours}.')
export const occurrences = { earlier: 'earlier', later: 'later' } as const
export const nextFreeHour = message('The next free hour: {time}.')
export const dayIsLoading = message('{day}, loading')
export const freeHoursOfDay = message(
  '{day}, {hours, plural, =0 {nothing free} one {# free hour} other {# free hours}}',
)
export const clock = 'Clock'
export const browser = 'Browser'
export const copyingCredentials = 'copying credentials'
export const dialogs = 'dialogs'
export const cookies = 'cookies'
export const clockDiffers = message(
  '{isBehind, select, true {It is {minutes} behind ours.} other {It is {minutes} ahead of ours.}} Your exam and this page use our clock. Set yours so that you arrive on time.',
)
export const computerZone = message('This computer is in {place}.')
export const otherZone = message(
  'This computer is in {place}, but you booked in {booked}. Check the local start time where you will be.',
)
export const browserLacks = message('It lacks {features}. Please use a current Firefox, Chrome, Edge or Safari.')
export const timesInUtc = 'Times are in UTC, the time zone of your booking.'
export const timesInZone = message('Times are in {place}, the time zone of your booking, and in UTC.')
export const pointsOfRecord = message('{points} of {passing} to pass')
export const lastTry = message('Last try {time}')
export const tries = message('{count, plural, one {# try} other {# tries}}')
export const pointsCount = message('{points, plural, one {# point} other {# points}}')
export const pointsAdded = message('+{points, plural, one {# point} other {# points}}')
export const by = message('by {actor}')
export const events = 'What happened'
export const conductIntro = message(
  'Please tell us your side. You can answer once. We will not decide against you before {time} unless you have answered.',
)
export const pointsToPass = message('{points} of {passing, plural, other {{passing} points}} to pass')
export const resultUnderReview =
  'Your flags are counted. We have a question about this exam, shown below. Your result will follow once it is resolved.'
export const certificateUnderReview =
  'We have a question about this exam, shown below. Until it is resolved, no certificate is issued for it. One that you already have stays valid until then.'
export const pointsBySource = message('{points} by flags and {extra} extra')
export const neededToPass = message('{points} were needed to pass')
export const endedAt = message('ended {time}')
export const pointsOf = message('{points} of {all}')
export const sentAt = message('Sent {time}')
export const extraPointsIntro = message(
  'A merged pull request of yours can earn extra points. Send its address before your result is final. We review each one within seven days. You can send {left} more.',
)
export const dayAndHour = message('{day} at {hour}')
