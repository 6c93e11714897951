import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What a test may know of the server that it runs against. */
interface ServerInfo {
  /** The environment that the server was started with; MAILS is where its mails are read, where that is not the demo's outbox. */
  environment: { DATA_DIR: string; DATABASE_URL?: string; PORT: string; MAILS?: string }
}

const folder = new URL('../../.cache/servers/', import.meta.url)
const fileOf = (port: string) => fileURLToPath(new URL(`${port}.json`, folder))

/** Saves it in a file for the tests, while the server runs. */
export function saveServerInfo(info: ServerInfo) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(fileOf(info.environment.PORT), JSON.stringify(info), { mode: 0o600 })
}

export const deleteServerInfo = (port: string) => rmSync(fileOf(port), { force: true })

export const readServerInfo = (baseURL: string | undefined): ServerInfo =>
  JSON.parse(readFileSync(fileOf(new URL(baseURL ?? '').port), 'utf8'))
