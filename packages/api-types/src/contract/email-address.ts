/**
 * An address as it is stored and compared: without spaces around it, letters composed, and an international domain in ASCII. A local part with other
 * letters than ASCII is in lower case, since databases and browsers do not agree on the lower case of those.
 */
export function normalizeEmail(written: string): string {
  const email = written.trim().normalize('NFC')
  const at = email.lastIndexOf('@') + 1
  if (at === 0) return email
  const local = email.slice(0, at)
  return (isAscii(local) ? local : local.toLowerCase().normalize('NFC')) + normalizeDomain(email.slice(at))
}

/** A domain of other characters is left to the check of addresses, since a URL would read it as a path or a port. */
function normalizeDomain(domain: string): string {
  if (isAscii(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : domain
}

/** Whether an address reaches any mail server: one with letters such as ö before the @ needs SMTPUTF8. */
export const isAscii = (email: string): boolean => !/[^\0-\x7f]/.test(email)
