/** Accepted hosts of pull requests. Their pages are public, so that anyone can verify a decision. */
const HOSTS = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org']
/** `/owner/repository/pull/12`, in the forms used by the four hosts. */
const PATH = /^(?:\/[\w.-]+){2,6}\/(?:-\/)?(?:pull|pulls|merge_requests|pull-requests)\/[1-9]\d{0,9}(?=\/|$)/

/** Canonical URL of the pull request, without any suffix; null if it is not one. Only parsed, never fetched. */
export function pullRequestOf(typed: string): string | null {
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return null
  const path = PATH.exec(url.pathname)?.[0]
  return path && HOSTS.includes(url.hostname) ? `https://${url.hostname}${path}` : null
}
