import { message, rich } from '@flagyard/messages'

export const activateTitle = 'Activate a voucher'
export const activateIntro = 'Enter your code. You will see what it opens before you use it.'
export const code = 'Code'
export const codeHint = 'Five groups. Capitals, spaces and dashes do not matter.'
export const seeWhatItOpens = 'See what it opens'
export const activating = 'Activating your voucher'
export const whatBuyersSee = message('{shared} They never see your attempts, notes or feedback.')
export const accessUntil = message('You have access now, until {date}.')
export const accessNow = 'You have access now.'
export const givesExam =
  'This code gives your account access. Take the exam within a year. Activating it uses up the code.'
export const givesAccessWithoutEnd =
  'This code gives your account access without an end date. Activating it uses up the code.'
export const givesAccessFromNow = message(
  'This code gives your account access for {days, plural, one {# day} other {# days}} from now. Activating it uses up the code.',
)
export const givesAccessFromFirstStart = message(
  'This code gives your account access for {days, plural, one {# day} other {# days}} from when you first start it. Start it within a year. Activating it uses up the code.',
)
export const startNow = 'Start now'
export const activate = 'Activate'
export const sendTitle = 'Send this voucher'
export const sendIntro = rich(
  'We will e-mail the code for <b>{title}</b>. Until it is used, you can send it to someone else.',
)
export const emailAddress = 'E-mail address'
export const emailHint = 'Leave empty to send it to yourself.'
export const submitSend = 'Send the voucher'
export const title = 'Vouchers'
export const unusedOfAll = message('{unused} of {all} can still be used.')
export const yourVouchers = 'your vouchers'
export const noVouchers = 'No vouchers yet'
export const haveCode = 'I have a code'
export const browseCourses = 'Browse courses'
export const noVouchersHint = 'Vouchers that you buy or receive appear here.'
export const copyCode = message('Copy the code for {title}')
export const redeemMyself = 'Use it myself'
export const confirmSentTitle = 'Use a code that you have sent?'
export const leaveToRecipient = 'Leave it to them'
export const confirmSentText = message(
  'You sent this code to {recipient}. If you use it, it stops working for them, and they are not notified.',
)
export const sendByEmail = 'Send by e-mail'
export const sentTo = 'Sent to'
export const order = 'Order'
export const uses = 'Uses'
export const usedCount = message('{used} of {uses}')
export const usedOn = 'Used on'
export const expiresOn = 'Use by'
export const kinds = { course: 'Course', lab: 'Lab', exam: 'Exam' } as const
export const states = {
  available: 'Unused',
  activated: 'Used',
  expired: 'Expired',
  suspended: 'Paused',
  revoked: 'Revoked',
} as const
