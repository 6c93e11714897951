import { message, rich } from '@flagyard/messages'

export const chooseCsvFile = 'Or choose a CSV file'
export const unpaidOrder = 'You have an unpaid order.'
export const buyFor = message('Buy for {price}')
export const buyForTeam = 'Buy for my team'
export const enrolling = 'Enrolling you'
export const enrolForFree = 'Enrol for free'
export const acceptTermsFirst = 'Read and accept the terms first'
export const chooseCompanyCountry = 'Choose the country of your company'
export const chooseHomeCountry = 'Choose the country where you live'
export const correctRowsFirst = 'Correct these rows first'
export const country = 'Country'
export const countryDoubted = message(
  'VAT is charged because your profile does not list {country} as your country. If you live there, update your profile first.',
)
export const countryHint = 'Used to calculate the tax.'
export const chooseCountry = 'Choose a country'
export const whoIsItFor = 'Who is it for?'
export const forMe = 'For me'
export const forMeHint = 'Available in your account as soon as it is paid.'
export const forOthers = 'For others'
export const forOthersHint = 'A gift, or seats for your team.'
export const seats = 'Seats'
export const numberOfSeats = 'Number of seats'
export const recipients = 'Recipients'
export const recipientsHint = 'E-mail addresses, one per line. Leave empty to assign the seats later.'
export const visibilityTitle = 'What you can see about your learners'
export const visibilitySeats = 'Who uses each seat'
export const visibilitySeatsHint = 'Nothing else.'
export const visibilityProgress = 'Also their progress'
export const visibilityProgressHint =
  'When they start and complete it, when their access ends, and their certificate. Minutes and points only if they agree.'
export const visibilityNote = 'Recipients see this before they activate a seat. You cannot change it later.'
export const invoice = 'Invoice'
export const buyingForCompany = 'I am buying for a company or public body'
export const taxId = 'VAT or tax id'
export const invalidTaxId = 'This ID is not valid in that country, so VAT is charged.'
export const taxIdHint = 'We check its format and may verify it with the tax authority.'
export const paymentMethod = 'Payment method'
export const payNow = 'Pay now'
export const payNowHint = 'By card, or by another method on the payment page.'
export const byBankTransfer = 'By bank transfer'
export const byBankTransferHint =
  'We will e-mail you a pro forma invoice with the amount and the due date. The seats are ready once your payment arrives.'
export const price = 'Price'
export const acceptTerms = rich('I accept the <terms>terms</terms> of {date}, and ask you for access right away.')
export const returnsNote = rich('Read about your right to withdraw and our <returns>returns</returns>.')
export const continueToPayment = 'Continue to payment'
export const noPayments = 'We cannot take payments at the moment. Please write to us and we will help you.'
export const onlyTransfers = 'At the moment we only accept bank transfers from companies and public bodies.'
export const messageToRecipients = 'Message to the recipients'
export const sendOn = 'Send on'
export const sendOnHint = 'At 09:00 UTC. Leave empty to send it as soon as it is paid.'
export const discountForOwned = 'Discount for what you own'
export const buyTitle = message('Buy {title}')
export const buy = 'Buy'
export const nothingForSale = 'Nothing is for sale here'
export const browseCourses = 'Browse courses'
export const nothingForSaleHint = 'It may no longer be for sale, or it is only sold as part of a course.'
export const checkout = 'Checkout'
export const yourOrder = 'your order'
export const backToTitle = message('Back to {title}')
export const paymentDeclined = 'The payment was declined. Nothing was charged; you can try again.'
export const paying = 'Paying'
export const oneMoment = 'One moment'
export const demoCheckout = 'This is a demo checkout. You need no card, and nothing is charged.'
export const payTotal = message('Pay {total}')
export const declinePayment = 'Decline the payment'
export const cancelOrder = 'Cancel the order'
export const organisation = 'Organisation'
export const organisationHint = 'Billed with its saved details. All its managers can see the order and its seats.'
export const otherCompany = 'Another company or public body'
export const isPublicBody = 'This is a public body'
export const company = 'Company'
export const address = 'Address'
export const saveAsOrganisation = 'Save as an organisation'
export const saveAsOrganisationHint = 'Lets colleagues manage its seats and invoices with you.'
export const reference = 'Your reference'
export const referenceHint = 'A purchase order or cost centre, printed on the invoice.'
export const includesVat = message('Includes {rate} % VAT ({country})')
export const orderNumber = message('Order {number}')
export const order = 'Order'
export const proFormaPdf = 'Pro forma (PDF)'
export const amountRefunded = message('{amount} was refunded to you.')
export const giftSentOn = message('A gift, sent on {date} at 09:00 UTC.')
export const contents = 'Contents'
export const goToCheckout = 'Go to the checkout'
export const cancelOrderTitle = 'Cancel this order?'
export const keepOrder = 'Keep the order'
export const cancelOrderText = message('Nothing was charged for {title}. You can order it again at any time.')
export const seeSeats = 'See the seats'
export const seeVouchers = 'See the vouchers'
export const open = 'Open'
export const allOrders = 'All orders'
export const alreadyYours = message('Already yours: {title}')
export const orders = 'Orders'
export const yourOrders = 'your orders'
export const noOrders = 'No orders yet'
export const noOrdersHint = 'Everything you buy appears here, with its price and invoices.'
export const yourPurchase = 'Your purchase'
export const noOrderTitle = 'No order to show'
export const noOrderText =
  'This link does not name an order. Your courses are on your dashboard, and your vouchers on the vouchers page.'
export const thankYou = 'Thank you'
export const paymentFailedTitle = 'The payment failed'
export const cancelledTitle = 'Order cancelled'
export const waitingTitle = 'Waiting for your payment'
export const giftReady = message('Your gift will be sent on {date}. You can change it until then.')
export const seatsReady = 'Your seats are ready to assign. We have also e-mailed you.'
export const contentReady = message('{title} is yours now. We have also e-mailed you.')
export const paymentFailedText = 'Nothing was charged. You can try again.'
export const refundedText = 'Your money is on its way back to you.'
export const partlyRefundedText = 'Part of your money is on its way back to you.'
export const disputedText = 'The payment is disputed. We will write to you when it is settled.'
export const cancelledText = 'Nothing was charged.'
export const leftCheckout = 'You left the checkout. Nothing was charged, and your order is still waiting for you.'
export const waitingText =
  'We are waiting for your payment to be confirmed. This page updates automatically. If you paid by direct debit or from your bank account, your bank may take a few days: you can leave this page, and we will e-mail you.'
export const seeYourSeats = 'See your seats'
export const seeYourVouchers = 'See your vouchers'
export const goToYourDashboard = 'Go to your dashboard'
export const startNow = 'Start now'
export const backToCheckout = 'Back to the checkout'
export const seeHowToPay = 'See how to pay'
export const noAddressInRow = 'There is no e-mail address in it'
export const notAnAddress = 'This is not an e-mail address'
export const duplicateAddress = message('Line {line} already has this address')
export const addressCount = message('{count, plural, one {# address} other {# addresses}}.')
export const rowProblems = message('{count, plural, one {One row has a problem:} other {# rows have problems:}}')
export const rowProblem = rich('<b>{email}</b>: {problem}.')
export const lineProblem = rich('Line {line}, <b>{email}</b>: {problem}.')
export const emptyRow = 'empty'
export const moreRows = message('And {count} more.')
export const signInToEnrol = 'Sign in to enrol'
export const signInToBuy = 'Sign in to buy'
export const priceWithVat = rich('{price}<note> incl. VAT</note>')
export const chooseSeats = message('Choose between 1 and {max, plural, one {# seat} other {# seats}}')
export const tooManyAddresses = message(
  'There are {addresses, plural, one {# address} other {# addresses}} for {seats, plural, one {# seat} other {# seats}}',
)
export const seatsAtPrice = message('{seats, plural, one {# seat} other {# seats}} at {price}')
export const thisProduct = {
  course: 'this course',
  bundle: 'this bundle',
  lab: 'this lab',
  exam: 'this exam',
} as const
export const theProduct = {
  course: 'the course',
  bundle: 'the bundle',
  lab: 'the lab',
  exam: 'the exam',
} as const
export const alreadyOwned = {
  course: 'You have this course already.',
  bundle: 'You have this bundle already.',
  lab: 'You have this lab already.',
  exam: 'You have this exam already.',
} as const
export const partlyOwned = message(
  'You own {owned} of {courses, plural, one {# course} other {# courses}}, so your own seat costs less.',
)
export const nothingToPay = message(
  'This order was {state, select, cancelled {cancelled} refunded {refunded} partially_refunded {partially refunded} disputed {disputed} other {closed}}. There is nothing to pay.',
)
export const taxRules = {
  reverse_charge: 'No VAT: you account for it (reverse charge)',
  outside: 'No VAT outside the European Union',
} as const
export const orderedOn = message('Ordered on {date}')
export const orderedAndPaidOn = message('Ordered on {date}, paid on {paidOn}')
export const forOrganisation = rich('For <organisation>{name}</organisation>. All its managers can see this order.')
export const proFormaFile = message('Pro forma {number}.pdf')
export const transferOrdered =
  'We e-mailed you the payment details. You will get the invoice once your payment arrives.'
export const transferOrderedUntil = message(
  'We e-mailed you the payment details. Payment is due on {date}. You will get the invoice once your payment arrives.',
)
export const ownedLine = rich('<product>{title}</product> (already yours)')
export const giftSeats = message('{seats} (a gift)')
export const lineWithSeats = message('{title}, {seats, plural, one {# seat} other {# seats}}')
export const invoiceNumber = message('Invoice {number}')
export const creditNoteNumber = message('Credit note {number}')
export const kinds = { course: 'Course', bundle: 'Bundle', lab: 'Lab', exam: 'Exam' } as const
export const seatCount = message('{seats, plural, one {# seat} other {# seats}}')
export const aGift = 'a gift'
export const orderedFact = message('ordered on {date}')
export const goToCheckoutOf = rich('Go to the checkout<hidden> of {title}</hidden>')
export const seeOrderOf = rich('See the order<hidden> of {title}</hidden>')
export const refundedTitle = 'Refunded'
export const transferWaiting = 'We e-mailed you the payment details. We will write to you once it arrives.'
export const transferWaitingUntil = message(
  'We e-mailed you the payment details. Payment is due on {date}. We will write to you once it arrives.',
)
export const states = {
  draft: 'Not paid yet',
  awaiting_payment: 'Not paid yet',
  paid: 'Paid',
  fulfilled: 'Complete',
  failed: 'Payment failed',
  cancelled: 'Cancelled',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Payment disputed',
} as const
