import { capitalised } from '../../lib/format.ts'

/** What administrators do, in words, in the order in which the filter offers it. */
const words: Record<string, string> = {
  'users.update': 'Account changed',
  'users.disable': 'Account disabled',
  'users.enable': 'Account enabled',
  'users.unlock': 'Sign-in unlocked',
  'users.create_administrator': 'Administrator made',
  'users.reset_factors': 'Second factor removed',
  'users.resend_activation': 'Activation link sent again',
  'users.send_password_reset': 'Password link sent',
  'users.resend_mail': 'Mail sent again',
  'auth.see_as': 'Began to see as a learner',
  'auth.see_as_end': 'Ended seeing as a learner',
  'auth.end_sessions': 'Sessions ended',
  'auth.update_security_settings': 'Security settings changed',
  'privacy.ask_deletion': 'Deletion asked for',
  'privacy.undo_deletion': 'Deletion undone',
  'privacy.erase': 'Account erased',
  'cloud_accounts.add': 'Cloud account added',
  'cloud_accounts.update': 'Cloud account changed',
  'cloud_accounts.hold': 'Cloud account put on hold',
  'cloud_accounts.release': 'Cloud account released',
  'cloud_accounts.nuke': 'Cloud account nuked',
  'cloud_accounts.retire': 'Cloud account retired',
  'vouchers.create': 'Vouchers made',
  'vouchers.revoke': 'Voucher revoked',
  'certificates.update': 'Certificate changed',
  'certificates.withdraw': 'Certificate withdrawn',
  'banners.create': 'Banner made',
  'banners.update': 'Banner changed',
  'banners.delete': 'Banner deleted',
  'bulk.start': 'Bulk work started',
  'bulk.cancel': 'Bulk work cancelled',
  'exports.list': 'List exported',
}

/** `Account changed` of `users.update`; of an action without words here, its own name as a phrase. */
export const actionWords = (action: string): string =>
  words[action] ??
  capitalised(
    action
      .replace(/[._]/g, ' ')
      .replace(/\B[A-Z]/g, (letter) => ` ${letter}`)
      .toLowerCase(),
  )

/** The choices of the filter, with the one that an address asked for, whatever it is. */
export const actionOptions = (asked?: string) =>
  [...new Set([...Object.keys(words), ...(asked ? [asked] : [])])].map((value) => ({
    value,
    label: actionWords(value),
  }))
