import { CloudError, type ResourceName } from './driver.ts'

/** Maximum number of resources listed per cleaner run. Accounts with more need manual review. */
const MAX_RESOURCES = 20_000
/** Number of last output lines in the error of a failed cleaner run. */
const TAIL_LINES = 20

type State = 'found' | 'kept' | 'removed' | 'failed' | 'waiting'

interface SeenResource extends ResourceName {
  state: State
}

/** Result of one run. */
export interface CleanerReport {
  resources: SeenResource[]
  tail: string[]
}

/** Terminal colour escape sequences. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const COLORS = /\u001b\[[0-9;]*[A-Za-z]/g

/**
 * `us-east-1 - EC2Instance - i-01b489457a60298dd - [Name: "x"] - would remove`. The tools' types consist of words and `::`; an operator's own program
 * may use others.
 */
const LINE = /^(\S(?:(?! - ).)*) - ([A-Za-z][\w:./-]*) - (.*?) - (?:\[.*\] - )?([a-z][^[\]]*)$/
const SCAN = /^Scan complete: (\d+) total, (\d+) nukeable, (\d+) filtered\.$/
const COMPLETE = /^Nuke complete: (\d+) failed, (\d+) skipped, (\d+) finished\.$/
/** End of a resource line. Such a line is reported even if it cannot be parsed, because nothing else would explain a mismatch of the counts. */
const RESOURCE_END = / - (?:would remove(?: after dependencies)?|filtered: .*)$/
/** A type that could not be scanned is not empty. The tools only log the failure and exit successfully. */
const UNSCANNED = /level=(?:error|fatal).*?listing failed|lister for resource type not found|^Listing \S+ failed/i
/** Some listers of gcp-nuke log errors of the cloud in their own words, and return incomplete results. */
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
 * Parses the output of aws-nuke 3, azure-nuke 1 and gcp-nuke 1, which share a library. Resource names are chosen by learners, and one with a line
 * break could imitate a line of the tool. The parsed lines must therefore match the tool's own count.
 */
export function createReader(accountId: string) {
  const resources = new Map<string, SeenResource>()
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
    if (UNSCANNED.test(line)) trouble ??= `It could not scan everything: ${line.trim().slice(0, 300)}`
    if (ERROR.test(line)) error ??= `It could not scan everything: ${line.slice(0, 300)}`
    const aim = AIM.exec(line)?.[1]
    if (aim && aim !== accountId && line.startsWith('Do you really want'))
      trouble ??= `It was about to run in ${aim}, which is another account.`
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
    /** Result of a scan. Throws if it is not reliable. */
    finishScan(): CleanerReport {
      assertWhole()
      return { resources: [...resources.values()], tail }
    },
    /** Result of a removal, even if incomplete; `failure` explains why it does not count. */
    finishRemoval(): CleanerReport & { failure: string | undefined } {
      const all = [...resources.values()]
      const failed = all.filter(({ state }) => state === 'failed').length
      const failure =
        trouble ?? (complete === null ? 'It did not finish.' : undefined) ?? (failed > 0 ? failing(failed) : undefined)
      return { resources: all, tail, failure }
    },
  }

  function assertWhole() {
    const seen = trouble ?? error
    if (seen) throw new CloudError('failed', `The cleaner scanned the account. ${seen}`)
    const [, total, found, kept] = (scan ?? []).map(Number)
    if (total === undefined || found !== counted.found || kept !== counted.kept)
      throw new CloudError(
        'failed',
        `The cleaner scanned the account, but its output does not match its own count: ${difference({ total, found, kept })}`,
      )
  }

  function difference({ total, found, kept }: Record<'total' | 'found' | 'kept', number | undefined>): string {
    const read = `${counted.found} to remove and ${counted.kept} to keep were read`
    const line = unread ? ` This line could not be read: ${unread}` : ''
    return total === undefined ? `it gave none, and ${read}.${line}` : `${found} and ${kept}, but ${read}.${line}`
  }
}

const failing = (count: number) => `${count === 1 ? '1 resource' : `${count} resources`} could not be removed.`
