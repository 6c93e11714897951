/** An address as it is stored and compared: without spaces around it, letters composed, and an international domain in ASCII. */
export function normalizeEmail(written: string): string {
  const email = written.trim().normalize('NFC')
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  // A domain of other characters is left to the check of addresses, since a URL would read it as a path or a port.
  if (at === 0 || !/[^\0-\x7f]/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return email
  const url = `http://${domain}`
  return URL.canParse(url) ? email.slice(0, at) + new URL(url).hostname : email
}
