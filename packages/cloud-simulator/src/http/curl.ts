import { type BashOptions, type Command, defineCommand } from 'just-bash'
import { Unreachable, urlOf } from '../http-message.ts'
import type { Session } from '../session.ts'
import { sendRequest } from './send-request.ts'

type Fetch = NonNullable<BashOptions['fetch']>

/** just-bash's `curl`, limited to the addresses of the lab, with curl's exit codes if no server answers. */
export function curlFor(session: Session): { fetch: Fetch; curl: Command } {
  let args: string[] = []
  let unreachable: Unreachable | undefined
  const fetch: Fetch = async (address, { method = 'GET', headers = {}, body = '' } = {}) => {
    try {
      const url = addressOf(address, args)
      const given = Object.fromEntries(new Headers(headers))
      const answer = sendRequest(session, {
        method: method.toUpperCase(),
        url,
        headers: { 'user-agent': 'curl/8.14.1', accept: '*/*', ...given },
        body,
      })
      const bytes = new TextEncoder().encode(answer.body)
      return {
        status: answer.status,
        statusText: REASONS[answer.status] ?? '',
        headers: { ...answer.headers, 'content-length': String(bytes.length) },
        body: bytes,
        url: url.href,
      }
    } catch (error) {
      if (error instanceof Unreachable) unreachable = error
      else session.stop(error as Error)
      throw error
    }
  }
  const curl = defineCommand('curl', async (typed, context) => {
    args = plainOptions(typed)
    unreachable = undefined
    const result = await context.origCommand?.(args)
    if (!result) throw new Error('just-bash has no curl')
    const [, lacking] = /^curl: (?:unrecognized|invalid) option (?:-- )?'(.+)'/.exec(result.stderr) ?? []
    if (lacking !== undefined) {
      const option = `${lacking.startsWith('-') ? '' : '-'}${lacking.slice(0, 40)}`
      session.missing.add(`curl ${option}`)
      return { ...result, stderr: `curl: option ${option}: is not in this simulation\n`, exitCode: 2 }
    }
    if (!unreachable) return { ...result, stderr: result.stderr.replace('curl: no URL', 'curl: (2) no URL') }
    const { exit } = unreachable
    return { ...result, stderr: result.stderr.replace(/^curl: \(\d+\)/, `curl: (${exit})`), exitCode: exit }
  })
  return { fetch, curl }
}

/** just-bash adds https:// to an address without a scheme. The original uses http. */
function addressOf(address: string, args: string[]): URL {
  const isGiven = args.some((one) => one.startsWith('https://'))
  const text = isGiven ? address : address.replace(/^https:\/\//, '')
  const url = urlOf(text)
  if (url) return url
  const [, scheme] = /^([a-z]+):\/\//i.exec(text) ?? []
  if (scheme && !/^https?$/i.test(scheme)) throw new Unreachable(1, `Protocol "${scheme.slice(0, 20)}" not supported`)
  throw new Unreachable(3, 'URL rejected: Malformed input to a URL function')
}

/** Options without effect in the simulation. */
const IDLE = /^--(insecure|compressed|path-as-is|globoff|no-progress-meter|fail-early)$/
const IDLE_LETTERS = /[kg#46N]/

/** Options in the form supported by just-bash's `curl`: one letter each, without those that have no effect here. */
function plainOptions(args: string[]): string[] {
  return args.flatMap((arg, at) => {
    if (IDLE.test(arg)) return []
    if (arg === '--json') return ['-H', 'content-type: application/json', '--data-binary']
    if (/^(-w|--write-out)$/.test(args[at - 1] ?? '')) return [arg.replaceAll('%{response_code}', '%{http_code}')]
    const [, letters = '', rest = ''] = /^-([a-zA-Z0-9#]*?)([XHdoAmuwebT][\s\S]*)?$/.exec(arg) ?? []
    const plain = [...letters].filter((letter) => !IDLE_LETTERS.test(letter)).map((letter) => `-${letter}`)
    if (letters === '' && rest === '') return [arg]
    const value = rest.slice(1)
    return [...plain, ...(rest ? [`-${rest.charAt(0)}`] : []), ...(value ? [value] : [])]
  })
}

const REASONS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  502: 'Bad Gateway',
}
