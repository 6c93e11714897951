/** Generates the JSON Schemas of content/schemas from the contract, for editors that complete YAML. `--check` only compares. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentFiles, jsonSchema } from '../../packages/api-types/src/content/files.ts'
import { root } from '../paths.ts'

const folder = join(root, 'content/schemas')
let isOutOfDate = false
mkdirSync(folder, { recursive: true })
for (const [name, schema] of Object.entries(contentFiles)) {
  const file = join(folder, `${name}.json`)
  const text = `${JSON.stringify(jsonSchema(name, schema), null, 2)}\n`
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.log(`content/schemas/${name}.json is out of date. Run: node scripts/docs/content-schemas.ts`)
    isOutOfDate = true
  }
}
process.exit(isOutOfDate ? 1 : 0)
