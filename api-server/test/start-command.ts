import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const script = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const [, variables, flags] = / exec env (.+) node (.+) api-server\/dist\/start\.js/.exec(script) ?? []
if (!variables || !flags) throw new Error('The script “start” is not as it is read here')

/** The built server as `npm start` runs it: with the flags and the variables of that script. */
export const startCommand = {
  args: [...flags.split(' '), fileURLToPath(new URL('../dist/start.js', import.meta.url))],
  env: Object.fromEntries(variables.split(' ').map((one) => one.split('='))) as Record<string, string>,
}
