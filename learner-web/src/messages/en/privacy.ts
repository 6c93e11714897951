import { message, rich } from '@flagyard/messages'

export const thankYou = 'Thank you'
export const goHome = 'Go to the home page'
export const linkExpired = 'This link no longer works'
export const linkExpiredIntro =
  'Each link works once, within a day, and its page then works for an hour. We can send you a new one.'
export const addressAtSite = message('Your e-mail address at {siteName}')
export const addressAtSiteIntro =
  'Someone may have given us your address, for example with a voucher or an order. You do not need an account to see what we hold about it, to download it, or to have it erased.'
export const holdings = 'What we hold about your e-mail address'
export const linkWorksOnce =
  'Your link works once. After you open it, you have an hour to download or erase what we hold.'
export const openLink = 'Show me'
export const aboutYourPrivacy = 'About your privacy'
export const checkYourInbox = 'Check your inbox'
export const emailAddress = 'Your e-mail address'
export const emailHint = 'We send a link there, so that only you can see what it shows.'
export const sendLink = 'Send me the link'
export const holdingsUntil = message(
  'You can download and erase all of this until {tokenUntil}. Please stay on this page: the link in the e-mail does not work again.',
)
export const download = 'Download'
export const erase = 'Erase…'
export const eraseTitle = 'Erase your address?'
export const eraseConfirm = 'Erase my address'
export const eraseCancel = 'Keep it'
export const eraseWarning =
  'We erase it as this list describes, and wherever someone mentioned it in a note or an e-mail. You cannot undo this.'
export const downloaded = 'Downloaded. Keep it somewhere only you can read it.'
export const dateRange = message('{from} to {to}')
export const deleteAccount = 'Delete your account'
export const deleteAccountIntro =
  'Your account is closed right away and erased after 14 days. Until then you can change your mind. First, we show you what will be erased and what has to stay.'
export const deleteAccountButton = 'Delete my account…'
export const deletionPreview = 'what would be deleted'
export const keepAccount = 'Keep my account'
export const whatWillBeErased = 'What will be erased'
export const whatStays = 'What stays'
export const alsoLost = message(
  '{labs, plural, =0 {} one {# running lab will be ended now. } other {# running labs will be ended now. }}{vouchers, plural, =0 {} one {You will lose # unused voucher. Send them to someone first if you want them to be used.} other {You will lose # unused vouchers. Send them to someone first if you want them to be used.}}',
)
export const accountClosed = message(
  'Your account is closed and will be erased on {dueAt}. Until then, sign in to keep it.',
)
export const keepCertificates = message(
  '{count, plural, one {Keep my # certificate public} other {Keep my # certificates public}}',
)
export const keepCertificatesHint =
  'Anyone can still verify them, with the name printed on them. Otherwise their pages will say that they were withdrawn.'
export const typeUsername = message('Type {username} to confirm')
export const howYouSignIn = 'how you sign in'
export const confirmDeletion = 'Delete my account'
export const yourData = 'Your data'
export const exportIntro =
  'Download everything that we store about you: profile, learning, labs, exams, orders and certificates, in files that any program can read.'
export const yourArchives = 'your archives'
export const createArchive = 'Create an archive of my data'
export const preparingArchive =
  'We are preparing your archive. You can wait here, or leave: we will e-mail you when it is ready.'
export const archiveFailed = 'Your last archive could not be created. Please request it again.'
export const archive = rich(
  'Archive from {askedAt}{hasSize, select, true {, {size}} other {}}{hasEnd, select, true {<note> · available until {end}</note>} other {}}',
)
export const downloadArchive = message('Download the archive from {askedAt}')
export const kilobytes = message('{size} kB')
export const megabytes = message('{size} MB')
export const dataReady = 'Your data is ready'
export const signInForData = 'Sign in to the account that requested it. You will also find it on your profile.'
export const signIn = 'Sign in'
export const archiveOnProfile = 'Find your archive on your profile'
export const archiveOfUser = message('The archive of {username}, as one file.')
export const downloadData = 'Download my data'
export const goToProfile = 'Go to your profile'
export const retentionPeriods = 'the retention periods'
export const yearsSince = message('{count, plural, one {# year {since}} other {# years {since}}}')
export const daysSince = message('{count, plural, one {# day {since}} other {# days {since}}}')
