const KEY = 'impersonated'

/** Notes in this tab alone, over a reload, that it was opened to see as this learner. It opens nothing: the token stays in memory. */
export function rememberImpersonation(username: string): void {
  store()?.setItem(KEY, username)
}

/** Whom this tab was opened to see as; null in any other tab. */
export const findImpersonated = (): string | null => store()?.getItem(KEY) ?? null

/** From the next load on this is a tab like any other. */
export function forgetImpersonation(): void {
  store()?.removeItem(KEY)
}

/** A browser may forbid it. */
function store(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
