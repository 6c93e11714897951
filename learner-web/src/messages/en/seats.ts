import { message, rich } from '@flagyard/messages'

export const enterAtLeastOneAddress = 'Enter at least one address'
export const assigned = message('{given, plural, one {# seat} other {# seats}} assigned.')
export const emailAddresses = 'E-mail addresses'
export const emailAddressesHint = 'One per line, or separated by commas.'
export const willBeAssigned = message(
  '{given, plural, one {# seat} other {# seats}} will be assigned; {free} will stay free.',
)
export const assignCount = message('Assign {given, plural, one {# seat} other {# seats}}')
export const checkAddresses = 'Check the addresses'
export const emailAddress = 'E-mail address'
export const assignSeat = 'Assign the seat'
export const corrected = message('{given, plural, one {# address} other {# addresses}} corrected.')
export const correctIntro =
  'The e-mails to these addresses bounced. We send them to the corrected addresses, with a new code.'
export const sendAgain = 'Send again'
export const yourGift = 'Your gift'
export const giftWillBeSent = message(
  'It will be sent on {date} at 09:00 UTC. Until then, the recipients are not notified.',
)
export const giftWasSent = message('It was sent on {date}.')
export const changeGift = 'Change date or message'
export const giftChanged = 'Your gift was changed.'
export const date = 'Date'
export const dateHint = 'It is sent at 09:00 UTC.'
export const giftMessage = 'Message'
export const save = 'Save'
export const cancel = 'Cancel'
export const seats = 'Seats'
export const contents = 'Contents'
export const seat = 'Seat'
export const assignedTo = 'Assigned to'
export const state = 'State'
export const usedBy = 'Used by'
export const actions = 'Actions'
export const notAssigned = 'Not assigned'
export const deletedAccount = 'A deleted account'
export const notStartedYet = 'not started yet'
export const minutesWatched = message('{minutes} watched')
export const points = message('{points, plural, one {# point} other {# points}}')
export const copyCode = message('Copy the code of {name}')
export const seatsTitle = message('Seats: {title}')
export const theSeats = 'the seats'
export const noSeatsLeft = 'No seats left'
export const seeOrder = 'See the order'
export const noSeatsLeftHint = 'This order has no seats that can still be assigned.'
export const correctAddresses = 'Correct addresses'
export const show = 'Show'
export const assignSeats = 'Assign seats'
export const downloadAsCsv = 'Download as CSV'
export const noSeatsMatch = 'No seats match.'
export const sharingTitle = 'Who can see your progress'
export const shareEffort = message('{who} may also see my minutes and points')
export const assignIntro = message(
  '{free, plural, one {# seat is} other {# seats are}} free. Each address gets one, and an e-mail {when, select, later {on the date of the gift} other {with its code}}.',
)
export const seatNumber = message('Seat {number}')
export const seatPlace = rich('Seat {place}')
export const emailSentLater = 'The e-mail is sent on the date of the gift.'
export const emailSentNow = 'We will e-mail them a code.'
export const reassignIntro = message('{whenSent} The seat gets a new code, and the old one stops working.')
export const userAndContent = message('{user}: {content}')
export const since = message('Since {date}')
export const completedOn = message('completed on {date}')
export const startedOn = message('started on {date}')
export const openUntil = message('open until {date}')
export const certificateOf = rich('Certificate<hidden> of {user}</hidden>')
export const assign = rich('Assign<hidden> {name}</hidden>')
export const reassign = rich('Reassign<hidden> {name}</hidden>')
export const remind = rich('Remind<hidden> {name}</hidden>')
export const seatName = message('seat {seat}')
export const summary = message(
  'Order {number}: {count, plural, one {# seat} other {# seats}}, {used} used, {free} free.',
)
export const filters = {
  all: 'All seats',
  free: 'Free',
  assigned: 'Assigned, not used yet',
  used: 'Used',
  undelivered: 'E-mail bounced',
} as const
export const emailsBounced = message(
  '{count, plural, one {One e-mail bounced.} other {# e-mails bounced.}} Correct the addresses, and we will send them again.',
)
export const showMore = message('Show {count} more of {all}')
export const states = {
  free: 'Free',
  assigned: 'Assigned, not used yet',
  used: 'Used',
  expired: 'Expired',
  suspended: 'Paused',
  revoked: 'Revoked',
} as const
export const mailStates = {
  waiting: 'E-mail is being sent',
  sent: 'E-mailed',
  undelivered: 'E-mail bounced',
} as const
export const visibleToBuyer = {
  seats: 'You can see who uses a seat, and nothing else.',
  progress:
    'You can see who uses a seat, when they started and completed it, when their access ends, and their certificate. Minutes and points are shown only if they agree.',
} as const
export const shared = {
  seats: message('{who} paid for it and can see that you use it.'),
  progress: message(
    '{who} paid for it and can see when you start and complete it, when your access ends, and your certificate.',
  ),
} as const
export const whatBuyerSees = rich('{shared} They never see your attempts, notes or feedback.')
export const whatBuyerSeesOf = rich('<b>{title}: </b>{shared} They never see your attempts, notes or feedback.')
