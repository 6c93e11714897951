import { message, rich } from '@flagyard/messages'

export const activateYourAccount = 'Activate your account'
export const activateMyAccount = 'Activate my account'
export const welcome = message(
  '{freeLessons, select, true {Welcome to {siteName}. The free lessons are open to you. Courses and labs open when you buy them or use a voucher.} other {Welcome to {siteName}. Courses and labs open when you buy them or use a voucher.}}',
)
export const accountIsActive = 'Your account is active'
export const signIn = 'Sign in'
export const continueWhereYouWere = 'Continue where you were'
export const goToDashboard = 'Go to your dashboard'
export const browseCourses = 'Browse courses'
export const getNewEmail = 'Get a new e-mail'
export const oneClick = 'One click, and your account is ready.'
export const incompleteLink = 'This link is incomplete'
export const incompleteLinkIntro = 'Part of it is missing. Open the link in your e-mail again, or copy the whole link.'
export const backToSignIn = 'Back to sign in'
export const checkYourInbox = 'Check your inbox'
export const forgotYourPassword = 'Forgot your password?'
export const forgotPasswordIntro = 'Enter your e-mail address, and we will send you a link to set a new one.'
export const emailAddress = 'E-mail address'
export const sendLink = 'Send me the link'
export const notActivatedYet = 'Not activated yet. Open the link in the e-mail first.'
export const signInToActivate = 'Sign in first, and we can send you the activation e-mail again.'
export const oneStepLeft = 'One step left'
export const notActivated = 'Your account is not activated yet.'
export const activationSentTo = rich(
  'We sent an e-mail to <strong>{email}</strong>. Open the link in it to activate your account.',
)
export const sendAgain = 'Send the e-mail again'
export const activated = 'I have activated it'
export const signOut = 'Sign out'
export const chooseNewPassword = 'Choose a new password'
export const confirmEmail = 'Confirm your new address'
export const confirmEmailIntro =
  'Once confirmed, we will write to you at this address. We will also notify your old address.'
export const confirmEmailButton = 'Confirm this address'
export const emailChanged = 'Your e-mail address was changed'
export const goToProfile = 'Go to your profile'
export const undoEmail = 'Undo the change of address'
export const undoEmailIntro =
  'This restores your old address and signs out every device. Then choose a new password, because someone who knew yours changed the address.'
export const undoEmailButton = 'Undo the change'
export const emailRestored = 'Your old address is restored'
export const keepFactor = 'Keep your second factor'
export const keepFactorIntro =
  'Someone asked our support to remove the second factor of your account. If it was not you, stop it here. Then choose a new password, because they may know yours.'
export const stopRemoval = 'Stop the removal'
export const factorKept = 'You keep your second factor'
export const keepAccount = 'Keep your account'
export const keepAccountIntro =
  'Your account will be erased soon. If you keep it, everything stays as it was, and you can sign in again.'
export const keepAccountButton = 'Keep my account'
export const accountKept = 'You keep your account'
export const writeToUs = 'Write to us'
export const getNewLink = 'Get a new link'
export const passwordSet = 'Your new password is set'
export const passwordSetIntro = 'You have been signed out everywhere. Sign in with your new password.'
export const setNewPassword = 'Set a new password'
export const newPassword = 'New password'
export const passwordHint = 'At least 8 characters. A few unusual words make a good one.'
export const repeatPassword = 'Repeat the password'
export const passwordMismatch = 'The passwords do not match. Type the same one twice.'
export const setPassword = 'Set the password'
export const sessions = 'Where you are signed in'
export const earlierSignIns = message(
  '{count, plural, one {# earlier sign-in on {device}} other {# earlier sign-ins on {device}}}',
)
export const endOthers = 'Sign out everywhere else'
export const sessionsHint =
  'If you do not recognise a device, sign it out and change your password. A new password signs out all other devices.'
export const viewedBySupport = message('{supporter} from our support team is viewing your account, read-only')
export const usage = rich('Signed in {createdAt} · last used {lastUsedAt}')
export const usageFrom = rich('Signed in {createdAt} · last used {lastUsedAt} from {address}')
export const thisDevice = 'This device'
export const signOutDevice = message('Sign out {device}, last used {lastUsedAt}')
export const deviceSignedOut = message('{device} is signed out.')
export const othersSignedOut = 'Every other device is signed out.'
export const accountClosed = 'Your account is closed'
export const accountClosedIntro = rich(
  'It will be erased on <strong>{dueAt}</strong>, as requested. Until then you can keep it, with everything in it.',
)
export const leaveClosed = 'Leave it closed'
export const newHere = rich('New here? <link>Create an account</link>')
export const usernameOrEmail = 'Username or e-mail address'
export const password = 'Password'
export const passkeyInstead = 'Use a passkey instead'
export const signInForVoucher =
  'Sign in to use your voucher. New here? Create an account first, and your code will be waiting.'
export const signInToContinue = 'Sign in, and we will take you where you were going.'
export const createAccount = 'Create your account'
export const signUpIntro = message(
  '{freeLessons, select, true {It is free, saves your place in the free lessons, and gives you access to your courses and labs.} other {It is free and gives you access to your courses and labs.}}',
)
export const haveAccount = rich('Already have an account? <link>Sign in</link>')
export const yourName = 'Your name'
export const nameHint = 'As it should appear on your certificates.'
export const username = 'Username'
export const usernameHint = '3 to 32 characters: a–z, 0–9, dash and underscore. It cannot be changed later.'
export const acceptTerms = rich('I accept the <termsLink>terms</termsLink>.')
export const acceptTermsAndPrivacy = rich(
  'I accept the <termsLink>terms</termsLink> and have read the <privacyLink>privacy notice</privacyLink>.',
)
export const privacyNotice = rich('Our <privacyLink>privacy notice</privacyLink> explains what we store.')
export const productNews = 'E-mail me about new courses and labs. Optional; you can turn it off in your profile.'
export const createAccountButton = 'Create my account'
export const goToSignIn = 'Go to sign in'
export const activationNotReceived =
  'Nothing after a few minutes? Look in your spam folder, or sign in to send the e-mail again.'
export const passwordStrength = {
  weak: 'Easy to guess. Add a word or two.',
  fair: 'Fair. Longer is better.',
  strong: 'Strong.',
} as const
export const unauthorized = 'You cannot open this page'
export const noAccess = message('You are signed in as {username}, and this account has no access to it.')
export const notSignedIn = 'You are not signed in. Sign in with an account that has access to it.'
export const requestedPage = rich('You asked for <span>{returnTo}</span>')
export const switchAccount = 'Sign out to use another account'
export const goHome = 'Go to the home page'
export const removalStopped = 'The removal is stopped. You keep your second factor.'
export const removalLabel = 'Your second factor will be removed'
export const removalNotice = rich(
  'Our support was asked to remove your second factor because it was lost. It will be removed on <b>{removalAt}</b>. If you did not ask for this, stop it and choose a new password.',
)
export const code = 'Code'
export const proof = {
  addPasskey: {
    password: 'Enter your password to add a passkey',
    code: 'Enter a code to add a passkey',
    recoveryCode: 'Enter a recovery code to add a passkey',
    passkey: 'Use a passkey to add a passkey',
  },
  changeFactor: {
    password: 'Enter your password to change your second factor',
    code: 'Enter a code to change your second factor',
    recoveryCode: 'Enter a recovery code to change your second factor',
    passkey: 'Use a passkey to change your second factor',
  },
  setUpApp: {
    password: 'Enter your password to set up the app',
    code: 'Enter a code to set up the app',
    recoveryCode: 'Enter a recovery code to set up the app',
    passkey: 'Use a passkey to set up the app',
  },
  changeEmail: {
    password: 'Enter your password to change your e-mail address',
    code: 'Enter a code to change your e-mail address',
    recoveryCode: 'Enter a recovery code to change your e-mail address',
    passkey: 'Use a passkey to change your e-mail address',
  },
  deleteAccount: {
    password: 'Enter your password to delete your account',
    code: 'Enter a code to delete your account',
    recoveryCode: 'Enter a recovery code to delete your account',
    passkey: 'Use a passkey to delete your account',
  },
} as const
export const appCode = 'from your app, or a recovery code'
export const appCodeInstead = 'Instead of a passkey: from your app, or a recovery code'
export const insteadOfPasskey = 'Instead of a passkey'
export const passkeyAccepted = 'Your passkey was accepted.'
export const continueText = 'Continue'
export const passkeyAdded = 'Your passkey was added.'
export const passkeyName = 'Passkey name'
export const passkeyNameHint =
  'For example “My laptop” or “Blue key”. Next, your browser will ask you to create the passkey.'
export const renewCodes = 'Create new recovery codes'
export const codesRenewed = 'Here are your new recovery codes. The old ones no longer work.'
export const removeApp = message(
  '{isLast, select, true {You will no longer be able to sign in with the authenticator app. This is your last second factor. Your recovery codes are removed too, and you will sign in with only your password.} other {You will no longer be able to sign in with the authenticator app.}}',
)
export const removePasskey = message(
  '{isLast, select, true {You will no longer be able to sign in with the passkey “{name}”. This is your last second factor. Your recovery codes are removed too, and you will sign in with only your password.} other {You will no longer be able to sign in with the passkey “{name}”.}}',
)
export const appRemoved = 'The authenticator app was removed.'
export const passkeyRemoved = message('The passkey “{name}” was removed.')
export const factorIsOff = 'Your second factor is off.'
export const remove = 'Remove'
export const passkeyRenamed = 'The passkey was renamed.'
export const saveName = 'Save the name'
export const appAdded = 'Your authenticator app is set up.'
export const showKey = 'Show the key'
export const scanKey =
  'Scan this code with your authenticator app, or type in the key. Then enter the six digits that it shows.'
export const qrCode = 'The key below as a QR code'
export const copyKey = 'Copy the key'
export const codeFromApp = 'Code from the app'
export const turnOn = 'Turn on'
export const cancel = 'Cancel'
export const secondFactor = 'Second factor'
export const factorRequired =
  'Administrators need a second factor. You can use the console again once you have set one up.'
export const factorOn = message(
  '{count, plural, one {You need your password and one of these to sign in. You have # recovery code left.} other {You need your password and one of these to sign in. You have # recovery codes left.}}',
)
export const factorOff =
  'With a second factor, a stolen password is not enough to get into your account. A passkey uses your fingerprint, face or PIN, or a security key; an authenticator app shows a code that changes every 30 seconds.'
export const noPasskeySupport = 'This browser does not support passkeys. You can add one in another browser.'
export const addPasskey = 'Add a passkey'
export const addApp = 'Set up an authenticator app'
export const on = 'On'
export const off = 'Off'
export const authenticatorAppName = 'Authenticator app'
export const added = rich('Added {addedAt}')
export const addedAndUsed = rich('Added {addedAt}, last used {lastUsedAt}')
export const removeAppLabel = 'Remove the authenticator app'
export const renamePasskey = message('Rename the passkey {name}')
export const rename = 'Rename'
export const removePasskeyLabel = message('Remove the passkey {name}')
export const recoveryCodesFile = message('Recovery codes for {siteName}. Each works once.\n\n{codes}\n')
export const saveCodes = rich(
  '<strong>Save these recovery codes where you can find them without your devices.</strong> Each one replaces your app or passkey once. You cannot see them again later.',
)
export const download = 'Download'
export const copyCodes = 'Copy the recovery codes'
export const copy = 'Copy'
export const codesSaved = 'I have saved them'
export const oneMoreStep = 'One more step'
export const stepIntro = message(
  '{factor, select, app {Enter the six digits that your authenticator app shows for {siteName}.} passkey {Use your passkey to confirm that it is you.} other {Use a passkey, or enter the six digits that your authenticator app shows for {siteName}.}}',
)
export const lostFactor = rich(
  '{factor, select, app {Lost the app? Enter a recovery code instead. Lost those too? <link>Write to us</link>.} passkey {Lost the passkey? Enter a recovery code instead. Lost those too? <link>Write to us</link>.} other {Lost both? Enter a recovery code instead. Lost those too? <link>Write to us</link>.}}',
)
export const usePasskey = 'Use a passkey'
export const recoveryCode = 'Recovery code'
export const startOver = 'Start over'
