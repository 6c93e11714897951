import { CloudError, type ResourceName } from './driver.ts'

/** Most resources of one run that are told apart. Whoever has more in an account has it looked at by a person. */
const MAX_RESOURCES = 20_000
/** Last lines that are kept for whoever reads why a run failed. */
const TAIL_LINES = 20

type State = 'found' | 'kept' | 'removed' | 'failed' | 'waiting'

interface Seen extends ResourceName {
  state: State
}

/** What one run has told. */
export interface CleanerReport {
  resources: Seen[]
  tail: string[]
}

/** Escape sequences by which terminals color. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const COLORS = /\u001b\[[0-9;]*[A-Za-z]/g

/** `us-east-1 - EC2Instance - i-01b489457a60298dd - [Name: "x"] - would remove`. The tools' types are words and `::`; a program of an operator may have others. */
const LINE = /^(\S(?:(?! - ).)*) - ([A-Za-z][\w:./-]*) - (.*?) - (?:\[.*\] - )?([a-z][^[\]]*)$/
const SCAN = /^Scan complete: (\d+) total, (\d+) nukeable, (\d+) filtered\.$/
const COMPLETE = /^Nuke complete: (\d+) failed, (\d+) skipped, (\d+) finished\.$/
/** How a line of a resource ends: one that cannot be read all the same is told, for nothing else says why the counts differ. */
const RESOURCE_END = / - (?:would remove(?: after dependencies)?|filtered: .*)$/
/** A type that could not be looked at is not empty. The tools only log it, and end as if all were well. */
const BLIND = /level=(?:error|fatal).*?listing failed|lister for resource type not found|^Listing \S+ failed/i
/** Some listers of gcp-nuke log what the cloud refuses in their own words, and give what they have by then. */
const ERROR = /^time="[^"]*" level=(?:error|fatal) /
const AIM = /account with the ID (\S+?)(?: and the alias|[,.?]| |$)/

const STATES: [RegExp, State][] = [
  [/^would remove( after dependencies)?$/, 'found'],
  [/^(filtered|cannot delete)\b/, 'kept'],
  [/^removed$/, 'removed'],
  [/^failed\b/, 'failed'],
  [/^(triggered remove|waiting\b|pending\b)/, 'waiting'],
]

/**
 * Reads what aws-nuke 3, azure-nuke 1 and gcp-nuke 1 print, which share the library that prints it. Names are learners' words: one that holds
 * a line's end could pass for a line of the tool, so the tool's own count must agree with what was read.
 */
export function createReader(accountId: string) {
  const resources = new Map<string, Seen>()
  const tail: string[] = []
  const counted = { found: 0, kept: 0 }
  let scan: RegExpExecArray | null = null
  let complete: RegExpExecArray | null = null
  let trouble: string | undefined
  let error: string | undefined
  let unread: string | undefined

  function read(raw: string) {
    const line = raw.replace(COLORS, '').trimEnd()
    if (line.trim() === '') return
    tail.push(line.slice(0, 500))
    if (tail.length > TAIL_LINES) tail.shift()
    scan = SCAN.exec(line) ?? scan
    complete = COMPLETE.exec(line) ?? complete
    if (BLIND.test(line)) trouble ??= `It could not look at everything: ${line.trim().slice(0, 300)}`
    if (ERROR.test(line)) error ??= `It could not look at everything: ${line.slice(0, 300)}`
    const aim = AIM.exec(line)?.[1]
    if (aim && aim !== accountId && line.startsWith('Do you really want'))
      trouble ??= `It was about to work in ${aim}, which is another account.`
    take(line)
  }

  function take(line: string) {
    const [, owner = '', type = '', quoted = '', said = ''] = LINE.exec(line) ?? []
    const state = STATES.find(([pattern]) => pattern.test(said))?.[1]
    if (!state) {
      if (RESOURCE_END.test(line)) unread ??= line.slice(0, 300)
      return
    }
    if (state === 'found' || state === 'kept') counted[state] += 1
    const name = quoted.replace(/^'(.*)'$/, '$1')
    const key = JSON.stringify([owner, type, name])
    if (resources.size >= MAX_RESOURCES && !resources.has(key))
      trouble ??= `There are more than ${MAX_RESOURCES} resources in it.`
    else resources.set(key, { type, name, state })
  }

  return {
    read,
    /** What a look found. Throws where it cannot be relied on. */
    finishLook(): CleanerReport {
      assertWhole()
      return { resources: [...resources.values()], tail }
    },
    /** What a removal did, also where it did not come to its end; `failure` says why it does not count. */
    finishRemoval(): CleanerReport & { failure: string | undefined } {
      const all = [...resources.values()]
      const failed = all.filter(({ state }) => state === 'failed').length
      const failure =
        trouble ??
        (complete === null ? 'It did not come to its end.' : undefined) ??
        (failed > 0 ? failing(failed) : undefined)
      return { resources: all, tail, failure }
    },
  }

  function assertWhole() {
    const seen = trouble ?? error
    if (seen) throw new CloudError('failed', `The cleaner looked at the account. ${seen}`)
    const [, total, found, kept] = (scan ?? []).map(Number)
    if (total === undefined || found !== counted.found || kept !== counted.kept)
      throw new CloudError(
        'failed',
        `The cleaner looked at the account, but what it printed does not agree with its own count: ${difference({ total, found, kept })}`,
      )
  }

  function difference({ total, found, kept }: Record<'total' | 'found' | 'kept', number | undefined>): string {
    const read = `${counted.found} to remove and ${counted.kept} to keep were read`
    const line = unread ? ` This line could not be read: ${unread}` : ''
    return total === undefined ? `it gave none, and ${read}.${line}` : `${found} and ${kept}, but ${read}.${line}`
  }
}

const failing = (count: number) => `${count === 1 ? '1 resource' : `${count} resources`} could not be removed.`
