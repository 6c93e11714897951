/** A program, as the launcher of `npm start` runs the server. */
import { runInTurn } from '../../../scripts/start.js'

const [program = ''] = process.argv.slice(2)
process.exitCode = await runInTurn([{ command: process.execPath, args: [program], isServer: true }])
