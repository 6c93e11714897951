import { message, rich } from '@flagyard/messages'

export const emailSentTo = message('We sent an e-mail to {email}. Open the link in it.')
export const emailAddress = 'E-mail address'
export const currentEmail = rich('We write to {email}.')
export const newEmail = 'New e-mail address'
export const newEmailHint = 'We will send a link to this address. Nothing changes until you open it.'
export const changeEmail = 'Change the address'
export const emailNotChanged = 'Your e-mail address was not changed.'
export const pendingEmail = rich('{email} is not confirmed yet. Open the link in the e-mail we sent there.')
export const keepEmail = 'Keep the current address'
export const newsAccepted = 'Thank you. We will e-mail you when there is a new course or lab.'
export const newsDeclined = 'All right, we will not e-mail you about new courses. You can change this in your profile.'
export const newsQuestion = 'May we e-mail you about new courses and labs?'
export const acceptNews = 'Yes, e-mail me'
export const declineNews = 'No, thank you'
export const profileSaved = 'Your profile is saved.'
export const aboutYou = 'About you'
export const yourName = 'Your name'
export const nameHint = 'As it should appear on your certificates.'
export const country = 'Country'
export const noCountry = 'Prefer not to say'
export const company = 'Company'
export const links = 'Links'
export const linksHint = 'Up to five, one per line: your site, your repositories.'
export const formats = 'Date and number formats'
export const timeZone = 'Time zone'
export const timeZoneHint = 'Used for your exam bookings.'
export const emailPreferences = 'E-mails you want'
export const productNews = 'New courses and labs'
export const reminders = 'Reminders: your turn for a lab, exams, access that is about to end'
export const feedbackRequests = 'Questions about courses you have taken'
export const requiredEmails = 'E-mails about your account, orders and bookings are always sent.'
export const save = 'Save'
export const lineError = message('Line {index}: {message}')
export const profile = 'Profile'
export const intro = message('Signed in as {username}. Your name appears on certificates; only we see the rest.')
export const sections = {
  about: 'About you',
  email: 'E-mail',
  security: 'Password and devices',
  data: 'Your data',
} as const
export const yourProfile = 'your profile'
export const keyboard = 'Keyboard'
export const letterKeys = 'Single-key shortcuts work anywhere on a page'
export const letterKeysHint =
  'N starts a note, T announces the time left in an exam, and the video player has more shortcuts. If turned off, each works only while its part of the page has the focus. Saved in this browser.'
export const passwordChanged = 'Your password was changed.'
export const password = 'Password'
export const currentPassword = 'Current password'
export const newPassword = 'New password'
export const passwordHint = 'At least 8 characters. A few unusual words make a good one.'
export const changePassword = 'Change the password'
