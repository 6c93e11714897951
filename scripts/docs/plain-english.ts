/**
 * Part of `npm run lint`: counts phrases that make our texts hard to read in code, comments, tests and documents. A count may only go down;
 * `--write` lowers the maximums to what it found. CONTRIBUTING.md says what to write instead.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../paths.ts'

const file = join(root, 'scripts/docs/plain-english.json')
const maximums: Record<string, number> = JSON.parse(readFileSync(file, 'utf8'))

const phrases: Record<string, RegExp> = {
  whoever: /\bwhoever\b/gi,
  'stand(s) for “is shown” or “is paused”': /\b(?:stands?|stood)\b/gi,
  'what-clauses without a noun': /(?:\/\*\*|\/\/|^\s*\*|^[-|>]?|['"`>]) ?What (?!if\b)[a-z][^?\n]*$/gm,
  'told for “notified”': /\btold\b/gi,
  nobody: /\bnobody\b/gi,
  'alone for “only”': /\balone\b/gi,
  'kept for “stored” or “retained”': /\bkept\b/gi,
  'at once for “immediately” or “together”': /\bat once\b/gi,
  'of its own': /\bof (?:its|their|his|her|one's) own\b/gi,
  'as it is, as it was': /\bas (?:it|they) (?:is|was|are|were)\b/gi,
  'beside for “next to” or “in addition”': /\bbeside\b/gi,
  'no more, any more for “no longer”': /\b(?:no|any) more\b(?! than)/gi,
}

const texts = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  // A deleted file is listed until its deletion is staged.
  .filter((path) => path !== '' && existsSync(join(root, path)))
  .filter((path) => !path.startsWith('docs/generated/') && !path.startsWith('scripts/docs/plain-english'))
  .map((path) => readFileSync(join(root, path), 'utf8'))

const counts = Object.fromEntries(
  Object.entries(phrases).map(([name, pattern]) => [
    name,
    texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0),
  ]),
)
if (process.argv.includes('--write')) writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`)
else
  for (const [name, count] of Object.entries(counts)) {
    const maximum = maximums[name] ?? 0
    if (count <= maximum) continue
    console.log(
      `${name}: ${count} times, ${maximum} allowed. Reword the new lines, see “Plain English” in CONTRIBUTING.md.`,
    )
    process.exitCode = 1
  }
