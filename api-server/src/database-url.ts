/**
 * One connection string per host of DATABASE_URL. As for `psql`, it can list several, separated by commas: a primary and its standbys. The driver
 * knows only one.
 */
export function listHostUrls(databaseUrl: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(databaseUrl) ?? []
  return hosts.split(',').map((host) => start + host + rest)
}

/** Whether connections to a standby are refused. A standby is of no use to us, so several hosts imply it. */
export const needsPrimary = (databaseUrl: string): boolean =>
  listHostUrls(databaseUrl).length > 1 || /[?&]target_session_attrs=(read-write|primary)\b/.test(databaseUrl)

/** Whether the string names at least one host, or a socket, and a database. */
export function namesDatabase(databaseUrl: string): boolean {
  return /^postgres(ql)?:\/\//.test(databaseUrl) && listHostUrls(databaseUrl).every(namesHostAndDatabase)
}

function namesHostAndDatabase(value: string): boolean {
  // A socket is given by `?host=`, with or without a user before an empty host.
  const url = value.replace('@/', '@socket/')
  if (!URL.canParse(url)) return false
  const { hostname, pathname, searchParams } = new URL(url)
  const hasHost = searchParams.has('host') || (url === value && hostname !== '')
  return hasHost && pathname.length > 1
}

/** Hosts, ports and database, without the password. */
export function placeOf(databaseUrl: string): string {
  const urls = listHostUrls(databaseUrl).flatMap((url) => (URL.canParse(url) ? [new URL(url)] : []))
  return urls.length > 0 ? `${urls.map(({ host }) => host).join(',')}${urls[0]?.pathname}` : 'the given address'
}
