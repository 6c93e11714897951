/**
 * Lighthouse results of a visitor's first pages on a slow phone with a slow network, on the built demo: the median of three rounds. The browser is
 * the machine's Chromium, or CHROMIUM_PATH. Lighthouse itself is too large to install for everyone, so npx fetches it. Only measure on an idle
 * machine.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { start } from './programs.ts'
import { print } from './table.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const ROUNDS = 3
const PAGES = ['/', '/courses', '/courses/aws-red-team-foundations']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'] as const

interface LighthouseReport {
  categories: Record<(typeof CATEGORIES)[number], { score: number }>
  audits: Record<(typeof TIMES)[number] | 'cumulative-layout-shift', { numericValue: number }>
}

async function measurePages(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-lighthouse-'))
  const server = await start({ DATA_DIR: dataDir })
  // The public address, because every other address redirects to it.
  const origin = server.url.replace('127.0.0.1', 'localhost')
  try {
    const rows: string[][] = []
    for (const page of PAGES) {
      const reports: LighthouseReport[] = []
      for (let round = 0; round < ROUNDS; round++) reports.push(await visit(origin + page))
      const score = (category: (typeof CATEGORIES)[number]) =>
        String(Math.round(median(reports.map(({ categories }) => categories[category].score * 100))))
      const value = (audit: keyof LighthouseReport['audits']) =>
        median(reports.map(({ audits }) => audits[audit].numericValue))
      rows.push([
        `\`${page}\``,
        ...CATEGORIES.map(score),
        ...TIMES.map((audit) => `${Math.round(value(audit))} ms`),
        value('cumulative-layout-shift').toFixed(3),
      ])
    }
    print(['page', ...CATEGORIES, 'first paint', 'largest paint', 'blocked', 'shift'], rows)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function visit(url: string): Promise<LighthouseReport> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['-y', LIGHTHOUSE, url, '--output=json', '--quiet'],
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=--headless=new --disable-gpu${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`,
    ],
    {
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        CHROME_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
        // Lighthouse requires a newer Node than npm may have been started with.
        PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      },
    },
  )
  return JSON.parse(stdout) as LighthouseReport
}

await measurePages()
