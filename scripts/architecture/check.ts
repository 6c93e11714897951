/** Part of `npm run lint`: checks the layers, the order of areas and features, their names, who uses which table, and import cycles. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../paths.ts'
import * as rules from './rules.ts'
import { textsInCode } from './texts.ts'

const all = globSync('{{packages/*,api-server,learner-web,admin-console}/{src,test,bench},e2e,scripts}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules'],
})
  .sort()
  .map((path) => rules.sourceOf(path, readFileSync(join(root, path), 'utf8')))
const isShipped = ({ path }: rules.Source) => /^[\w-]+(\/[\w-]+)?\/src\/(?!.*\.test\.tsx?$)/.test(path)
const sources = all.filter(isShipped)
const others = all.filter((source) => !isShipped(source))

const migrations = globSync('api-server/migrations/*.sql', { cwd: root })
  .sort()
  .map((path) => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

const found = {
  'imports against the layers': rules.layerViolations(sources),
  'imports upward between layers of the server': rules.upwardLayers(sources),
  'readers of process.argv besides the command line': rules.argumentReaders(sources),
  'migrations that break the previous release': rules.narrowingMigrations(migrations, version),
  'features outside their area': rules.misplacedFeatures(sources),
  'folders whose name is no feature': rules.foreignWords(sources),
  'calls in the contract of another feature': rules.foreignRows(sources),
  'imports upward between features': rules.upwardImports(sources),
  "imports past a feature's door": rules.pastDoors(sources),
  'exports of a door without a docstring': rules.undescribedExports(sources),
  "writes to another feature's table": rules.foreignWrites(sources),
  "reads of a higher feature's table": rules.upwardReads(sources),
  'tables that no feature owns': rules.ownerlessTables(sources),
  'texts outside of the catalogue': textsInCode(sources),
  cycles: rules.cycles(sources, others),
  'packed spreads': rules.packedSpreads(sources),
}
for (const [what, findings] of Object.entries(found)) {
  console.log(`${findings.length} ${what}`)
  for (const finding of findings) console.log(`  ${finding}`)
}
process.exit(Object.values(found).every((findings) => findings.length === 0) ? 0 : 1)
