const KEY = 'impersonated'

/** Marks this tab as an impersonation of this learner; the mark survives a reload. It grants nothing, because the token is only in memory. */
export function rememberImpersonation(username: string): void {
  store()?.setItem(KEY, username)
}

/** Username of the learner whom this tab impersonates; null in other tabs. */
export const findImpersonated = (): string | null => store()?.getItem(KEY) ?? null

/** Turns this into a regular tab from the next load on. */
export function forgetImpersonation(): void {
  store()?.removeItem(KEY)
}

/** Null if the browser blocks storage. */
function store(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
