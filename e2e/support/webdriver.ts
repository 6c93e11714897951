/**
 * Firefox and WebKitGTK as Debian packages them, driven by the commands of WebDriver. Firefox gets them on its own port (Marionette), as geckodriver
 * sends them, because Debian does not package geckodriver; WebKitGTK gets them over HTTP from its driver.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { folderInMemory, freePort } from '../../api-server/test/servers/postgres.ts'

/** Each command as Marionette names it, and as a path below the session. */
const COMMANDS = {
  open: ['WebDriver:Navigate', 'url'],
  run: ['WebDriver:ExecuteScript', 'execute/sync'],
  click: ['WebDriver:ElementClick', 'element/{id}/click'],
  act: ['WebDriver:PerformActions', 'actions'],
  resize: ['WebDriver:SetWindowRect', 'window/rect'],
  addAuthenticator: ['WebAuthn:AddVirtualAuthenticator', 'webauthn/authenticator'],
  screenshot: ['WebDriver:TakeScreenshot', 'screenshot'],
} as const

export interface WebDriver {
  send(command: keyof typeof COMMANDS, parameters?: Record<string, unknown>): Promise<unknown>
  close(): Promise<void>
}

/** Installed browsers; a test of a missing one is skipped and says so. */
export const BROWSERS = {
  firefox: { packages: 'firefox-esr', isInstalled: onPath('firefox-esr'), start: startFirefox },
  webkit: {
    packages: 'webkit2gtk-driver and xvfb',
    isInstalled: onPath('WebKitWebDriver') && onPath('Xvfb'),
    start: startWebKit,
  },
}

function onPath(name: string) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}

const PREFERENCES = {
  'marionette.port': 0,
  'intl.accept_languages': 'en-GB',
  'ui.prefersReducedMotion': 1,
  'media.autoplay.default': 0,
  'media.volume_scale': '0.0',
  // One process for pages, and no start page.
  'browser.startup.page': 0,
  'browser.newtabpage.enabled': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  // Passkeys in software only, for the virtual authenticator.
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
  // No request to Mozilla.
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.region.network.url': '',
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
}

async function startFirefox(): Promise<WebDriver> {
  const profile = await mkdtemp(join(folderInMemory(), 'flagyard-firefox-'))
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--marionette', '--headless', '--no-remote', '--profile', profile]
  const browser = spawn('firefox-esr', args, { stdio: 'ignore', env: { ...process.env, HOME: profile } })
  const port = await eventually(() => readPort(join(profile, 'MarionetteActivePort')), browser)
  const marionette = new Marionette(connect(port, '127.0.0.1'))
  await marionette.ask('WebDriver:NewSession', {})
  return {
    send: (command, parameters = {}) => marionette.ask(COMMANDS[command][0], parameters),
    async close() {
      marionette.end()
      await stop(browser)
      await rm(profile, { recursive: true, maxRetries: 3 })
    },
  }
}

/** Firefox creates the file before it writes the port. */
async function readPort(file: string): Promise<number> {
  const port = Number(await readFile(file, 'utf8'))
  if (port === 0) throw new Error(`${file} is empty`)
  return port
}

/** Firefox's protocol: JSON with its length in front, `[0, number, command, parameters]` and `[1, number, error, result]`. */
class Marionette {
  #read = Buffer.alloc(0)
  #asked = 0
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #socket: Socket

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes) => this.#receive(bytes))
    const end = (error: Error) => {
      for (const { reject } of this.#waiting.values()) reject(error)
    }
    socket.on('error', end)
    socket.on('close', () => end(new Error('Firefox has ended')))
  }

  ask(command: string, parameters: object): Promise<unknown> {
    const number = ++this.#asked
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(number, answer)
    const message = Buffer.from(JSON.stringify([0, number, command, parameters]))
    this.#socket.write(`${message.length}:${message}`)
    return answer.promise
  }

  end() {
    this.#socket.destroy()
  }

  #receive(bytes: Buffer) {
    this.#read = Buffer.concat([this.#read, bytes])
    for (;;) {
      const colon = this.#read.indexOf(':')
      const end = colon + 1 + Number(this.#read.subarray(0, Math.max(colon, 0)))
      if (colon < 0 || this.#read.length < end) return
      const message = JSON.parse(String(this.#read.subarray(colon + 1, end)))
      this.#read = this.#read.subarray(end)
      // The greeting is not an answer.
      if (Array.isArray(message)) this.#settle(message)
    }
  }

  #settle([, number, error, result]: unknown[]) {
    const answer = this.#waiting.get(Number(number))
    this.#waiting.delete(Number(number))
    if (error) answer?.reject(new Error((error as { message: string }).message))
    else answer?.resolve(unwrap(result))
  }
}

const unwrap = (result: unknown) => (result && typeof result === 'object' && 'value' in result ? result.value : result)

async function startWebKit(): Promise<WebDriver> {
  const home = await mkdtemp(join(folderInMemory(), 'flagyard-webkit-'))
  const port = await freePort()
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [display] = await once(screen.stdout, 'data')
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, HOME: home, XDG_RUNTIME_DIR: home }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env })
  const address = `http://127.0.0.1:${port}`
  const ask = async (path: string, parameters?: object, method = parameters ? 'POST' : 'GET') => {
    const answer = await fetch(address + path, { method, ...(parameters && { body: JSON.stringify(parameters) }) })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string; sessionId?: string } }
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  await eventually(() => ask('/status'), driver)
  const { sessionId } = await ask('/session', { capabilities: { alwaysMatch: {} } })
  const session = `/session/${sessionId}`
  return {
    send(command, parameters = {}) {
      const path = `${session}/${COMMANDS[command][1].replace('{id}', String(parameters.id))}`
      return ask(path, command === 'screenshot' ? undefined : parameters)
    },
    async close() {
      try {
        await ask(session, undefined, 'DELETE')
      } finally {
        await stop(driver)
        await stop(screen)
        await rm(home, { recursive: true, maxRetries: 3 })
      }
    },
  }
}

/** Repeats an action on a program that starts until it works. Throws if the program ends. */
async function eventually<T>(action: () => Promise<T>, program: ChildProcess): Promise<T> {
  for (;;) {
    try {
      return await action()
    } catch (error) {
      if (program.exitCode !== null) throw error
      await pause(50)
    }
  }
}

async function stop(program: ChildProcess) {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  program.kill('SIGTERM')
  await ended
}
