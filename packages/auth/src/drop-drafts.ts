/** How the keys of an account's unsaved work begin. A username has no colon. */
export const draftsOf = (owner: string) => `draft:${owner}:`

/** Forgets all of an account's unsaved work (drafts.ts), which only some pages load. */
export function dropDrafts(owner: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(draftsOf(owner))) localStorage.removeItem(key)
  } catch {
    // Without storage nothing was kept.
  }
}
