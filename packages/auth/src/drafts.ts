import { draftsOf, forgetKey, waiting } from './session.ts'

/**
 * Unsaved work, stored in this browser per account. It survives a reload, a closed tab and an expired session. It is deleted when saved, discarded or
 * a month old, and when the account signs out (session.ts). Secrets are never stored.
 */
export interface Draft {
  at: number
  /** The changed fields. */
  values: Record<string, unknown>
  /** Their original values, to detect changes made by others in the meantime. */
  base: Record<string, unknown>
  /** Something was omitted because it is secret. */
  incomplete: boolean
}

const MONTH_MS = 30 * 86_400_000
const WAIT_MS = 300
const SECRET = /secret|password|passphrase|credential|token|private_key/i

export function readDraft(owner: string, name: string): Draft | undefined {
  const key = keyOf(owner, name)
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
    if (!draft) return undefined
    if (Date.now() - draft.at < MONTH_MS) return draft
    localStorage.removeItem(key)
  } catch {
    // No storage, or an invalid entry: there is no draft.
  }
  return undefined
}

/** Saves the result of `compose` shortly after the last change. Omits `secretFields` and any field named like a secret. */
export function keepDraft(
  owner: string,
  name: string,
  compose: () => Pick<Draft, 'values' | 'base'>,
  secretFields: () => readonly string[] = () => [],
): void {
  const key = keyOf(owner, name)
  clearTimeout(waiting.get(key)?.timer)
  const write = () => {
    waiting.delete(key)
    const secrets = new Set(secretFields())
    const draft: Draft = { at: Date.now(), ...compose(), incomplete: false }
    const withoutSecrets = (field: string, value: unknown) => {
      if (!SECRET.test(field) && !secrets.has(field)) return value
      draft.incomplete = true
      return undefined
    }
    try {
      // `incomplete` must be the last key: the replacer sets it while the preceding fields are serialised.
      localStorage.setItem(key, JSON.stringify(draft, withoutSecrets))
    } catch {
      // No storage, or full storage: the page still warns before it is left.
    }
  }
  waiting.set(key, { timer: setTimeout(write, WAIT_MS), write })
}

/** Writes pending drafts immediately, because the page is about to unload. */
export function flushDrafts(): void {
  for (const { timer, write } of [...waiting.values()]) {
    clearTimeout(timer)
    write()
  }
}

export function forgetDraft(owner: string, name: string): void {
  try {
    forgetKey(keyOf(owner, name))
  } catch {
    // Without storage there is nothing to delete.
  }
}

const keyOf = (owner: string, name: string) => draftsOf(owner) + name
