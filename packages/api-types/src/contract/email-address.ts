/**
 * Normalises an address for storage and comparison: trims spaces, composes letters (NFC), and converts an international domain to ASCII. A local part
 * with non-ASCII letters is lower-cased here, because databases and browsers disagree on the lower case of those.
 */
export function normalizeEmail(written: string): string {
  const email = written.trim().normalize('NFC')
  const at = email.lastIndexOf('@') + 1
  if (at === 0) return email
  const local = email.slice(0, at)
  return (isAscii(local) ? local : local.toLowerCase().normalize('NFC')) + normalizeDomain(email.slice(at))
}

/** Domains with other characters are left to address validation, because a URL would parse them as a path or a port. */
function normalizeDomain(domain: string): string {
  if (isAscii(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : domain
}

/** Whether every mail server can deliver to the address: letters such as ö before the @ require SMTPUTF8. */
export const isAscii = (email: string): boolean => !/[^\0-\x7f]/.test(email)
