#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { didUrl, factsOf, keyAdvice, notKnown, rowsOf } from './report-text.ts'
import { UnreadableRecord, verifyRecord } from './verify.ts'

/** The program `verify-record`. It ends with 0 if the record holds, 1 if it does not, and 2 if it cannot be read. */

const USAGE = `Usage: verify-record FILE [--did did.json] [--online]

Recomputes end, points and result of an exam record, and names each fact that fails.
  --did FILE  uses these keys of the issuer instead of those in the record
  --online    gets the keys from the issuer, and asks for the current state`

try {
  process.exitCode = await run()
} catch (error) {
  const isExpected = error instanceof UnreadableRecord || (error instanceof Error && 'code' in error)
  if (!isExpected) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { did: { type: 'string' }, online: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const [path] = positionals
  if (!path || positionals.length > 1 || values.help) {
    console.error(USAGE)
    return values.help ? 0 : 2
  }
  const record = readFileSync(path, 'utf8')
  const first = await verifyRecord(record)
  const did = values.did
    ? readFileSync(values.did, 'utf8')
    : values.online
      ? await get(didUrl(first.issuer))
      : undefined
  const report = did === undefined ? first : await verifyRecord(record, did)
  for (const [label, text] of factsOf(report)) console.log(`${label.padEnd(14)}${text}`)
  if (report.timeline) for (const row of rowsOf(report.timeline)) console.log(`  ${row.filter(Boolean).join('  ')}`)
  console.log('')
  for (const { fact, holds, text } of report.findings) console.log(`${holds ? 'holds' : 'FAILS'}  ${fact}: ${text}`)
  console.log('')
  if (did === undefined) console.log(keyAdvice(report))
  console.log(values.online ? await currentState(report.state_url) : notKnown(report))
  return report.holds ? 0 : 1
}

async function currentState(page: string): Promise<string> {
  const answer = await get(page.replace('/certificates/', '/api/v1/certificates/').concat('/status'))
  const state = /"state":\s*"(\w+)"/.exec(answer ?? '')?.[1]
  return `State today, by the issuer: ${state ?? 'not known'}`
}

/** Undefined if there is no answer: what could not be read is not known. */
async function get(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    return response.ok ? await response.text() : undefined
  } catch (error) {
    console.error(`${url} could not be read: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}
