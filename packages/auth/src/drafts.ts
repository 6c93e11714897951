import { draftsOf, forgetKey, waiting } from './drop-drafts.ts'

/**
 * Unsaved work, kept in this browser under the name of the account that typed it: through a reload, a closed tab and a session that ended.
 * It goes once it is saved, discarded or a month old, and with the account's sign-out (session.ts). Secrets are never kept.
 */
export interface Draft {
  at: number
  /** The fields that were changed. */
  values: Record<string, unknown>
  /** What stood in them before: whether somebody else changed them meanwhile. */
  base: Record<string, unknown>
  /** Something was left out because it is secret. */
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
    // Without storage, or with something else under this name, there is no draft.
  }
  return undefined
}

/** Keeps what `compose` returns, a moment after the last change. `secretFields` are left out, and so is whatever is named like a secret. */
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
      // `incomplete` comes last, and so after whatever it may have to tell of.
      localStorage.setItem(key, JSON.stringify(draft, withoutSecrets))
    } catch {
      // A browser without storage, or a full one: the page still asks before it is left.
    }
  }
  waiting.set(key, { timer: setTimeout(write, WAIT_MS), write })
}

/** Writes at once what waits to be written: the page is about to go. */
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
    // Without storage nothing was kept.
  }
}

const keyOf = (owner: string, name: string) => draftsOf(owner) + name
