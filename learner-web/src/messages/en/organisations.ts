import { message, rich } from '@flagyard/messages'

export const invitation = 'Invitation'
export const incompleteLink = 'This link is incomplete. Open the link in your e-mail again, or copy the whole link.'
export const joined = message('You now manage {organisation}.')
export const myOrganisations = 'My organisations'
export const theInvitation = 'the invitation'
export const alreadyManager = 'You already manage it. The link was not used, so you can pass it on.'
export const invitedBy = message(
  '{inviter} invites you to manage it: its orders, invoices and seats. You will also see the learning progress that its orders share.',
)
export const invited =
  'You are invited to manage it: its orders, invoices and seats. You will also see the learning progress that its orders share.'
export const invitationFacts = rich(
  'Sent to <private>{email}</private> · expires on {date} · you are signed in as <private>{username}</private>',
)
export const acceptInvitation = 'Accept the invitation'
export const name = 'Name'
export const nameHint = 'As it appears on invoices and on certificates for its learners.'
export const isPublicBody = 'This is a public body'
export const country = 'Country'
export const countryHint = 'Used to calculate the tax.'
export const chooseCountry = 'Choose a country'
export const taxId = 'VAT or tax id'
export const invalidTaxId = 'This ID is not valid in that country, so VAT is charged.'
export const address = 'Address'
export const reference = 'Your reference'
export const referenceHint = 'For example a cost centre. Each order can have a different one.'
export const invoiceEmail = 'E-mail address for invoices'
export const invoiceEmailHint = 'Also gets payment details, and invoices as PDF.'
export const detailsSaved = 'The details are saved.'
export const detailsIntro = 'Changes apply to new orders only.'
export const save = 'Save'
export const noLongerManager = message('You no longer manage {name}.')
export const managers = 'Managers'
export const you = rich('<bdi>{name}</bdi> (you)')
export const managerFacts = message('{username} · since {date}')
export const leaveOrganisation = rich('Leave<hidden> {name}</hidden>')
export const leaveTitle = message('Leave {name}?')
export const leave = 'Leave'
export const removeManager = rich('Remove<hidden> {name}</hidden>')
export const removeTitle = message('Remove {name}?')
export const remove = 'Remove'
export const cancel = 'Cancel'
export const onlyManager = 'You are the only manager. Invite another manager before you leave.'
export const leaveText = 'You will no longer see its orders and seats, including those you ordered yourself.'
export const removeText =
  'They will no longer see its orders and seats, and invitations they sent will stop working. We will notify them by e-mail.'
export const invitationResent = message('We sent the invitation to {email}. The earlier link no longer works.')
export const invitationRevoked = message('The invitation to {email} no longer works.')
export const invitations = 'Invitations'
export const invitationSent = message('We sent the invitation to {email}.')
export const inviteManager = 'Invite a manager'
export const inviteIntro =
  'Managers can see and do everything you can: orders, invoices, seats, and the learning progress that your orders share.'
export const emailAddress = 'E-mail address'
export const sendInvitation = 'Send an invitation'
export const theOrders = 'the orders'
export const noOrders = 'No orders yet'
export const browseCourses = 'Browse courses'
export const noOrdersHint = rich('Everything that managers buy for <bdi>{name}</bdi> appears here, with its invoices.')
export const organisation = 'Organisation'
export const thisOrganisation = 'this organisation'
export const theOrganisation = 'the organisation'
export const theSeats = 'the seats'
export const noSeats = 'No seats yet'
export const noSeatsHint = rich(
  'Buy a course, lab or exam for others and select <bdi>{name}</bdi> for the invoice. Its seats will appear here.',
)
export const show = 'Show'
export const allSeats = message('All seats ({all})')
export const addressOrName = 'Address or name'
export const downloadAsCsv = 'Download as CSV'
export const visibilityNote =
  'Each order determines what you can see about its learners. They were informed before they started, and share minutes and points only if they agree.'
export const noSeatsMatch = 'No seats match.'
export const pages = 'Pages'
export const back = 'Back'
export const next = 'Next'
export const addOrganisation = 'Add an organisation'
export const title = 'Organisations'
export const intro = 'Organisations whose orders, seats and invoices you manage together with others.'
export const yourOrganisations = 'your organisations'
export const noOrganisations = 'No organisation yet'
export const noOrganisationsHint =
  'Add your company or public body, buy seats for it, and invite colleagues to manage them with you.'
export const add = 'Add'
export const invitationExpired = message(
  '{invited, select, by {By {inviter}, expired on {date}} other {expired on {date}}}',
)
export const invitationOpen = message(
  '{invited, select, by {By {inviter}, sent on {sent}, until {until}} other {sent on {sent}, until {until}}}',
)
export const resend = rich('Send again<hidden> to {email}</hidden>')
export const revoke = rich('Revoke<hidden> the invitation to {email}</hidden>')
export const orderFacts = rich(
  '{seats, plural, one {# seat} other {# seats}} · {total} · ordered by {buyer} on {date} · <mono>{number}</mono>',
)
export const seeSeats = rich('See the seats<hidden> of order {number}</hidden>')
export const seeOrder = rich('See the order<hidden> {number}</hidden>')
export const managerCount = message(
  '{count, plural, one {# manager} other {# managers}}. All of them see the same as you.',
)
export const tabs = {
  seats: 'Seats',
  orders: 'Orders and invoices',
  managers: 'Managers',
  details: 'Details',
} as const
export const pageRange = message('{first} to {last} of {total}')
export const seatOfOrder = rich('{seat} of <order>{number}</order>')
export const seatName = message('seat {seat} of {order}')
export const organisationFacts = message('{managers, plural, one {# manager} other {# managers}} · you joined {date}')
export const seatsOf = rich('Seats<hidden> of <bdi>{name}</bdi></hidden>')
export const ordersOf = rich('Orders<hidden> of <bdi>{name}</bdi></hidden>')
