import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What a journey may know of the server that it walks on. */
interface Served {
  /** The environment that it was started with. */
  environment: { DEMO: string; DEMO_PASSWORD: string; DATA_DIR: string; DATABASE_URL?: string; PORT: string }
}

const folder = new URL('../.cache/served/', import.meta.url)
const fileOf = (port: string) => fileURLToPath(new URL(`${port}.json`, folder))

/** Leaves it for the journeys, for as long as the server runs. */
export function keepServed(served: Served) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(fileOf(served.environment.PORT), JSON.stringify(served), { mode: 0o600 })
}

export const forgetServed = (port: string) => rmSync(fileOf(port), { force: true })

export const readServed = (baseURL: string | undefined): Served =>
  JSON.parse(readFileSync(fileOf(new URL(baseURL ?? '').port), 'utf8'))
