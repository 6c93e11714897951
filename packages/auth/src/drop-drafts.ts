/** How the keys of an account's unsaved work begin. A username has no colon. */
export const draftsOf = (owner: string) => `draft:${owner}:`

/** What waits to be written, by its key. */
export const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; write: () => void }>()

export function forgetKey(key: string): void {
  clearTimeout(waiting.get(key)?.timer)
  waiting.delete(key)
  localStorage.removeItem(key)
}

/** Forgets all of an account's unsaved work. It stands apart from drafts.ts, which only pages with forms of records load. */
export function dropDrafts(owner: string): void {
  try {
    for (const key of [...waiting.keys(), ...Object.keys(localStorage)])
      if (key.startsWith(draftsOf(owner))) forgetKey(key)
  } catch {
    // Without storage nothing was kept.
  }
}
