import { message, rich } from '@flagyard/messages'

export const bundles = 'Bundles'
export const theBundles = 'the bundles'
export const noBundles = 'No bundles at the moment'
export const browseCourses = 'Browse courses'
export const noBundlesHint = 'You can buy every course separately.'
export const yours = 'Yours'
export const oneMoment = 'One moment'
export const goToYourDashboard = 'Go to your dashboard'
export const beta = 'Beta'
export const outcomes = 'What you will be able to do'
export const aboutCourse = 'About this course'
export const beforeYouStart = 'Before you start'
export const outlineTitle = 'What is inside'
export const freeRehearsal = 'Free rehearsal'
export const free = 'Free'
export const continueLearning = 'Continue learning'
export const startLearning = 'Start learning'
export const haveVoucher = 'I have a voucher'
export const publicCertificate = 'Certificate with a public page'
export const thePreview = 'the preview'
export const course = 'Course'
export const thisCourse = 'this course'
export const theCourse = 'the course'
export const theLesson = 'the lesson'
export const reviewsTitle = 'What learners say'
export const aLearner = 'A learner'
export const preview = 'Preview'
export const previewClassroom = 'Preview the classroom'
export const buy = 'Buy'
export const nothingYet = 'The first courses are on their way'
export const writeToUs = 'Write to us'
export const nothingYetHint = 'Come back soon, or tell us what you would like to learn.'
export const sampleTitle = 'Your certificate'
export const sampleIntro = 'It has a public page with its own address, which any employer can check.'
export const theSample = 'the sample'
export const startFree = 'Start free'
export const theFreeLessons = 'the free lessons'
export const search = 'Search'
export const cloud = 'Cloud'
export const anyCloud = 'Any cloud'
export const level = 'Level'
export const anyLevel = 'Any level'
export const price = 'Price'
export const anyPrice = 'Any price'
export const yoursOrNot = 'Yours or not'
export const notYoursYet = 'Not yours yet'
export const language = 'Language'
export const anyLanguage = 'Any language'
export const show = 'Show'
export const all = 'All'
export const catalogueTitle = 'Courses, labs and exams'
export const catalogueLabel = 'Find a course, lab or exam'
export const allOffers = 'All courses, labs and exams'
export const theCourses = 'the courses'
export const labsIntro =
  'Each lab builds a cloud account of your own, with flags to find. Buy one separately, or with its course.'
export const examsIntro = 'Practical exams in a cloud account of your own. Choose the day and hour after you buy one.'
export const showEverything = 'Show everything'
export const clearFilters = 'Clear the filters'
export const noneYetHint = 'The first ones are being written. Come back soon.'
export const nothingMatches = 'Nothing matches'
export const nothingMatchesHint = 'Remove a filter, or try a shorter search.'
export const bookingOpensSoon = 'Booking opens soon'
export const exam = 'Exam'
export const thisExam = 'this exam'
export const theExam = 'the exam'
export const aboutExam = 'About this exam'
export const howItWorks = 'How it works'
export const rules = 'Rules'
export const preparingCourse = 'The course that prepares you'
export const bookHour = 'Book an hour that suits you, in your own time zone'
export const notBookable = message(
  'Booking opens soon. Until then, this exam is not for sale. Its price will be {price}.',
)
export const examOwned = 'This exam is yours.'
export const goToExam = 'Go to your exam'
export const lab = 'Lab'
export const thisLab = 'this lab'
export const theLab = 'the lab'
export const rehearsalTitle = 'Try it first'
export const rehearsalText = 'Rehearse this lab in a simulated account, without signing up.'
export const aboutLab = 'About this lab'
export const whatYouGet = 'What you get'
export const startTitle = 'How it starts'
export const startNote = 'An example of a lab that is being built. Yours shows each step as it happens.'
export const teachingCourse = 'The course that teaches it'
export const asksFor = message('The lab asks you for: {label}')
export const notSoldSeparately = 'This lab is not sold separately. It comes with its course.'
export const labOwned = 'This lab is yours.'
export const labPartOfCourse = 'This lab is part of one of your courses.'
export const goToLab = 'Go to the lab'
export const bundlesIntro =
  'Several courses for one price. Courses that you already own reduce the price of your own seat.'
export const bundlesIntroWithVat =
  'Several courses for one price. Courses that you already own reduce the price of your own seat. Prices include VAT.'
export const courseOfBundle = message('{price} · access without an end date')
export const courseOfBundleDays = message('{price} · access for {days, plural, one {# day} other {# days}}')
export const reducedFrom = message('instead of {price}: you own {owned} of {courses}')
export const saved = message('You save {amount}')
export const instructors = message('{count, plural, one {Your instructor} other {Your instructors}}')
export const alsoTeaches = rich('Also teaches {courses}')
export const lessonCount = message('{count, plural, one {# lesson} other {# lessons}}')
export const lessonsWithOptional = message(
  '{lessons, plural, one {# lesson} other {# lessons}}, {optional} of them optional',
)
export const optional = 'optional'
export const examSoldSeparately = rich('Exam: <exam>{title}</exam>, sold separately')
export const examNotBookable = rich('Exam: <exam>{title}</exam>, booking opens soon')
export const estimatedHours = message('About {hours, plural, one {# hour} other {# hours}}')
export const labCount = message('{labs, plural, one {# lab} other {# labs}}, each in a cloud account of your own')
export const accessWithoutEnd = 'Access without an end date'
export const accessFor = message('Access for {days, plural, one {# day} other {# days}}')
export const recommendation = rich(
  '{learners, plural, one {# learner rates} other {# learners rate}} it <score>{mean}</score> out of 10.',
)
export const reviewer = message('{name}, asked “{question}”')
export const seeSample = 'See a sample'
export const upToPrice = message('Up to {price}')
export const types = { courses: 'Courses', labs: 'Labs', exams: 'Exams' } as const
export const counts = {
  courses: message('{count, plural, one {# course} other {# courses}}'),
  labs: message('{count, plural, one {# lab} other {# labs}}'),
  exams: message('{count, plural, one {# exam} other {# exams}}'),
} as const
export const noneYet = {
  courses: 'No courses yet',
  labs: 'No labs yet',
  exams: 'No exams yet',
} as const
export const noneMatches = {
  courses: 'No course matches',
  labs: 'No lab matches',
  exams: 'No exam matches',
} as const
export const catalogueIntro =
  'Learn one technique at a time, try it in a cloud account of your own, and prove that you can.'
export const catalogueIntroWithVat =
  'Learn one technique at a time, try it in a cloud account of your own, and prove that you can. Prices include VAT.'
export const flagCount = message('{flags, plural, one {# flag} other {# flags}}')
export const solvedOwned = message('Yours · {solved} of {flags, plural, one {# flag} other {# flags}}')
export const examFacts = message('{cloud} · {time} · pass with {points, plural, one {# point} other {# points}}')
export const examContent = message(
  '{time} in {cloud, select, aws {an AWS account} azure {an Azure subscription} other {a Google Cloud project}} of your own: {flags, plural, one {# flag} other {# flags}}, {points, plural, one {# point} other {# points}}',
)
export const passingPoints = message('You pass with {points, plural, one {# point} other {# points}}')
export const attempts = message('{attempts, plural, one {# attempt} other {# attempts}} for one price')
export const attemptsWithPause = message(
  '{attempts, plural, one {# attempt} other {# attempts}} for one price, with at least {days, plural, one {# day} other {# days}} after the first',
)
export const reschedules = message(
  'You can move your date {count, plural, one {once} other {# times}}, until {hours, plural, one {# hour} other {# hours}} before it',
)
export const examResets = message(
  '{resets, plural, one {# reset} other {# resets}} of the environment, and the flags you solved stay solved',
)
export const passWith = message('Pass with {passing} of {total, plural, one {# point} other {# points}}')
export const accountIncluded = message(
  '{cloud, select, aws {AWS account included} azure {Azure subscription included} other {Google Cloud project included}}',
)
export const certificateOf = message('Certificate: {title}')
export const freeRehearsalTime = message('Free rehearsal · {time}')
export const labAccount = message(
  'For {time}, {cloud, select, aws {an AWS account} azure {an Azure subscription} other {a Google Cloud project}} of your own, wiped before the next learner',
)
export const flagsToFind = message(
  '{flags, plural, one {# flag} other {# flags}} to find, worth {points, plural, one {# point} other {# points}}',
)
export const extensions = message(
  '{extensions, plural, one {# extension} other {# extensions}} of {time}, if you need longer',
)
export const labResets = message('{resets, plural, one {# reset} other {# resets}}, if you want to begin again')
export const downloads = message('{files, plural, one {# file} other {# files}} to download')
export const needsBrowser = message('A browser. You do not need an account with {cloud}, and pay nothing there')
export const runsFor = message('Runs for {time}')
export const flagsAndPoints = message(
  '{flags, plural, one {# flag} other {# flags}}, {points, plural, one {# point} other {# points}}',
)
export const labAccess = message('Access for {days, plural, one {# day} other {# days}} from the first start')
export const cheaperInBundle = rich('Cheaper in a bundle: <bundle>{title}</bundle>, {price}')
