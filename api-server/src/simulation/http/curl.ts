import { type Call, CommandError, type ShellCommand } from '../desk/command.ts'
import { assertWritable, readFile } from '../desk/files.ts'
import { absolute } from '../desk/paths.ts'
import { type HttpRequest, type HttpResponse, Unreachable, urlOf } from '../web/message.ts'
import { reach } from './reach.ts'
/** `curl`, as far as the addresses of the lab. */
export const curl: ShellCommand = {
  about: 'asks an address of the lab',
  run(call) {
    const asked = read(call)
    if (asked.addresses.length === 0) throw new CommandError('(2) no URL specified', 2)
    let exit = 0
    for (const address of asked.addresses) exit = ask(call, asked, address)
    return exit
  },
}

interface Asked {
  addresses: string[]
  flags: Set<string>
  method: string | undefined
  headers: Record<string, string>
  data: string[]
  target: string | undefined
  shown: string | undefined
}

const LONG: Record<string, string> = {
  silent: 's',
  'show-error': 'S',
  request: 'X',
  header: 'H',
  data: 'd',
  'data-raw': 'D',
  'data-urlencode': 'E',
  'data-binary': 'd',
  include: 'i',
  output: 'o',
  location: 'L',
  insecure: 'k',
  fail: 'f',
  get: 'G',
  head: 'I',
  'user-agent': 'A',
  'max-time': 'm',
  'connect-timeout': 'm',
  verbose: 'v',
  user: 'u',
  'write-out': 'w',
  json: 'J',
  compressed: 'c',
  'path-as-is': 'c',
  globoff: 'g',
}
const VALUED = 'XHdDEoAmuwJ'

function read({ args, session }: Call): Asked {
  const asked: Asked = {
    addresses: [],
    flags: new Set(),
    method: undefined,
    headers: {},
    data: [],
    target: undefined,
    shown: undefined,
  }
  const valued = (letter: string, value: string | undefined) => {
    if (value === undefined) throw new CommandError(`(2) option -${letter}: requires parameter`, 2)
    const fromFile = () => (value.startsWith('@') ? readFile(session, value.slice(1)) : value)
    const uses: Record<string, () => void> = {
      X: () => {
        asked.method = value.toUpperCase()
      },
      H: () => header(asked, value),
      d: () => asked.data.push(fromFile().replace(/[\r\n]/g, '')),
      D: () => asked.data.push(value),
      E: () => asked.data.push(encoded(value)),
      J: () => {
        asked.data.push(fromFile())
        header(asked, 'content-type: application/json')
      },
      o: () => {
        asked.target = value
      },
      A: () => {
        asked.headers['user-agent'] = value
      },
      u: () => {
        asked.headers.authorization = `Basic ${Buffer.from(value).toString('base64')}`
      },
      w: () => {
        asked.shown = value
      },
    }
    uses[letter]?.()
  }
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const long = arg.startsWith('--') ? arg.slice(2) : undefined
    if (long !== undefined) {
      const letter = Object.hasOwn(LONG, long) ? LONG[long] : undefined
      if (letter === undefined) throw lacking(session, arg)
      if (VALUED.includes(letter)) valued(letter, args[++at])
      else asked.flags.add(letter)
    } else if (arg.startsWith('-') && arg.length > 1) {
      for (let n = 1; n < arg.length; n++) {
        const letter = arg[n] ?? ''
        if (VALUED.includes(letter) && !'DEJ'.includes(letter)) {
          valued(letter, arg.slice(n + 1) || args[++at])
          break
        }
        if (!'sSiLkfGIvg#46N'.includes(letter)) throw lacking(session, `-${letter}`)
        asked.flags.add(letter)
      }
    } else asked.addresses.push(arg)
  }
  return asked
}

function lacking(session: Call['session'], option: string) {
  session.missing.add(`curl ${option.slice(0, 40)}`)
  return new CommandError(`option ${option.slice(0, 40)}: is not in this simulation`, 2)
}

function header(asked: Asked, text: string) {
  const [, name, value = ''] = /^\s*([^:;\s]+)\s*[:;]\s*([\s\S]*?)\s*$/.exec(text) ?? []
  if (name) asked.headers[name.toLowerCase()] = value
}

const encoded = (text: string) => {
  const [, name, value] = /^([^=]*)=([\s\S]*)$/.exec(text) ?? []
  return value === undefined
    ? encodeURIComponent(text.toWellFormed())
    : `${name ? `${name}=` : ''}${encodeURIComponent(value.toWellFormed())}`
}

function ask(call: Call, asked: Asked, address: string): number {
  const { session } = call
  const { flags, data, headers } = asked
  const url = urlOf(address)
  const isQuiet = flags.has('s') && !flags.has('S')
  const failed = (exit: number, message: string) => {
    if (!isQuiet) call.err(`curl: (${exit}) ${message}\n`)
    return exit
  }
  if (!url)
    return failed(
      /^[a-z]+:\/\//i.test(address) && !/^https?:/i.test(address) ? 1 : 3,
      /^[a-z]+:\/\//i.test(address) && !/^https?:/i.test(address)
        ? `Protocol "${address.replace(/:.*/s, '').slice(0, 20)}" not supported`
        : 'URL rejected: Malformed input to a URL function',
    )
  if (flags.has('G')) for (const pair of data) url.search = url.search ? `${url.search}&${pair}` : pair
  const body = flags.has('G') ? '' : data.join('&')
  const hasBody = data.length > 0 && !flags.has('G')
  const request: HttpRequest = {
    method: asked.method ?? (flags.has('I') ? 'HEAD' : hasBody ? 'POST' : 'GET'),
    url,
    headers: {
      'user-agent': 'curl/8.14.1',
      accept: '*/*',
      ...(hasBody ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    body,
  }
  try {
    return show(call, asked, request, reach(session, request))
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    return failed(error.exit, error.message)
  }
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

function show(call: Call, { flags, target, shown }: Asked, request: HttpRequest, answer: HttpResponse): number {
  const head = `HTTP/1.1 ${answer.status} ${REASONS[answer.status] ?? ''}\n${Object.entries({
    ...answer.headers,
    'content-length': String(Buffer.byteLength(answer.body)),
  })
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')}\n`
  if (flags.has('v'))
    call.err(
      `> ${request.method} ${request.url.pathname}${request.url.search} HTTP/1.1\n> host: ${request.url.host}\n${Object.entries(
        request.headers,
      )
        .map(([name, value]) => `> ${name}: ${value}\n`)
        .join('')}>\n${head.replace(/^/gm, '< ')}\n`,
    )
  if (flags.has('f') && answer.status >= 400) {
    if (!flags.has('s') || flags.has('S')) call.err(`curl: (22) The requested URL returned error: ${answer.status}\n`)
    return 22
  }
  const text = (flags.has('i') || flags.has('I') ? head : '') + (flags.has('I') ? '' : answer.body)
  if (target !== undefined && target !== '/dev/null') {
    const path = absolute(call.session.state, target)
    assertWritable(path, target)
    call.session.writeFile(path, text)
  } else if (target === undefined) call.out(text)
  if (shown !== undefined)
    call.out(shown.replace(/%\{http_code\}|%\{response_code\}/g, String(answer.status)).replace(/\\n/g, '\n'))
  return 0
}
