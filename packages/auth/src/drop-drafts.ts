/** Key prefix of an account's drafts. Usernames contain no colon. */
export const draftsOf = (owner: string) => `draft:${owner}:`

/** Pending writes by key. */
export const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; write: () => void }>()

export function forgetKey(key: string): void {
  clearTimeout(waiting.get(key)?.timer)
  waiting.delete(key)
  localStorage.removeItem(key)
}

/** Deletes all drafts of an account. Separate from drafts.ts, which is only loaded by pages with record forms. */
export function dropDrafts(owner: string): void {
  try {
    for (const key of [...waiting.keys(), ...Object.keys(localStorage)])
      if (key.startsWith(draftsOf(owner))) forgetKey(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}
