/** `npm run docs`: writes the pages of docs/generated from the code and the tests. Fails if a threat has no test. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawn } from './areas.ts'
import * as jobs from './jobs.ts'
import * as limits from './limits.ts'
import { root } from './paths.ts'
import * as retention from './retention.ts'
import * as threats from './threats.ts'

const pages = { jobs: jobs.page(), limits: limits.page(), retention: retention.page(), threats: threats.page() }
const folder = join(root, 'docs/generated')
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, `${name}.md`), text)

const { page, was, is } = drawn()
writeFileSync(page, is)
if (is !== was) {
  console.error('The picture in docs/architecture.md was out of date. It has been updated: commit it.')
  process.exitCode = 1
}
