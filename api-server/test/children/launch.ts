/** A program of this folder, as the launcher of `npm start` runs the server. */
import { fileURLToPath } from 'node:url'
import { runInTurn } from '../../../scripts/start.js'

const [program = ''] = process.argv.slice(2)
const file = fileURLToPath(new URL(`./${program}.ts`, import.meta.url))
process.exitCode = await runInTurn([{ command: process.execPath, args: [file], isServer: true }])
