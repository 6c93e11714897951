/** Where pull requests are taken from: their pages are public, so that everybody can check what was decided. */
const HOSTS = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org']
/** `/owner/repository/pull/12`, as the four of them write it. */
const PATH = /^(?:\/[\w.-]+){2,6}\/(?:-\/)?(?:pull|pulls|merge_requests|pull-requests)\/[1-9]\d{0,9}(?=\/|$)/

/** The address of the pull request itself, without what follows it; null when it is none. It is looked at as text and never fetched. */
export function pullRequestOf(typed: string): string | null {
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return null
  const path = PATH.exec(url.pathname)?.[0]
  return path && HOSTS.includes(url.hostname) ? `https://${url.hostname}${path}` : null
}
