import { message, rich } from '@flagyard/messages'

export const weekdays = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} as const
export const thisWeek = message('This week: {counts}')
export const lastWeek = message('Last week: {counts}')
export const weekOf = message('Week of {date}')
export const dayTitle = message('{date}: {counts}')
export const counts = message(
  '{found, select, both {{lessons, plural, one {# lesson} other {# lessons}} and {flags, plural, one {# flag} other {# flags}}} lessons {{lessons, plural, one {# lesson} other {# lessons}}} flags {{flags, plural, one {# flag} other {# flags}}} other {nothing yet}}',
)
export const activityTitle = 'Your activity'
export const activityCaption = 'What you finished in the last four weeks'
export const week = 'Week'
export const comingUp = 'Coming up'
export const examInProgressUntil = message('“{title}” is in progress until {date}.')
export const examPaused = message('“{title}” is in progress. Its clock is paused.')
export const backToExam = 'Back to the exam'
export const examBegins = message('“{title}” begins on {date}.')
export const checkIn = 'Check in'
export const openExamRoom = 'Open the exam room'
export const bookExamBy = message('Book a date for “{title}” by {date}.')
export const bookExam = message('Book a date for “{title}”.')
export const chooseDate = 'Choose a date'
export const accessEnds = message('Your access to “{title}” ends on {date}.')
export const continueText = 'Continue'
export const unpaidOrder = message('Your order for “{title}” is unpaid.')
export const certificateEarned = message('You have earned the certificate for “{title}”.')
export const getIt = 'Get it'
export const certificateNear = message(
  '{left, plural, one {# lesson} other {# lessons}} left to the certificate for “{title}”.',
)
export const hello = message('Hello, {name}')
export const dashboard = 'Dashboard'
export const emptyTitle = 'Nothing here yet'
export const tryFreeLesson = 'Try a free lesson'
export const browseCourses = 'Browse courses'
export const iHaveVoucher = 'I have a voucher'
export const emptyWithFreeLesson =
  'Try a free lesson; it takes a few minutes. Courses that you buy, or unlock with a voucher, will appear here with your next lesson.'
export const emptyText = 'Courses that you buy, or unlock with a voucher, will appear here with your next lesson.'
export const yourCourses = 'your courses'
export const yourLabs = 'your labs'
export const yourExams = 'your exams'
export const yourCertificates = 'your certificates'
export const yourActivity = 'your activity'
export const runningLabs = 'Running labs'
export const goToLab = 'Go to the lab'
export const queuePlace = message('Place {place}')
export const whatNextTitle = 'What next?'
export const allCourses = 'All courses'
export const myOtherCourses = 'My other courses'
export const myCourses = 'My courses'
export const progressLabel = message('{title}: done')
export const complete = 'Complete'
export const myLabs = 'My labs'
export const open = 'Open'
export const solved = 'Solved'
export const myExams = 'My exams'
export const seeExam = 'See the exam'
export const notBookedYet = 'Not booked yet'
export const bookingOpensSoon = 'Booking opens soon'
export const myCertificates = 'My certificates'
export const allCertificates = 'All certificates'
export const withdrawnCertificate = 'Withdrawn certificate'
export const issuedOn = message('Issued on {date}')
export const watchedToEnd = 'watched to the end'
export const timeLeft = message('{time} left')
export const labFacts = message('{cloud} · {solved} of {flags, plural, one {# flag} other {# flags}} solved')
export const labFactsUntil = message(
  '{cloud} · {solved} of {flags, plural, one {# flag} other {# flags}} solved · access until {date}',
)
export const noOtherCourses = 'None yet. The courses you buy or redeem will appear here.'
export const noCourses = 'No courses yet. The courses you buy or redeem will appear here.'
export const courseProgress = message('{completed} of {required} required lessons · {percent}%')
export const courseProgressUntil = message(
  '{completed} of {required} required lessons · {percent}% · access until {date}',
)
export const requiredLessons = message('{completed} of {required} required lessons')
export const openCourse = rich('Open<hidden> {title}</hidden>')
export const resumeLesson = message('Resume: {lesson}')
export const startLesson = message('Start: {lesson}')
export const continueCourse = rich('Continue <course>{title}</course>')
export const startWithCourse = rich('Start with <course>{title}</course>')
export const resume = rich('Resume<hidden> {lesson}</hidden>')
export const start = rich('Start<hidden> {lesson}</hidden>')
export const examLinks = {
  purchased: 'Open the exam room',
  scheduled: 'Open the exam room',
  preparing: 'Check in',
  active: 'Back to the exam',
  provisional: 'See the result',
  passed: 'See the result',
  failed: 'See the result',
  no_show: 'See the exam room',
  disqualified: 'See the result',
  void: 'See the exam room',
} as const
export const endsOn = message('ends on {date}')
export const beginsOn = message('begins on {date}')
export const bookBy = message('book by {date}')
export const certificateStates = {
  valid: 'Valid',
  expired: 'Expired',
  revoked: 'Revoked',
  withdrawn: 'Withdrawn',
} as const
