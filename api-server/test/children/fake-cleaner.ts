/**
 * Cleaner whose cloud is a JSON file, or a folder with one file per resource (see folder-cloud.ts):
 * `fake-cleaner.ts MODE STORE --config FILE [--no-dry-run]`. It prints the output of the real tools and obeys its
 * config file. MODE selects a fault.
 */
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Item {
  type: string
  name: string
  file?: string
}
const [mode = 'honest', store = '', ...flags] = process.argv.slice(2)
const config = JSON.parse(readFileSync(flags[flags.indexOf('--config') + 1] ?? '', 'utf8'))
const real = flags.includes('--no-dry-run')
const [[account, { filters }]] = Object.entries(config.accounts) as [[string, { filters: Record<string, unknown[]> }]]
const isFolder = statSync(store).isDirectory()
const items: Item[] = isFolder ? readdirSync(store).sort().map(itemOf) : JSON.parse(readFileSync(store, 'utf8'))
appendFileSync(
  `${store}.runs`,
  `${JSON.stringify({ real, flags, config, env: Object.keys(process.env).sort(), account, pid: process.pid })}\n`,
)

const isFiltered = ({ type, name }: Item) => filters[type]?.includes(name) ?? false
const say = (text: string) => process.stdout.write(`${text}\n`)
const line = ({ type, name }: Item, state: string) =>
  say(`\u001b[33mus-east-1\u001b[0m - ${type} - ${name} - [Name: "${name}"] - ${state}`)
const removable = items.filter((item) => !isFiltered(item))

if (mode === 'hangs') setInterval(() => {}, 1000)
else if (mode === 'floods') await flood()
else if (mode === 'blind') blind()
else if (mode === 'unknown code') process.exit(99)
else clean()

function clean() {
  // Mode `lies` reports an empty account.
  const found = mode === 'lies' ? [] : removable
  scan(found)
  if (found.length === 0) return say('No resource to delete.')
  if (!real)
    return say(
      'The above resources would be deleted with the supplied configuration. Provide --no-dry-run to actually destroy resources.',
    )
  const count = mode === 'fails half-way' ? 1 : found.length
  const gone = found.slice(0, count)
  // Mode `forgets` reports the removals without removing anything.
  if (mode !== 'forgets') remove(gone)
  for (const item of gone) line(item, 'triggered remove')
  for (const item of gone) line(item, 'removed')
  for (const item of found.slice(count)) line(item, 'failed')
  if (mode === 'fails half-way') process.exit(1)
  say(`Nuke complete: 0 failed, ${items.length - found.length} skipped, ${found.length} finished.`)
}

function remove(gone: Item[]) {
  if (isFolder) for (const { file = '' } of gone) rmSync(join(store, file))
  else writeFileSync(store, JSON.stringify(items.filter((item) => !gone.includes(item))))
}

function itemOf(file: string): Item {
  const dot = file.indexOf('.')
  return { type: file.slice(0, dot), name: file.slice(dot + 1), file }
}

function scan(found: Item[]) {
  say(`aws-nuke version v3.56.2 - in the format of its documentation`)
  say(
    `Do you really want to nuke the account with the ID ${mode === 'aims elsewhere' ? '999999999999' : account} and the alias 'pool-1'?`,
  )
  say('Waiting 3s before continuing.')
  const filtered = mode === 'sees nothing' ? [] : items.filter(isFiltered)
  for (const item of filtered) line(item, 'filtered: filtered by config')
  for (const item of found) line(item, 'would remove')
  say(`Scan complete: ${filtered.length + found.length} total, ${found.length} nukeable, ${filtered.length} filtered.`)
  say('')
}

/** Prints 10 MB without a line break, then normal output. */
async function flood() {
  for (let n = 0; n < 160; n++) await new Promise((resolve) => process.stdout.write('x'.repeat(65_536), resolve))
  say('')
  clean()
}

function blind() {
  process.stderr.write(
    'time="2026-11-24T10:00:00Z" level=error msg="listing failed:\\n    AccessDenied: not authorized" owner=us-east-1 resource_type=IAMUser\n',
  )
  clean()
}
